import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

const amounts = { count: z.int(), amount: z.int() } // yen

/** Counts what waits for an administrator, and the sales of the last 30 days in Japan. */
export const getOverview = endpoint('GET', '/admin_overview', {
  query: z.strictObject({}),
  reply: z.strictObject({
    /** Payouts that are requested and not yet processed. */
    payouts: z.strictObject(amounts),
    /** The sentences of the books that do not hold, in English. While there is one, payouts are held. */
    differences: z.array(z.string()),
    /** Disputed card payments without a decision. */
    disputes: z.strictObject(amounts),
    /** Refunds that a card's bank refused. */
    failed_refunds: z.int(),
    /** Uploads that failed and that their creator neither repeated nor dropped. */
    failed_uploads: z.int(),
    /** Cases of reports that wait for a decision, and those past their date. */
    cases: z.strictObject({ count: z.int(), overdue: z.int() }),
    /** Brands that wait for a badge. */
    verification_requests: z.int(),
    /** Accounts that wait to move to a new address, because their mailbox is lost. */
    recoveries: z.int(),
    /** Accounts that are suspended. */
    suspended_accounts: z.int(),
    /** Jobs without attempts left. */
    failed_jobs: z.int(),
    /** How late the oldest due job is. */
    seconds_late: z.int(),
    /** The newest check of the books, and of the card provider's payments; null before the first. */
    checks: z.strictObject({
      self: z.iso.datetime().nullable(),
      card: z.iso.datetime().nullable(),
    }),
    /** The days without a gap, oldest first; the last one is today. Prices include tax and fee. */
    sales: z.array(z.strictObject({ day: z.iso.date(), ...amounts })),
  }),
})
export type Overview = z.output<typeof getOverview.reply>
