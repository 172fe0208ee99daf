import { Trans, useLingui } from '@lingui/react/macro'
import type { ReplyOf } from '#core/endpoint.ts'
import type { Asset } from '#src/asset/asset.shape.ts'
import { type Share, SharesBar } from '#src/ui/shares-bar.tsx'
import type { calculateProfit } from './listing.shape.ts'

export type Profit = ReplyOf<typeof calculateProfit>

/** Who gets what of a price: the settlement's own figures, or to guests the creator's rate. */
export function MoneyGoes(props: { asset: Asset; price: number; profit: Profit | undefined }) {
  const { asset, price, profit } = props
  const sharesOf = useShares()
  if (profit) return <SharesBar total={price} shares={sharesOf(profit)} />
  return (
    <p className="text-small text-ink-2">
      <Royalty asset={asset} />
    </p>
  )
}

/** What the creator gets each time a copy is sold on. */
export function Royalty({ asset }: { asset: Pick<Asset, 'creator_royalty_rate'> }) {
  const rate = asset.creator_royalty_rate ?? 0
  if (rate === 0) return <Trans>The creator takes no part of later sales.</Trans>
  return <Trans>Of every later sale, {rate} % goes to the creator.</Trans>
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
