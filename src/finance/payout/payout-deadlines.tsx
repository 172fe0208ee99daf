import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { DAY_MS } from '#core/durations.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Money } from '#src/ui/money.tsx'
import { Section } from '#src/ui/section.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { calendarAddress, type Payout } from './payout.shared.ts'
import { type Due, nextDuePayout } from './payout-deadlines.shared.ts'
import type { Terms } from './payout-form.tsx'

const SHOWN = 5
const SOON_MS = 30 * DAY_MS

interface Props {
  terms: Terms
  payouts: readonly Payout[]
  now: string
}

/** Lists the deadlines of earnings and points, soonest first. */
export function PayoutDeadlines({ terms, payouts, now }: Props) {
  const { t } = useLingui()
  const lots = terms.lots.map(({ amount, pay_by }) => ({ amount, at: pay_by }))
  const points = terms.points.map(({ amount, expires_at }) => ({ amount, at: expires_at }))
  if (lots.length + points.length === 0) return null
  const [first] = lots
  const isSoon =
    first && terms.refused !== 'payouts_held' && Date.parse(first.at) - Date.parse(now) < SOON_MS
  return (
    <div className="grid items-start gap-6 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
      {lots.length > 0 && (
        <Section
          title={<Trans>Payout deadlines</Trans>}
          hint={t`Earnings not paid out by their deadline become points. You can spend points here, but they cannot be paid out.`}
        >
          {isSoon && (
            <Note tone="warn">
              <Soon dues={lots} terms={terms} payouts={payouts} />
            </Note>
          )}
          <DueList dues={lots} />
          <a
            className="inline-flex min-h-11 items-center text-small underline"
            href={calendarAddress}
            download
          >
            <Trans>Add these dates to your calendar</Trans>
          </a>
        </Section>
      )}
      {points.length > 0 && (
        <Section
          title={<Trans>Points</Trans>}
          hint={t`Points are used before your sales balance, starting with those that expire soonest.`}
        >
          <DueList dues={points} />
        </Section>
      )}
    </div>
  )
}

interface SoonProps extends Omit<Props, 'now'> {
  dues: readonly Due[]
}

/** Says which payout keeps earnings from becoming points; or what becomes of them if none is possible. */
function Soon({ dues, terms, payouts }: SoonProps) {
  const { minimum, maximum, refused } = terms
  const { sum, hasSeveral, by, month, from } = nextDuePayout(dues)!
  const amount = Math.min(sum, maximum)
  if (refused === 'payout_once_a_month') {
    const requested = payouts.find((payout) => payout.month === terms.month && payout.is_cancelable)
    if (month > terms.month)
      return (
        <Trans>
          You can request your next payout from <DateTime at={from} detail="day" />. Request it by{' '}
          <DateTime at={by} />, or {formatYen(sum)} becomes points.
        </Trans>
      )
    if (requested) return <RequestMore sum={sum} by={by} requested={requested} />
  }
  if (refused === 'bank_required' && maximum >= minimum)
    return (
      <>
        <p>
          <Trans>
            Register a bank account and request a payout of {formatYen(Math.max(minimum, amount))}{' '}
            by <DateTime at={by} />, or {formatYen(sum)} becomes points.
          </Trans>
        </p>
        <LinkButton to="/bank/register" small className="mt-3">
          <Trans>Register a bank account</Trans>
        </LinkButton>
      </>
    )
  if (refused || maximum < minimum)
    return (
      <Trans>
        {formatYen(dues[0]!.amount)} cannot be paid out now. You can spend it until{' '}
        <DateTime at={by} />. What is left then becomes points.
      </Trans>
    )
  if (amount < minimum)
    return (
      <Trans>
        Request a payout of at least {formatYen(minimum)} by <DateTime at={by} />, or{' '}
        {formatYen(sum)} becomes points.
      </Trans>
    )
  if (hasSeveral)
    return (
      <Trans>
        Request a payout of {formatYen(amount)} by <DateTime at={by} />. You can request one payout
        a month, so it has to include all earnings due in that month. The others become points.
      </Trans>
    )
  return (
    <Trans>
      Request a payout of {formatYen(amount)} by <DateTime at={by} />, or it becomes points.
    </Trans>
  )
}

/** Says that the month's payout leaves out earnings, and how to request one with them. */
function RequestMore(props: { sum: number; by: string; requested: Payout }) {
  const { sum, by, requested } = props
  const { amount, cancelable_until } = requested
  const until = by < cancelable_until ? by : cancelable_until
  return (
    <Trans>
      Your payout of {formatYen(amount)} leaves out {formatYen(sum)}, and you can request only one
      this month. Cancel it and request a larger one by <DateTime at={until} />, or {formatYen(sum)}{' '}
      becomes points.
    </Trans>
  )
}

/** Lists the first few deadlines and hides the others behind a disclosure. */
function DueList({ dues }: { dues: readonly Due[] }) {
  const rest = dues.slice(SHOWN)
  return (
    <div>
      <Dues>
        {dues.slice(0, SHOWN).map((due) => (
          <DueLine key={due.at} {...due} />
        ))}
      </Dues>
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-11 py-2.5 text-small underline">
            <Plural value={rest.length} one="# more date" other="# more dates" />
          </summary>
          <Dues>
            {rest.map((due) => (
              <DueLine key={due.at} {...due} />
            ))}
          </Dues>
        </details>
      )}
    </div>
  )
}

const Dues = ({ children }: { children: ReactNode }) => (
  <ul className="grid gap-2 text-label">{children}</ul>
)

const DueLine = ({ amount, at }: Due) => (
  <li className="flex flex-wrap justify-between gap-x-4">
    <span className="text-ink-2">
      <Trans>
        by <DateTime at={at} />
      </Trans>
    </span>
    <Money yen={amount} className="ms-auto" />
  </li>
)
