import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'

/**
 * The kinds of deals in copies. `royalty` is a creator's share of another person's sale. A `trade`
 * without yen names the copy that the reader got; one with yen, the copy that its payer got.
 */
export const dealEntryKinds = ['buy', 'sale', 'royalty', 'rental', 'trade', 'distribution'] as const
const cashKinds = ['payout', 'payout_failed', 'payout_canceled'] as const
/**
 * The other kinds. `coupon`: points from a coupon. `conversion`: earnings became points. `dispute`: a
 * card payment was charged back, and earnings and balance used with it went back. `debt`: earnings
 * paid a debt from such a dispute. `opening`: brought forward.
 */
const balanceKinds = ['coupon', 'conversion', 'expiry', 'dispute', 'debt', 'opening'] as const
export const entryKinds = [...dealEntryKinds, ...cashKinds, ...balanceKinds] as const
export type EntryKind = (typeof entryKinds)[number]

const entry = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(entryKinds),
  kid: z.uuid().nullable(),
  title: z.string().nullable(),
  number: z.int().nullable(),
  /** The change of the whole balance in yen: the sum of the two changes below. */
  amount: z.int(),
  sales_change: z.int(),
  points_change: z.int(),
  /** Yen paid by card and from the balance; 0 unless the entry is a purchase, or the renter's rental. */
  card_amount: z.int(),
  balance_used: z.int(),
  /** The fee of a payout in yen, also of a failed one that was charged. */
  fee: z.int(),
  /** The username of the seller, buyer or trader; null if the reader may not see it. */
  counterpart: z.string().nullable(),
  /** The id of the purchase, payout or trade, or of the account if there is none. */
  subject_id: z.uuid(),
  /** The shares of a deal's price and the tax within it, in yen; null for other entries. */
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
entry.register(z.globalRegistry, { id: 'Entry' })
export type Entry = z.output<typeof entry>

const part = {
  /** A month in Japan: `YYYY-MM`. */
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional(),
  ...paging,
}
/**
 * A page of entries. `total` counts up to the next multiple of 1,000 after the page, so a long history
 * is not read whole. `total_is_capped` is true if there are more.
 */
const page = z.strictObject({
  items: z.array(entry),
  total: z.int(),
  total_is_capped: z.boolean(),
})

/** Lists the caller's entries, newest first, one per deal and side, from 12 April 2023 on. */
export const listPointDetails = endpoint('GET', '/point_details', {
  query: z.strictObject({ ...part, kind: z.enum(entryKinds).optional() }),
  reply: page,
})

/** Returns one of the caller's entries. Refuses `not_found`. */
export const getPointDetail = endpoint('GET', '/point_details/{id}', {
  query: z.strictObject({ id: z.union([z.string().regex(/^\d{1,18}$/), z.uuid()]) }),
  reply: entry,
})

/** Lists the caller's deals in copies, newest first, however they were paid. */
export const listTransactions = endpoint('GET', '/transactions', {
  query: z.strictObject({ ...part, type: z.enum(dealEntryKinds).optional() }),
  reply: page,
})
