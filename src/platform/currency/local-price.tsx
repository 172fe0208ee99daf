import { Trans } from '@lingui/react/macro'
import { DateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { LocalCurrency } from './currency.shared.ts'

const CENTS_BELOW = 1_000 // an approximate amount of a thousand or more shows no cents

const formatters = new Map<string, Intl.NumberFormat>()

/** Formats `USD 16.56`, by code, as several currencies share the signs ¥ and $. */
function formatMoney(amount: number, currency: string): string {
  const digits = amount < CENTS_BELOW ? undefined : 0
  const key = `${currency} ${digits}`
  const format =
    formatters.get(key) ??
    new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      ...(digits === 0 && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
    })
  formatters.set(key, format)
  return format.format(amount)
}

interface Props {
  yen: number
  by: LocalCurrency
}

/** Shows a price in the reader's currency for comparison; renders nothing without a rate. */
export function LocalPrice({ yen, by }: Props) {
  if (by.rate === null) return null
  return (
    <span className="text-small whitespace-nowrap text-ink-2">
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
