import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '#core/errors.ts'
import { groupIntoRanges } from '#src/catalog/asset/ranges.shared.ts'
import { refusals } from '#src/i18n/refusals.ts'
import type { ListingOutcomes } from './listing.shared.ts'

/** One numbered copy among those that something is done with. */
export interface Copy {
  asset_token_id: string
  number: number
}

const NAMED = 12 // ranges

/** "No. 8–12, 15 and 40 more": which copies are meant. */
export function CopyNumbers({ copies }: { copies: readonly Pick<Copy, 'number'>[] }) {
  const ranges = groupIntoRanges(copies.map(({ number }) => number).toSorted((a, b) => a - b))
  const named = ranges
    .slice(0, NAMED)
    .map(([from, to]) => (from === to ? from : `${from}–${to}`))
    .join(', ')
  const more = ranges.slice(NAMED).reduce((sum, [from, to]) => sum + to - from + 1, 0)
  if (more > 0)
    return (
      <Trans>
        No. {named} and {more} more.
      </Trans>
    )
  return <Trans>No. {named}.</Trans>
}

/** Which copies of a batch were refused, each with its reason. */
export function RefusedCopies(props: {
  outcomes: ListingOutcomes
  copies: readonly Copy[]
  /** What the reasons name: the title's lowest price, or its terms of rental. */
  values?: Record<string, number | null | undefined>
}) {
  const { i18n } = useLingui()
  const { values = {} } = props
  const numbers = new Map(props.copies.map((copy) => [copy.asset_token_id, copy.number]))
  const refused = props.outcomes.items.filter(({ outcome }) => outcome === 'refused')
  return (
    <ul role="alert" className="grid max-h-80 gap-2 overflow-y-auto text-small">
      {refused.map(({ asset_token_id, code }) => (
        <li key={asset_token_id}>
          <b className="font-semibold">
            <Trans>No. {numbers.get(asset_token_id)}</Trans>
          </b>{' '}
          {i18n._({ ...refusals[(code ?? 'bug') as ErrorCode], values })}
        </li>
      ))}
    </ul>
  )
}
