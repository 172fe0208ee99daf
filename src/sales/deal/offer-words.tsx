import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Gap } from '#src/ui/gap.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { CopyDeal } from './deal.shared.ts'

/** The words of an offer's price: who sells, and what the creator receives later. */
interface OfferWords {
  /** The name of the seller's role. */
  seller: MessageDescriptor
  /** Says what the creator receives of later deals that the title allows, at `price` yen. */
  Royalty: ComponentType<{ asset: Asset; price: number }>
}

/** Says what the creator would receive of a resale at the same price. */
function OfResale({ rate, price }: { rate: number; price: number }) {
  if (rate === 0) return <Trans>The creator takes no share of resales.</Trans>
  const yen = formatYen(Math.floor((price * rate) / 100))
  return <Trans>If it is resold at this price, the creator receives {yen}.</Trans>
}

/** Says what the creator receives when an owner rents a copy out. */
function OfRentals({ asset }: { asset: Asset }) {
  const rate = asset.rental_creator_royalty_rate ?? 0
  if (!asset.secondary_rental_enabled || rate === 0) return null
  return <Trans>The creator receives {rate}% of each rental by an owner.</Trans>
}

/** The words of the offers of every kind of deal in copies. */
export const offerWords: Record<CopyDeal, OfferWords> = {
  sale: {
    seller: msg`Seller`,
    Royalty: ({ asset, price }) => (
      <>
        {asset.secondary_sale_enabled && (
          <>
            <OfResale rate={asset.creator_royalty_rate ?? 0} price={price} />
            <Gap />
          </>
        )}
        <OfRentals asset={asset} />
      </>
    ),
  },
  rental: { seller: msg`Lender`, Royalty: OfRentals },
}
