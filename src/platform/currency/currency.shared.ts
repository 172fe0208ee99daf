import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

/** The yen and what the European Central Bank publishes a reference rate of. */
export const currencies = [
  ...([
    'JPY',
    'USD',
    'EUR',
    'GBP',
    'CNY',
    'KRW',
    'HKD',
    'SGD',
    'THB',
    'IDR',
    'MYR',
    'PHP',
  ] as const),
  ...([
    'INR',
    'AUD',
    'NZD',
    'CAD',
    'MXN',
    'BRL',
    'CHF',
    'SEK',
    'NOK',
    'DKK',
    'ISK',
    'PLN',
  ] as const),
  ...(['CZK', 'HUF', 'RON', 'TRY', 'ILS', 'ZAR'] as const),
] as const
export const currency = z.enum(currencies)
export type Currency = z.output<typeof currency>

/**
 * What prices may be shown in besides the yen that are charged. `rate`: so much of it for one yen, as
 * of `rate_date`; null where there is nothing to convert, or no rate of the last seven days.
 */
export const localCurrency = z.strictObject({
  currency,
  rate: z.number().positive().nullable(),
  rate_date: z.iso.date().nullable(),
  source: z.string().nullable(), // who publishes the rate
  chosen_by: z.enum(['request', 'account', 'country', 'language']),
})
export type LocalCurrency = z.output<typeof localCurrency>

/** The currency of who asks: as the request says, the account, the country, or the language. */
export const getUserLocalCurrency = endpoint('GET', '/currencies/user_local_currency', {
  query: z.strictObject({ user_currency: currency.optional() }),
  reply: localCurrency,
})
