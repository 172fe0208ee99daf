import { Trans } from '@lingui/react/macro'
import { DateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { formatMoney, type LocalPriceProps } from './local-price.tsx'

/**
 * Says before payment that the charge is in yen, with the approximate amount and the source of its
 * rate.
 */
export function ChargedInYen({ yen, by }: LocalPriceProps) {
  if (by.rate === null || by.rate_date === null) return null
  return (
    <p className="text-hint text-ink-2">
      <Trans>
        You pay {formatYen(yen)} in yen. For comparison: approx.{' '}
        <span className="amount">{formatMoney(yen * by.rate, by.currency)}</span> at the rate of{' '}
        <DateTime at={by.rate_date} detail="day" /> ({by.source}). Your card’s rate may differ.
      </Trans>
    </p>
  )
}
