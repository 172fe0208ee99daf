import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { withholdings } from './withholding.shared.ts'

const withholding = z.enum(withholdings)
const payee = z.strictObject({
  account_id: z.uuid(),
  username: z.string(),
  email: z.string(),
  withholding,
  /** Changes with their author and reason, newest first. */
  changes: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      changed_by: z.string(),
      from_withholding: withholding,
      to_withholding: withholding,
      reason: z.string(),
    }),
  ),
})
payee.register(z.globalRegistry, { id: 'Payee' })

/** Returns whether tax is withheld from a person's payouts, with its last 100 changes. */
export const getPayee = endpoint('GET', '/payees/{account_id}', {
  query: z.strictObject({ account_id: z.uuid() }),
  reply: payee,
})

/** Sets the withholding for future requests. Payouts already requested stay as they are. */
export const putPayee = endpoint('PUT', '/payees/{account_id}', {
  body: z.strictObject({
    account_id: z.uuid(),
    withholding,
    reason: z.string().trim().min(1).max(500),
  }),
  reply: payee,
})
