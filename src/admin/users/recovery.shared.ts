import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'
import { roles } from '#src/accounts/account/account.shared.ts'

const recovery = z.strictObject({
  id: z.uuid(),
  new_email: z.string(),
  /** The administrator, and what they checked. */
  started_by: z.string(),
  reason: z.string(),
  started_at: z.iso.datetime(),
  /** The account moves to the new address then, unless it is cancelled. */
  due_at: z.iso.datetime(),
})

const recoverable = z.strictObject({
  account_id: z.uuid(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  deleted_at: z.iso.datetime().nullable(),
  /** The recovery that waits; null if none does. */
  recovery: recovery.nullable(),
})
recoverable.register(z.globalRegistry, { id: 'Recoverable' })
export type Recoverable = z.output<typeof recoverable>

/**
 * Lists people whose account is about to move to a new address, the soonest first. With `who`, returns the
 * person with exactly this username or e-mail instead.
 */
export const listRecoveries = endpoint('GET', '/recoveries', {
  query: z.strictObject({
    who: z.string().trim().max(254).default(''),
    ...paging,
  }),
  reply: z.strictObject({ items: z.array(recoverable), total: z.int() }),
})

const reason = z.string().trim().min(1).max(500)

/**
 * Starts the recovery of an account whose mailbox is lost. Both addresses are told at once, and the account
 * moves to the new one after the wait of the settings, unless anybody of them cancels it.
 */
export const startRecovery = endpoint('POST', '/recoveries', {
  body: z.strictObject({ account_id: z.uuid(), email, reason }),
  reply: recoverable,
})

/** Cancels a recovery that waits. */
export const cancelRecovery = endpoint('POST', '/recoveries/{id}/cancellations', {
  body: z.strictObject({ id: z.uuid(), reason }),
  reply: recoverable,
})
