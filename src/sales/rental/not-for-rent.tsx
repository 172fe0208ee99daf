import { Trans } from '@lingui/react/macro'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { NextFree } from '#src/sales/purchase/next-free.tsx'
import { ToTitle } from '#src/sales/purchase/yours.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { TimeLeft } from '#src/ui/countdown.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import type { RentOffer } from './confirm-page.tsx'
import type { Rental } from './rental.shared.ts'

/** Says, before anything is paid, that the reader already rents the title. */
export function RentingAlready({ rental, asset }: { rental: Rental; asset: Asset }) {
  const { number, start_by, started_at, ends_at } = rental
  return (
    <EmptyState
      title={<Trans>You are already renting No. {number} of this title</Trans>}
      actions={<ToTitle asset={asset} number={number} />}
    >
      {start_by && !started_at ? (
        <Trans>
          Start it by <UpcomingDateTime at={start_by} />. You can rent again when it has ended.
        </Trans>
      ) : (
        <Trans>
          Your rental ends on <UpcomingDateTime at={ends_at!} />. You can rent again after that.
        </Trans>
      )}
    </EmptyState>
  )
}

/** Says why a copy cannot be rented, and leads to the other numbers. */
export function NotForRent({ asset, copy, now }: Pick<RentOffer, 'asset' | 'copy' | 'now'>) {
  const { number, mine, held_until, rented_until } = copy
  return (
    <output>
      <EmptyState
        title={
          mine ? (
            <Trans>You already own No. {number}</Trans>
          ) : (
            <Trans>No. {number} cannot be rented right now</Trans>
          )
        }
        actions={
          <>
            {!mine && <NextFree deal="rental" kid={asset.kid} number={number} />}
            <LinkButton look="main" to={`/asset/${asset.kid}?no=${number}`}>
              {mine ? <Trans>See the title</Trans> : <Trans>Choose another number</Trans>}
            </LinkButton>
          </>
        }
      >
        {mine && <Trans>You can watch your own copy without renting it.</Trans>}
        {!mine && rented_until && (
          <Trans>
            It is rented out until <UpcomingDateTime at={rented_until} />. You were not charged.
          </Trans>
        )}
        {!mine && !rented_until && held_until && (
          <Trans>
            Another renter is paying for it. If they do not finish, it becomes available in{' '}
            <TimeLeft until={held_until} now={now} />.
          </Trans>
        )}
      </EmptyState>
    </output>
  )
}
