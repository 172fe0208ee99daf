import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'
import { CopyShown } from '#src/sales/purchase/copy-shown.tsx'
import { PaidBy } from '#src/sales/purchase/paid-by.tsx'
import { ToTitle } from '#src/sales/purchase/yours.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import type { Rental } from './rental.shared.ts'

/** Shows a rental that has begun, its end and a link. No seal: the copy stays its owner's. */
export function YoursUntil({ rental, asset }: { rental: Rental; asset: Asset }) {
  const { t } = useLingui()
  const { daysOf } = useRentLabels()
  const { id, number, price, start_by, started_at, ends_at } = rental
  const startBy = started_at === null ? start_by : null
  return (
    <div className="grid justify-items-center gap-6 text-center">
      <title>{t`You are renting No. ${number} · Renban`}</title>
      <div>
        <h1 className="text-d1" aria-live="polite">
          <Trans>You are renting No. {number}</Trans>
        </h1>
        <p className="mt-1.5 text-h2">
          {startBy ? (
            <Trans>
              Start it by <UpcomingDateTime at={startBy} />
            </Trans>
          ) : (
            <Trans>
              Your rental ends on <UpcomingDateTime at={ends_at!} />
            </Trans>
          )}
        </p>
      </div>
      <CopyShown asset={asset} number={number} />
      <p className="max-w-[46ch] text-ink-2">
        {price > 0 && (
          <>
            <PaidBy of={rental} />
            <br />
          </>
        )}
        {startBy ? (
          <Trans>
            You can watch it for {daysOf(rental.rental_period_seconds)} from the first play. We ask
            you before it starts.
          </Trans>
        ) : (
          <Trans>It ends automatically, at no further cost.</Trans>
        )}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <ToTitle asset={asset} number={number} />
        <LinkButton look="plain" to="/asset/rented">
          <Trans>Rented</Trans>
        </LinkButton>
        {price > 0 && (
          <LinkButton look="plain" to={`/receipts/${id}`}>
            <Trans>Receipt</Trans>
          </LinkButton>
        )}
      </div>
    </div>
  )
}
