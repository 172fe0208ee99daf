import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointRead } from '#core/http/ask.ts'
import type { CopyDeal } from '#src/sales/deal/deal.shared.ts'
import { Gap } from '#src/ui/gap.tsx'
import { SharesBar } from '#src/ui/shares-bar.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { useSettled } from '#src/ui/use-settled.ts'
import { formatYen } from '#src/ui/yen.ts'
import { calculateProfit } from './listing.shared.ts'
import { useShares } from './price-breakdown.tsx'

/**
 * Shows beside a price field who would get which share, fetched when the typing pauses. `of` names
 * the copy or the title; it is empty for a title that is being created.
 */
export function PriceShares(props: {
  of: { kid?: string; asset_token_id?: string; kind?: CopyDeal }
  price: number | undefined
  children?: React.ReactNode
}) {
  const { of, price, children } = props
  const settled = useSettled(price)
  const read = useEndpointRead(
    calculateProfit,
    settled === undefined ? undefined : { ...of, price: settled },
  )
  const profit = read.reply
  const sharesOf = useShares(of.kind ?? 'sale')
  const [last, setLast] = useState(profit)
  if (profit && profit !== last) setLast(profit)
  const shown = profit ?? last // the last result stays until the next, so the layout does not jump
  if (read.error && price !== undefined)
    return (
      <div className="min-h-22">
        <ReadFailed read={read} />
      </div>
    )
  if (!shown)
    return (
      <p className="min-h-22 text-small text-ink-2">
        <Trans>Enter a price to see how it is split.</Trans>
      </p>
    )
  return (
    <div className="grid min-h-22 content-start gap-4" aria-live="polite">
      <div className="grid gap-2.5">
        <SharesBar total={shown.price} shares={sharesOf(shown)} />
        <p className="text-small text-ink-2">
          <Trans>Includes {formatYen(shown.tax)} consumption tax.</Trans>
          <Gap />
          <span className={price === shown.price ? undefined : 'invisible'}>{children}</span>
        </p>
      </div>
      {shown.needs_balance && (
        <Note>
          <Trans>Below the card minimum. Buyers would need balance.</Trans>
        </Note>
      )}
    </div>
  )
}
