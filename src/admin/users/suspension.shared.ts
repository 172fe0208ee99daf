import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'
import { roles } from '#src/accounts/account/account.shared.ts'

const standing = z.strictObject({
  account_id: z.uuid(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Null if the account is not suspended. One that its person deleted counts as suspended. */
  suspended_at: z.iso.datetime().nullable(),
  /** Set if its person deleted the account; username and e-mail are then a pseudonym. */
  deleted_at: z.iso.datetime().nullable(),
  /** The administrator and the reason; null if it is not suspended. */
  suspended_by: z.string().nullable(),
  reason: z.string().nullable(),
})
standing.register(z.globalRegistry, { id: 'Standing' })
export type Standing = z.output<typeof standing>

/**
 * Lists suspended people, the newest suspension first. With `who`, returns the person with exactly this
 * username or e-mail instead, suspended or not.
 */
export const listSuspensions = endpoint('GET', '/suspensions', {
  query: z.strictObject({
    who: z.string().trim().max(254).default(''),
    ...paging,
  }),
  reply: z.strictObject({ items: z.array(standing), total: z.int() }),
})

/**
 * Suspends an account or lifts its suspension, and mails the reason to its person. A suspension ends their
 * sessions and offers, and cancels the payouts that the bank does not have yet. A repeat changes nothing.
 */
export const putSuspension = endpoint('PUT', '/suspensions/{id}', {
  body: z.strictObject({
    id: z.uuid(),
    suspended: z.boolean(),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: standing,
})
