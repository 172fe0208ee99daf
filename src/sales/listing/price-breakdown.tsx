import { Trans, useLingui } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { type Share, SharesBar } from '#src/ui/shares-bar.tsx'
import type { calculateProfit } from './listing.shared.ts'

export type Profit = ReplyOf<typeof calculateProfit>

/** Shows the shares of a price. Guests see the creator's rates only; others see the amounts too. */
export function PriceBreakdown(props: {
  asset: Asset
  price: number
  profit: Profit | undefined
  isRental: boolean
}) {
  const { asset, price, profit, isRental } = props
  const sharesOf = useShares(isRental)
  return (
    <div className="grid gap-2.5">
      {profit && <SharesBar total={price} shares={sharesOf(profit)} />}
      <p className="text-small text-ink-2">
        <Royalty asset={asset} isRental={isRental} />
      </p>
    </div>
  )
}

/** Shows the creator's share of resales and of rentals by holders, or with `isRental` of rentals only. */
export function Royalty({ asset, isRental = false }: { asset: Asset; isRental?: boolean }) {
  const rate = asset.creator_royalty_rate ?? 0
  const ofRentals = asset.rental_creator_royalty_rate ?? 0
  if (isRental && ofRentals === 0)
    return <Trans>The creator takes no part of rentals by holders.</Trans>
  return (
    <>
      {!isRental &&
        (rate === 0 ? (
          <Trans>The creator takes no part of later sales.</Trans>
        ) : (
          <Trans>Of every later sale, {rate} % goes to the creator.</Trans>
        ))}{' '}
      {(isRental || asset.secondary_rental_enabled) && ofRentals > 0 && (
        <Trans>Of every rental by a holder, {ofRentals} % goes to the creator.</Trans>
      )}
    </>
  )
}

/** Returns a function that names the shares of a price. In a first sale the creator is the seller. */
export function useShares(isRental = false) {
  const { t } = useLingui()
  return ({ is_primary, net, royalty, platform_fee }: Profit): Share[] =>
    [
      { label: is_primary ? t`Creator` : isRental ? t`Lender` : t`Seller`, yen: net },
      { label: is_primary ? '' : t`Creator`, yen: royalty },
      { label: 'Renban', yen: platform_fee },
    ].filter(({ label }) => label !== '')
}
