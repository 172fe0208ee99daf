import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'

/** The heading of the ticket of a number that the reader owns or rents. */
export function OwnHeading(props: { copy: ReplyOf<typeof getSerial>; isOwned: boolean }) {
  const { owned_since, rented_until, start_by, loan } = props.copy
  if (props.isOwned)
    return (
      <span className="text-seal-text">
        <Trans>
          Yours since <DateTime at={owned_since} detail="day" />
        </Trans>
      </span>
    )
  if (rented_until === null) return null
  if (loan)
    return (
      <Trans>
        Borrowed until <UpcomingDateTime at={rented_until} />
      </Trans>
    )
  if (start_by)
    return (
      <Trans>
        Rented. Start by <UpcomingDateTime at={start_by} />
      </Trans>
    )
  return (
    <Trans>
      Rented until <UpcomingDateTime at={rented_until} />
    </Trans>
  )
}
