import { Trans } from '@lingui/react/macro'
import { useRefetchAll } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { LastDayCountdown } from '#src/ui/countdown.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'

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

/** Says until when a copy is rented out, or since when a rental is over, if a refusal has the time. */
export function UntilWhen({ code, until }: { code: string; until: unknown }) {
  if (typeof until !== 'string') return null
  return (
    <p>
      {code === 'rented_out' ? (
        <Trans>
          You can watch it again from <UpcomingDateTime at={until} />.
        </Trans>
      ) : (
        <Trans>
          Your rental ended on <DateTime at={until} />.
        </Trans>
      )}
    </p>
  )
}
