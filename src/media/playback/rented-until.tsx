import { Trans } from '@lingui/react/macro'
import { useRefetchAll } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { LastDayCountdown } from '#src/ui/countdown.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'

interface HeldUntilProps {
  until: string
  /** True for a loan, false for a rental. */
  isLoan: boolean
}

/** Shows the end of a rental or a loan. */
export function HeldUntil({ until, isLoan }: HeldUntilProps) {
  return isLoan ? (
    <Trans>
      Borrowed until <UpcomingDateTime at={until} />
    </Trans>
  ) : (
    <Trans>
      Rented until <UpcomingDateTime at={until} />
    </Trans>
  )
}

/**
 * Shows the end of a rental or a loan, and on its last day the remaining time from `now`, the server's time.
 */
export function RentedUntil({ now, ...held }: HeldUntilProps & { now: string }) {
  const { until } = held
  const askAgain = useRefetchAll()
  return (
    <>
      <HeldUntil {...held} />{' '}
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

/** Says until when a copy is away, or since when a rental or loan is over, if a refusal has the time. */
export function UntilWhen({ code, until }: { code: string; until: unknown }) {
  if (typeof until !== 'string') return null
  return (
    <p>
      {code === 'rental_ended' ? (
        <Trans>
          Your rental ended on <DateTime at={until} />.
        </Trans>
      ) : code === 'loan_ended' ? (
        <Trans>
          The loan ended on <DateTime at={until} />.
        </Trans>
      ) : (
        <Trans>
          You can watch it again from <UpcomingDateTime at={until} />.
        </Trans>
      )}
    </p>
  )
}
