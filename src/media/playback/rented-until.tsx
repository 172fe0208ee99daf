import { Trans } from '@lingui/react/macro'
import { useRefetchAll } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { LastDayCountdown } from '#src/ui/countdown.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'

/**
 * Shows the end of a rental, and on its last day the remaining time from `now`, the server's time.
 */
export function RentedUntil({ until, now }: { until: string; now: string }) {
  const askAgain = useRefetchAll()
  return (
    <>
      <Trans>
        Rented until <UpcomingDateTime at={until} />
      </Trans>{' '}
      <LastDayCountdown until={until} now={now} onEnd={() => void askAgain()} />
    </>
  )
}

/** Shows a link to rent a title again, after its rental has ended. */
export function RentAgain({ kid, small }: { kid: string; small?: boolean }) {
  return (
    <LinkButton look={small ? 'other' : 'main'} small={small} to={`/asset/rental/${kid}`}>
      <Trans>Rent it again</Trans>
    </LinkButton>
  )
}
