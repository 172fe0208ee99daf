import { Trans } from '@lingui/react/macro'
import { formatCount } from '#src/ui/yen.ts'
import type { Currency, LocalCurrency } from './currency.shared.ts'

const CENTS_BELOW = 1_000 // an approximate amount of a thousand or more shows no cents
const WITHOUT_CENTS = new Set<Currency>(['JPY', 'KRW', 'ISK']) // as in ISO 4217

/**
 * Formats `USD 16.56`, by code, as several currencies share the signs ¥ and $. Does without `Intl`
 * (`formatCount`).
 */
export function formatMoney(amount: number, currency: Currency): string {
  const isWhole = amount >= CENTS_BELOW || WITHOUT_CENTS.has(currency)
  return `${currency}\u00a0${isWhole ? formatCount(Math.round(amount)) : amount.toFixed(2)}`
}

export interface LocalPriceProps {
  yen: number
  by: LocalCurrency
}

/** Shows a price in the reader's currency for comparison; renders nothing without a rate. */
export function LocalPrice({ yen, by }: LocalPriceProps) {
  if (by.rate === null) return null
  return (
    <span className="text-small text-ink-2">
      <Trans>
        approx. <span className="amount">{formatMoney(yen * by.rate, by.currency)}</span>
      </Trans>
    </span>
  )
}
