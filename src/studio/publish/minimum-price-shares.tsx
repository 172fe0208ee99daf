import { Trans } from '@lingui/react/macro'
import { shares } from '#core/money.ts'
import { PriceShares } from '#src/sales/listing/price-shares.tsx'
import { formatYen } from '#src/ui/yen.ts'

/** What a first sale at the lowest price brings, and each later sale; the rate is per cent. */
export function LowestShares(props: {
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
