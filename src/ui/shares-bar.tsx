import { Trans } from '@lingui/react/macro'
import { Money } from './money.tsx'
import { formatYen } from './yen.ts'

export interface Share {
  label: string
  yen: number
}

/** Shows how a price is split: a bar and the amounts. At most three shares, largest first. */
export function SharesBar({ total, shares }: { total: number; shares: readonly Share[] }) {
  const sum = shares.reduce((all, { yen }) => all + yen, 0) || 1
  const starts = shares.map((_, i) => shares.slice(0, i).reduce((all, { yen }) => all + yen, 0))
  return (
    <div className="grid gap-2.5">
      <p className="text-small font-semibold">
        <Trans>Where {formatYen(total)} goes</Trans>
      </p>
      <svg
        aria-hidden
        viewBox="0 0 1000 8"
        preserveAspectRatio="none"
        className="block h-2 w-full rtl:-scale-x-100"
      >
        {shares.map(({ label, yen }, i) => (
          <rect
            key={label}
            className={`share-${i + 1}`}
            x={(starts[i]! / sum) * 1000 + (i && 6)}
            width={Math.max(0, (yen / sum) * 1000 - (i && 6))}
            height="8"
          />
        ))}
      </svg>
      <Facts
        small
        facts={shares.map(({ label, yen }) => [label, <Money key={label} yen={yen} />])}
      />
    </div>
  )
}

/** Names and values at the two edges, such as the facts of a copy, a price or a payment. */
export function Facts(props: {
  facts: readonly (readonly [name: React.ReactNode, value: React.ReactNode])[]
  small?: boolean
}) {
  const size = props.small ? 'gap-y-1 text-small' : 'gap-y-2 text-label'
  return (
    <dl className={`grid ${size}`}>
      {props.facts.map(([name, value], i) => (
        <div key={i} className="flex flex-wrap gap-x-5">
          <dt className="max-w-[55%] text-ink-2">{name}</dt>
          <dd className="flex-1 text-end">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
