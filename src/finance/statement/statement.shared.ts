import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'

/**
 * The reasons for which a person's balances change. `hold` is money set aside for a pending purchase
 * (negative) or released again (positive). `rental` and `trade` are earned (positive) or paid (negative);
 * `trade` is a top-up. `other` is any reason without a kind of its own.
 */
export const lineKinds = [
  'sale',
  'rental',
  'trade',
  'royalty',
  'buy',
  'hold',
  'distribution',
  'payout',
  'payout_return',
  'conversion',
  'expiry',
  'coupon',
  'dispute',
  'debt',
  'opening',
  'other',
] as const
export type LineKind = (typeof lineKinds)[number]

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
const year = z.string().regex(/^20\d{2}$/)

const balances = z.strictObject({ sales: z.int(), points: z.int() })
export type StatementBalances = z.output<typeof balances>

const line = z.strictObject({
  kind: z.enum(lineKinds),
  /** The number of deals in the line; 1 unless `is_grouped`. */
  count: z.int(),
  /** The time of the line's first movement. */
  at: z.iso.datetime(),
  kid: z.uuid().nullable(),
  title: z.string().nullable(),
  number: z.int().nullable(),
  counterpart: z.string().nullable(),
  /** Yen that the buyer paid, including `fee` and `royalty`; 0 if the line is not a deal. */
  price: z.int(),
  /** The platform fee of a sale or rental, or the fee set aside with a payout, in yen. */
  fee: z.int(),
  royalty: z.int(),
  /** Income tax withheld from a payout, in yen; negative if the payout returned. */
  withheld: z.int(),
  sales_change: z.int(),
  points_change: z.int(),
})
export type Line = z.output<typeof line>

/**
 * The invoice for the platform's fees of the month: yen including tax, and the tax within, rounded down
 * once. Fees that were given back count against it, so it may be negative. It is a qualified invoice
 * (適格請求書) if the month is over and the operator was registered at its end.
 */
const invoice = z.strictObject({
  is_qualified: z.boolean(),
  issuer: z.string(),
  address: z.string(),
  /** T and 13 digits; empty if the operator has none. */
  invoice_number: z.string(),
  recipient: z.string(),
  platform_fee: z.int(),
  payout_fee: z.int(),
  distribution_fee: z.int(),
  total: z.int(),
  tax: z.int(),
})
export type Invoice = z.output<typeof invoice>

const statement = z.strictObject({
  month,
  /** False for the current month, whose statement is provisional. */
  is_over: z.boolean(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  opening: balances,
  closing: balances,
  /** True if the month has too many deals for a line each. The year's CSV file lists every movement. */
  is_grouped: z.boolean(),
  lines: z.array(line),
  invoice,
})
statement.register(z.globalRegistry, { id: 'Statement' })
export type Statement = z.output<typeof statement>

/** Lists the months with movements of the caller's money, newest first, from April 2023 on. */
export const listStatements = endpoint('GET', '/statements', {
  query: z.strictObject(paging),
  reply: z.strictObject({
    items: z.array(z.strictObject({ month, is_over: z.boolean() })),
    total: z.int(),
    /** The years of all these months. */
    years: z.array(year),
  }),
})

/** Returns the caller's statement of a month in Japan. Refuses `not_found` if it has no movements. */
export const getStatement = endpoint('GET', '/statements/{month}', {
  query: z.strictObject({ month }),
  reply: statement,
})

/** Returns every movement of the caller's money in a year in Japan as CSV, with running balances. */
export const getStatementYear = endpoint('GET', '/statements/{year}/csv', {
  query: z.strictObject({ year }),
  file: ['text/csv'],
  reply: z.string(),
})

/** Returns the address of a year's CSV file. */
export const yearAddress = (of: string) => requestOf(getStatementYear, { year: of }).url
