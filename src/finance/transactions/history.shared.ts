import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

/** Deals in copies. `royalty`: what a creator earns when somebody else sells a copy. */
export const dealKinds = ['buy', 'sale', 'royalty', 'rental', 'trade', 'distribution'] as const
const cashKinds = ['payout', 'payout_failed', 'payout_canceled'] as const
/**
 * `coupon`: points of one; `conversion`: earnings become points; `dispute`: a card payment was taken
 * back, and what was earned or used by it goes back too; `debt`: earnings pay what is owed since;
 * `opening`: brought forward.
 */
const balanceKinds = ['coupon', 'conversion', 'expiry', 'dispute', 'debt', 'opening'] as const
export const entryKinds = [...dealKinds, ...cashKinds, ...balanceKinds] as const
export type EntryKind = (typeof entryKinds)[number]

const entry = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(entryKinds),
  kid: z.uuid().nullable(),
  title: z.string().nullable(),
  number: z.int().nullable(),
  /** Yen that the whole balance changed by: the two changes below together. */
  amount: z.int(),
  sales_change: z.int(),
  points_change: z.int(),
  /** Of what was bought: paid by card, and from the balance. */
  card_amount: z.int(),
  balance_used: z.int(),
  /** Of a payout: what it cost, also where it failed. */
  fee: z.int(),
  /** The public name of who sold, or bought; nobody where it is none of the reader's business. */
  counterpart: z.string().nullable(),
  /** The purchase or payout it belongs to; the account where it belongs to none. */
  subject_id: z.uuid(),
  /** Of a deal: who got what of its price, and the tax within. */
  shares: z
    .strictObject({
      price: z.int(),
      platform_fee: z.int(),
      royalty: z.int(),
      net: z.int(),
      tax: z.int(),
    })
    .nullable(),
})
export type Entry = z.output<typeof entry>

const part = {
  /** A month in Japan: `YYYY-MM`. */
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(16),
  offset: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
}
/**
 * `total` counts to the end of the thousand that the page lies in; `total_is_capped` says that there
 * are more. A statement of a million rows would be read whole for every page otherwise.
 */
const page = z.strictObject({
  items: z.array(entry),
  total: z.int(),
  total_is_capped: z.boolean(),
})

/** One's own statement, newest first: one row for each deal and side, from 12 April 2023 on. */
export const listPointDetails = endpoint('GET', '/point_details', {
  query: z.strictObject({ ...part, kind: z.enum(entryKinds).optional() }),
  reply: page,
})

/** One row of one's own statement. */
export const getPointDetail = endpoint('GET', '/point_details/{id}', {
  query: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  reply: entry,
})

/** One's own deals in copies, newest first, paid from the balance or not. */
export const listTransactions = endpoint('GET', '/transactions', {
  query: z.strictObject({ ...part, type: z.enum(dealKinds).optional() }),
  reply: page,
})
