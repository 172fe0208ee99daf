import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'
import { accountProof, nonceHex } from './account.shared.ts'
import { confirmation } from './passkey-proof.shared.ts'

export const WALLETS_MAX = 5

const linkedWallet = z.strictObject({
  id: z.uuid(),
  address: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
  copies: z.int(), // that were moved to it
})
linkedWallet.register(z.globalRegistry, { id: 'LinkedWallet' })
export type LinkedWallet = z.output<typeof linkedWallet>

/** Lists the external wallets that the caller has linked, the oldest first. */
export const listLinkedWallets = endpoint('GET', '/accounts/current/wallets', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(linkedWallet), total: z.int() }),
})

/**
 * Begins to link an external wallet, given a code with the purpose `wallet` or a passkey's proof. The
 * nonce is for this account and browser, valid once, for five minutes.
 */
export const beginWallet = endpoint('POST', '/accounts/current/wallets/nonces', {
  body: z.strictObject(confirmation),
  reply: z.strictObject({ nonce: nonceHex, expires_at: z.iso.datetime() }),
})

/** Links the external wallet that has signed the nonce of `beginWallet`, for our origin. */
export const linkWallet = endpoint('POST', '/accounts/current/wallets', {
  body: z.strictObject(accountProof),
  reply: linkedWallet,
})

/** Unlinks one of the caller's wallets, given a code with the purpose `wallet` or a passkey's proof. */
export const unlinkWallet = endpoint('POST', '/accounts/current/wallets/{id}/unlink', {
  body: z.strictObject({ id: z.uuid(), ...confirmation }),
  reply: z.undefined(),
})
