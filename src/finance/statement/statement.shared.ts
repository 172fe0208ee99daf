import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { paging } from '#src/catalog/asset/asset.shared.ts'

/**
 * Why a person's balances moved. `hold`: set aside for what is not settled, or, where it adds, given
 * back; `rental`: earned, or, where it takes, paid; `other`: what no line knows yet.
 */
export const lineKinds = [
  'sale',
  'rental',
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
  /** Deals that the line adds up: 1 unless the statement is grouped. */
  count: z.int(),
  /** The first movement's; of the oldest where several are added up. */
  at: z.iso.datetime(),
  kid: z.uuid().nullable(),
  title: z.string().nullable(),
  number: z.int().nullable(),
  counterpart: z.string().nullable(),
  /** Yen that a buyer paid, of which `fee` and `royalty` went to others; 0 where it is no deal. */
  price: z.int(),
  /** The house's: of a sale its platform fee, of a payout the fee set aside with it. */
  fee: z.int(),
  royalty: z.int(),
  /** Income tax taken off what a payout sends to the bank. */
  withheld: z.int(),
  sales_change: z.int(),
  points_change: z.int(),
})
export type Line = z.output<typeof line>

/**
 * The house's fees of the month as an invoice: yen with tax, and the tax within, rounded down once.
 * It is a qualified invoice (適格請求書) where the month is over and the house was registered at its end.
 */
const invoice = z.strictObject({
  is_qualified: z.boolean(),
  issuer: z.string(),
  address: z.string(),
  /** T and 13 digits; empty where the house has none. */
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
  /** False in the current month: what stands here is so far. */
  is_over: z.boolean(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  opening: balances,
  closing: balances,
  /** Too many for a line each: added up by title. The year's file has every one. */
  is_grouped: z.boolean(),
  lines: z.array(line),
  invoice,
})
export type Statement = z.output<typeof statement>

/** The months in which one's own money moved, the newest first, from April 2023 on. */
export const listStatements = endpoint('GET', '/statements', {
  query: z.strictObject(paging),
  reply: z.strictObject({
    items: z.array(z.strictObject({ month, is_over: z.boolean() })),
    total: z.int(),
    /** The years of all those months. */
    years: z.array(year),
  }),
})

/** One's own statement of a month in Japan; `not_found` where nothing moved. */
export const getStatement = endpoint('GET', '/statements/{month}', {
  query: z.strictObject({ month }),
  reply: statement,
})

/** Every movement of one's own money in a year of Japan as a CSV file, with running balances. */
export const getStatementYear = endpoint('GET', '/statements/{year}/csv', {
  query: z.strictObject({ year }),
  reply: z.string(),
})

/** Where a year's file is fetched from. */
export const yearAddress = (of: string) => requestOf(getStatementYear, { year: of }).url
