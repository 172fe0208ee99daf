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

/** All displayed statuses, in the order of the filters. */
export const payoutStatuses = Object.keys(tones) as Status[]

/** Returns the label of each status. */
export function useStatusLabels(): Record<Status, string> {
  const { t } = useLingui()
  return {
    reserved: t`Requested`,
    checking: t`Processing`,
    processed: t`Paid out`,
    failed: t`Failed`,
    failed_and_charged: t`Failed, fee charged`,
    canceled: t`Cancelled`,
  }
}

export function PayoutTag({ status }: { status: Status }) {
  return (
    <StateTag tone={tones[status]} icon={status === 'canceled' ? 'close' : undefined}>
      {useStatusLabels()[status]}
    </StateTag>
  )
}

/** Adds up the requested amounts of payouts, in yen. */
export const sumOf = (payouts: readonly Pick<Payout, 'amount'>[]) =>
  payouts.reduce((all, { amount }) => all + amount, 0)

/** Returns the start of a day in Japan (`YYYY-MM-DD`) as an ISO time. */
export const startOf = (day: string) => `${day}T00:00:00+09:00`

/** Shows the four steps of a payout (request, cut-off, bank, arrival) with their dates. */
export function PayoutSteps({ payout }: { payout: Payout }) {
  const { t, i18n } = useLingui()
  const { status, created_at, cancelable_until, sent_on, expected_on } = payout
  const { arrived_on, processed_at } = payout
  const day = (iso: string) => formatDateTime(iso, i18n.locale, 'day')
  const hasFailed = status === 'failed' || status === 'failed_and_charged'
  const arrival = arrived_on ? day(startOf(arrived_on)) : t`expected ${day(startOf(expected_on))}`
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

/** Returns the index of the current step, or 4 if all are done. */
function stageOf({ status, is_cancelable }: Payout): number {
  if (status === 'reserved') return is_cancelable ? 1 : 2
  return status === 'processed' ? 4 : 3
}

function stateAt(at: number, reached: number, hasFailed: boolean): Step['state'] {
  if (at < reached) return 'done'
  if (at > reached) return 'to-come'
  return hasFailed ? 'failed' : 'now'
}
