import { Trans } from '@lingui/react/macro'
import { DateTime } from '#src/ui/date-time.tsx'
import { formatCount, formatYen } from '#src/ui/yen.ts'
import type { Currency, LocalCurrency } from './currency.shared.ts'

const CENTS_BELOW = 1_000 // an approximate amount of a thousand or more shows no cents
const WITHOUT_CENTS = new Set<Currency>(['JPY', 'KRW', 'ISK']) // as in ISO 4217

/**
 * Formats `USD 16.56`, by code, as several currencies share the signs ¥ and $. Does without `Intl`
 * (`formatCount`).
 */
function formatMoney(amount: number, currency: Currency): string {
  const isWhole = amount >= CENTS_BELOW || WITHOUT_CENTS.has(currency)
  return `${currency}\u00a0${isWhole ? formatCount(Math.round(amount)) : amount.toFixed(2)}`
}

interface Props {
  yen: number
  by: LocalCurrency
}

/** Shows a price in the reader's currency for comparison; renders nothing without a rate. */
export function LocalPrice({ yen, by }: Props) {
  if (by.rate === null) return null
  return (
    <span className="text-small text-ink-2">
      <Trans>
        approx. <span className="amount">{formatMoney(yen * by.rate, by.currency)}</span>
      </Trans>
    </span>
  )
}

/**
 * Says before payment that the charge is in yen, with the approximate amount and the source of its
 * rate.
 */
export function ChargedInYen({ yen, by }: Props) {
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
