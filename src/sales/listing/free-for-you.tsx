import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { findFreeRental } from '#src/catalog/free-rental/free-rental.shared.ts'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Note } from '#src/ui/state-tag.tsx'

/** Tells a person on the list of a free rental that the title is free for them. */
export function FreeForYou(props: {
  of: NonNullable<ReplyOf<typeof findFreeRental>['free_rental']>
}) {
  const { daysOf } = useRentLabels()
  const { id, rental_period_seconds, ends_at, seats_left } = props.of
  return (
    <Note>
      <span className="grid gap-1">
        <span className="font-semibold">
          <Trans>Free for you</Trans>
        </span>
        <span>
          {ends_at ? (
            <Trans>
              Rent this title for {daysOf(rental_period_seconds)} at no cost. You can start until{' '}
              <UpcomingDateTime at={ends_at} />.
            </Trans>
          ) : (
            <Trans>Rent this title for {daysOf(rental_period_seconds)} at no cost.</Trans>
          )}
        </span>
        <span className="mt-2">
          <LinkButton look="main" to={`/free_rentals/${id}`}>
            {seats_left > 0 ? <Trans>Rent for free</Trans> : <Trans>See the free rental</Trans>}
          </LinkButton>
        </span>
      </span>
    </Note>
  )
}
