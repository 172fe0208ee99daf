import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

/** The yen and the currencies with a reference rate of the European Central Bank. */
// oxfmt-ignore
export const currencies = [
  'JPY', 'USD', 'EUR', 'GBP', 'CNY', 'KRW', 'HKD', 'SGD', 'THB', 'IDR', 'MYR', 'PHP',
  'INR', 'AUD', 'NZD', 'CAD', 'MXN', 'BRL', 'CHF', 'SEK', 'NOK', 'DKK', 'ISK', 'PLN',
  'CZK', 'HUF', 'RON', 'TRY', 'ILS', 'ZAR',
] as const
export const currency = z.enum(currencies)
export type Currency = z.output<typeof currency>

/**
 * The currency in which prices are shown beside the charged yen. `rate` is the amount per yen, as
 * of `rate_date`; null for the yen itself, or without a rate from the last seven days.
 */
export const localCurrency = z.strictObject({
  currency,
  rate: z.number().positive().nullable(),
  rate_date: z.iso.date().nullable(),
  source: z.string().nullable(), // the publisher of the rate
  chosen_by: z.enum(['request', 'account', 'country', 'language']),
})
localCurrency.register(z.globalRegistry, { id: 'LocalCurrency' })
export type LocalCurrency = z.output<typeof localCurrency>

/**
 * Returns the caller's currency: from the request, else the account, the country or the language.
 */
export const getUserLocalCurrency = endpoint('GET', '/currencies/user_local_currency', {
  query: z.strictObject({ user_currency: currency.optional() }),
  reply: localCurrency,
})
