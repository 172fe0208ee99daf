import { useLingui } from '@lingui/react/macro'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import type { CopyDeal } from '#src/sales/deal/deal.shared.ts'
import { offerWords } from '#src/sales/deal/offer-words.tsx'
import { type Share, SharesBar } from '#src/ui/shares-bar.tsx'
import type { Profit } from './listing.shared.ts'

/**
 * Shows the shares of a price, and to all but the seller what the creator receives of later deals.
 */
export function PriceBreakdown(props: {
  asset: Asset
  price: number
  /** The shares as they were loaded; they are hidden once the copy has another price. */
  profit: Profit | undefined
  deal: CopyDeal
  isSeller: boolean
}) {
  const { asset, price, profit, deal, isSeller } = props
  const sharesOf = useShares(deal)
  const { Royalty } = offerWords[deal]
  return (
    <div className="grid gap-2.5">
      {profit?.price === price && <SharesBar total={price} shares={sharesOf(profit)} />}
      {!isSeller && (
        <p className="text-small text-ink-2 empty:hidden">
          <Royalty asset={asset} price={price} />
        </p>
      )}
    </div>
  )
}

/** Returns a function that names the shares of a price. In a first sale the creator is the seller. */
export function useShares(deal: CopyDeal) {
  const { t } = useLingui()
  return ({ is_primary, net, royalty, platform_fee }: Profit): Share[] =>
    [
      { label: is_primary ? t`Creator` : t(offerWords[deal].seller), yen: net },
      { label: is_primary ? '' : t`Creator`, yen: royalty },
      { label: 'Renban', yen: platform_fee },
    ].filter(({ label }) => label !== '')
}
