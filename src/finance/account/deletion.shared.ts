import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { confirmation } from '#src/accounts/account/passkey-proof.shared.ts'

/** Lists what must be settled before an account can be deleted. */
export const obstacles = [
  'administrator',
  'works', // titles, brands and coupons of a creator
  'sales_balance',
  'points',
  'payouts',
  'debt',
  'payments', // begun by card, as buyer or seller
  'disputes',
  'rented_out', // copies that others rent or borrow
  'rented', // copies that the person rents or borrows
] as const
export type ObstacleKind = (typeof obstacles)[number]

const obstacle = z.strictObject({
  kind: z.enum(obstacles),
  value: z.int(), // yen for balances, a number for others
})
export type Obstacle = z.output<typeof obstacle>

const deletionTerms = z.strictObject({
  obstacles: z.array(obstacle), // none: the account can be deleted
  copies: z.int(), // stay with the deleted account, so nobody can have them any more
})
deletionTerms.register(z.globalRegistry, { id: 'DeletionTerms' })
export type DeletionTerms = z.output<typeof deletionTerms>

/** Returns what prevents the caller from deleting their account, and what they would give up. */
export const getDeletionTerms = endpoint('GET', '/accounts/current/deletion', {
  query: z.strictObject({}),
  reply: deletionTerms,
})

/**
 * Deletes the caller's account for ever, with a code of the purpose `deletion` or a passkey. `copies` is
 * the number of copies that the caller gives up; any other than they own is refused.
 */
export const deleteAccount = endpoint('POST', '/accounts/current/deletion', {
  body: z.strictObject({ copies: z.int().min(0), ...confirmation }),
  reply: z.strictObject({ deleted_at: z.iso.datetime() }),
})
