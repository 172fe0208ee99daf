import { Trans } from '@lingui/react/macro'
import { shares } from '#core/money.ts'
import { PriceShares } from '#src/sales/listing/price-shares.tsx'
import { formatYen } from '#src/ui/yen.ts'

/** The creator's proceeds at the minimum price, from a first sale and from each resale. Rates are per cent. */
export function MinimumPriceShares(props: {
  kid?: string
  price: number | undefined
  royaltyRate: number | undefined
}) {
  const { kid, price, royaltyRate = 0 } = props
  const isPrice = Number.isInteger(price) && price! >= 10 && price! <= 9_999_999
  const royaltyRateBp = Math.round(royaltyRate * 100) || 0
  const { royalty } = shares(isPrice ? price! : 0, { feeRateBp: 0, royaltyRateBp })
  return (
    <PriceShares of={{ kid }} price={isPrice ? price : undefined}>
      <Trans>Of each later sale at this price {formatYen(royalty)} come to you.</Trans>
    </PriceShares>
  )
}
