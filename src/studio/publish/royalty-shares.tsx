import { Trans } from '@lingui/react/macro'
import { shares } from '#core/money.ts'
import { PriceShares } from '#src/sales/listing/price-shares.tsx'
import { formatYen } from '#src/ui/yen.ts'

/** The creator's proceeds at a price, from a first sale and from each resale. The rate is in per cent. */
export function RoyaltyShares(props: {
  kid?: string
  price: number | null | undefined
  /** Zero if copies cannot be sold again. */
  royaltyRate: number | undefined
}) {
  const { kid, price, royaltyRate = 0 } = props
  const isPrice = Number.isInteger(price) && price! >= 10 && price! <= 9_999_999
  const royaltyRateBp = Math.round(royaltyRate * 100) || 0
  const { royalty } = shares(isPrice ? price! : 0, { feeRateBp: 0, royaltyRateBp })
  return (
    <PriceShares of={{ kid }} price={isPrice ? price! : undefined}>
      {royalty > 0 && (
        <Trans>You also receive {formatYen(royalty)} from each resale at this price.</Trans>
      )}
    </PriceShares>
  )
}
