import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

const ownRecovery = z.strictObject({
  new_email: z.string(),
  started_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
})
ownRecovery.register(z.globalRegistry, { id: 'OwnRecovery' })
export type OwnRecovery = z.output<typeof ownRecovery>

/** Returns the recovery of the caller's account that waits, if there is one. */
export const getOwnRecovery = endpoint('GET', '/accounts/current/recovery', {
  query: z.strictObject({}),
  reply: z.strictObject({ recovery: ownRecovery.nullable() }),
})

/** Cancels the recovery of the caller's account that waits. */
export const cancelOwnRecovery = endpoint('DELETE', '/accounts/current/recovery', {
  query: z.strictObject({}),
  reply: z.undefined(),
})

/** Cancels a recovery by the token of the link that was mailed to the old address. It works once. */
export const cancelRecoveryByLink = endpoint('POST', '/recoveries/cancellations', {
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  reply: z.undefined(),
})
