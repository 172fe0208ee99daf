import { Plural, Trans } from '@lingui/react/macro'
import { LATE_SECONDS } from './job.shared.ts'

/** Returns true if the queue is so late that somebody should look at it. */
export const isLate = (seconds: number) => seconds > LATE_SECONDS

/** Says by how much the oldest due job is late. */
export function Lateness({ seconds }: { seconds: number }) {
  return isLate(seconds) ? (
    <Plural
      value={Math.round(seconds / 60)}
      one="The oldest is # minute late: check the worker."
      other="The oldest is # minutes late: check the worker."
    />
  ) : (
    <Trans>None is late.</Trans>
  )
}
