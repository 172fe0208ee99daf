import { Trans } from '@lingui/react/macro'
import { useRefetchAll } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { LastDayCountdown } from '#src/ui/countdown.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'

/** Until when something is rented, and on its last day how long that is from `now`, the house's. */
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

/** Where a title is to rent again, under what says that a rental has ended. */
export function RentAgain({ kid, small }: { kid: string; small?: boolean }) {
  return (
    <LinkButton look={small ? 'other' : 'main'} small={small} to={`/asset/rental/${kid}`}>
      <Trans>Rent it again</Trans>
    </LinkButton>
  )
}
