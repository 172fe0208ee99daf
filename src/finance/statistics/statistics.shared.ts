import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'

// Amounts are yen paid by buyers, including tax and fee; counts are deals.
const amounts = z.strictObject({
  primary_sale: z.int(),
  secondary_sale: z.int(),
  primary_rental: z.int(),
  secondary_rental: z.int(),
  primary_sale_count: z.int(),
  secondary_sale_count: z.int(),
  primary_rental_count: z.int(),
  secondary_rental_count: z.int(),
  sale_count: z.int(), // of all four
  total_price: z.int(), // of all four
  distribution_to_creator: z.int(), // the creator's share in yen
})
export type Amounts = z.output<typeof amounts>
export const amountNames = amounts.keyof().options

const brandSums = amounts.extend({
  brand_id: z.uuid().nullable(),
  brand_name: z.string().nullable(),
})
export type BrandSums = z.output<typeof brandSums>

const titleSums = brandSums.extend({ kid: z.uuid(), title: z.string() })
export type TitleSums = z.output<typeof titleSums>

const month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/)

/**
 * Returns the sales of a month in Japan (`YYYY-MM`, by default the current one) by brand and title.
 * Administrators see all titles, creators their own. `format=csv` returns the whole month as a file,
 * regardless of the page.
 */
export const listTransactionStatistics = endpoint('GET', '/statistics/transactions', {
  query: z.strictObject({
    month: month.optional(),
    format: z.enum(['json', 'csv']).default('json'),
    ...paging,
  }),
  file: ['text/csv'],
  reply: z.strictObject({
    month,
    months: z.array(month), // from the current one back to the first sale's
    items: z.array(titleSums),
    total: z.int(), // titles with deals
    totals: amounts, // of the whole month, not of the page
    brands: z.array(brandSums), // largest first
  }),
})
export type Statistics = z.output<typeof listTransactionStatistics.reply>

/** Returns the address of a month's CSV file. */
export const csvAddress = (of: string) =>
  requestOf(listTransactionStatistics, { month: of, format: 'csv' }).url
