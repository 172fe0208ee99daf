import { Trans, useLingui } from '@lingui/react/macro'
import type { ReplyOf } from '#core/endpoint.ts'
import type { Asset } from '#src/asset/asset.shape.ts'
import { type Share, SharesBar } from '#src/ui/shares-bar.tsx'
import type { calculateProfit } from './listing.shape.ts'

export type Profit = ReplyOf<typeof calculateProfit>

/** Who gets what of a price: to guests the creator's rates alone, to others the settlement's figures too. */
export function MoneyGoes(props: { asset: Asset; price: number; profit: Profit | undefined }) {
  const { asset, price, profit } = props
  const sharesOf = useShares()
  return (
    <div className="grid gap-2.5">
      {profit && <SharesBar total={price} shares={sharesOf(profit)} />}
      <p className="text-small text-ink-2">
        <Royalty asset={asset} />
      </p>
    </div>
  )
}

/** What the creator gets each time a copy is sold on, and each time one is rented out. */
export function Royalty({ asset }: { asset: Asset }) {
  const rate = asset.creator_royalty_rate ?? 0
  const ofRentals = asset.rental_creator_royalty_rate ?? 0
  return (
    <>
      {rate === 0 ? (
        <Trans>The creator takes no part of later sales.</Trans>
      ) : (
        <Trans>Of every later sale, {rate} % goes to the creator.</Trans>
      )}{' '}
      {asset.secondary_rental_enabled && ofRentals > 0 && (
        <Trans>Of every rental by a holder, {ofRentals} % goes to the creator.</Trans>
      )}
    </>
  )
}

/** The shares by name; on a first sale the creator is the seller. */
export function useShares() {
  const { t } = useLingui()
  return ({ is_primary, net, royalty, platform_fee }: Profit): Share[] =>
    [
      { label: is_primary ? t`Creator` : t`Seller`, yen: net },
      { label: is_primary ? '' : t`Creator`, yen: royalty },
      { label: 'Renban', yen: platform_fee },
    ].filter(({ label }) => label !== '')
}
