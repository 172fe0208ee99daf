import { Trans, useLingui } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { Asset, getAsset } from '#src/catalog/asset/asset.shared.ts'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'
import { isToRent, type SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { useWatchVerb, watchPath } from '#src/catalog/asset/watch-link.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SignedInLink } from './signed-in-link.tsx'

const StoppedAt = lazyPart(
  'stopped-at',
  async () => (await import('#src/catalog/asset/stopped-at.tsx')).StoppedAt,
  { isSeenFirst: true },
)

/** Returns the action that plays a title, or one copy of it, with the verb of its media type. */
export function useWatchAction(asset: Asset, number?: number) {
  const verb = useWatchVerb(asset)
  const link = (wide?: boolean) => (
    <LinkButton look="main" icon="play" wide={wide} to={watchPath(asset.kid, number)}>
      {verb}
    </LinkButton>
  )
  const full = (
    <div>
      {link(true)}
      {asset.my_position_seconds !== null && <StoppedAt asset={asset} />}
    </div>
  )
  return { full, short: link() }
}

/** Returns the action that plays a title the reader rents, or rents a copy that is for rent. */
export function useRentAction(asset: ReplyOf<typeof getAsset>, copy: SerialOfTitle) {
  const { t } = useLingui()
  const { rentFor } = useRentLabels()
  const { my_rented_number: rented, owned_copies_count: owned } = asset
  const watch = useWatchAction(asset, owned > 0 && rented !== null ? rented : undefined)
  const { number, rent_price: price, rental_period_seconds: seconds } = copy
  if (rented !== null) return watch
  if (!isToRent(copy) || price === null || seconds === null) return undefined
  if (asset.is_hidden || !asset.available_here) return undefined
  const rent = (label: string, wide?: boolean) => (
    <SignedInLink to={`/payment/rental/${asset.kid}?no=${number}`} wide={wide}>
      {label}
    </SignedInLink>
  )
  return { full: rent(rentFor({ number, price, seconds }), true), short: rent(t`Rent`) }
}

/** Says which copy of a title the reader rents now, on the pages of its other numbers. */
export function CurrentRental({ asset, shown }: { asset: Asset; shown: number }) {
  const { my_rented_number: number, my_max_expiry: until, my_start_by: startBy } = asset
  if (number === null || number === shown || until === null) return null
  return (
    <p className="text-small">
      {startBy ? (
        <Trans>
          You have rented No. {number}. Start it by <UpcomingDateTime at={startBy} />.
        </Trans>
      ) : (
        <Trans>
          You are renting No. {number} until <UpcomingDateTime at={until} />.
        </Trans>
      )}
    </p>
  )
}
