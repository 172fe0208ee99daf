import { useLingui } from '@lingui/react/macro'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import { Steps, type Step } from '#src/ui/steps.tsx'
import { formatDateTime, DateTime } from '#src/ui/date-time.tsx'
import type { Payout } from './payout.shared.ts'

type Status = Payout['status']

const tones = {
  reserved: 'warn',
  checking: 'info',
  processed: 'ok',
  failed: 'bad',
  failed_and_charged: 'bad',
  canceled: 'mute',
} as const satisfies Record<Status, Tone>

/** In the order in which filters offer them. */
export const payoutStatuses = Object.keys(tones) as Status[]

/** What each state of a payout is called. */
export function useStatusLabels(): Record<Status, string> {
  const { t } = useLingui()
  return {
    reserved: t`Reserved`,
    checking: t`Checking`,
    processed: t`Paid out`,
    failed: t`Failed`,
    failed_and_charged: t`Failed, fee charged`,
    canceled: t`Canceled`,
  }
}

export function PayoutTag({ status }: { status: Status }) {
  return (
    <StateTag tone={tones[status]} icon={status === 'canceled' ? 'close' : undefined}>
      {useStatusLabels()[status]}
    </StateTag>
  )
}

/** Yen that arrive, of all of these together. */
export const sumOf = (payouts: readonly Pick<Payout, 'amount'>[]) =>
  payouts.reduce((all, { amount }) => all + amount, 0)

/** The first moment of a day in Japan, `YYYY-MM-DD`, as `When` and `formatWhen` want it. */
export const startOf = (day: string) => `${day}T00:00:00+09:00`

/** Asked for, cut-off, bank, account: how far a payout is, and when it comes further. */
export function PayoutSteps({ payout }: { payout: Payout }) {
  const { t, i18n } = useLingui()
  const { status, created_at, cancelable_until, sent_on, expected_on, processed_at } = payout
  const day = (iso: string) => formatDateTime(iso, i18n.locale, 'day')
  const hasFailed = status === 'failed' || status === 'failed_and_charged'
  const arrival =
    status === 'processed' && processed_at
      ? day(processed_at)
      : t`expected ${day(startOf(expected_on))}`
  const steps: Omit<Step, 'state'>[] = [
    { title: t`Requested`, detail: <DateTime at={created_at} detail="day" /> },
    { title: t`You can cancel`, detail: t`until ${formatDateTime(cancelable_until, i18n.locale)}` },
    { title: t`Sent to the bank`, detail: <DateTime at={startOf(sent_on)} detail="day" /> },
    hasFailed
      ? { title: t`Did not arrive`, detail: processed_at && day(processed_at) }
      : { title: t`In your account`, detail: arrival },
  ]
  const reached = stageOf(payout)
  return (
    <Steps steps={steps.map((step, at) => ({ ...step, state: stateAt(at, reached, hasFailed) }))} />
  )
}

/** The step that is under way, counted from 0; 4 where all are done. */
function stageOf({ status, is_cancelable }: Payout): number {
  if (status === 'reserved') return is_cancelable ? 1 : 2
  return status === 'processed' ? 4 : 3
}

function stateAt(at: number, reached: number, hasFailed: boolean): Step['state'] {
  if (at < reached) return 'done'
  if (at > reached) return 'to-come'
  return hasFailed ? 'failed' : 'now'
}
