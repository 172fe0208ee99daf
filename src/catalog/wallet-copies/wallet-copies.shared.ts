import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { accountProof, nonceHex } from '#src/accounts/account/account.shared.ts'
import { busyCodes } from '#src/catalog/serial/busy.shared.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'

/** Copies that one request moves at most. */
export const MOVED_MAX = 100

/** Lists what keeps a copy from being moved to a wallet. */
export const moveObstacles = [
  'title_not_out',
  'serial_preparing',
  'serial_downloaded',
  ...busyCodes,
] as const
export type MoveObstacle = (typeof moveObstacles)[number]

const walletCopy = tileFacts.pick({ kid: true, title: true, poster: true }).extend({
  asset_token_id: z.uuid(),
  number: z.int(),
  in_wallet_since: z.iso.datetime().nullable(), // null: at the owner's Renban address
  blocked_by: z.enum(moveObstacles).nullable(), // null: can be moved
})
walletCopy.register(z.globalRegistry, { id: 'WalletCopy' })
export type WalletCopy = z.output<typeof walletCopy>

/**
 * Lists the caller's copies that are in one of their linked wallets, the latest move first; or, with
 * `in_wallet` false, those at their Renban address.
 */
export const listWalletCopies = endpoint('GET', '/accounts/current/wallets/{id}/copies', {
  query: z.strictObject({
    ...paging,
    id: z.uuid(),
    in_wallet: z.stringbool(),
    q: z.string().trim().max(80).optional(),
  }),
  reply: page(walletCopy).extend({ address: z.string() }), // of the wallet
})

const chosen = { id: z.uuid(), asset_token_ids: z.array(z.uuid()).min(1).max(MOVED_MAX) }
const moved = z.strictObject({ moved: z.int() }) // copies that were not there before

/**
 * Moves the caller's copies to one of their linked wallets. Only a signature of that wallet moves them
 * back. Until then they can be watched, but neither offered, lent nor downloaded. Moves all or none.
 */
export const moveToWallet = endpoint('POST', '/accounts/current/wallets/{id}/copies', {
  body: z.strictObject(chosen),
  reply: moved,
})

/** Begins to move copies back. The nonce is for this account and browser, valid once, for five minutes. */
export const beginMoveBack = endpoint('POST', '/accounts/current/wallets/{id}/returns/nonces', {
  body: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ nonce: nonceHex, expires_at: z.iso.datetime() }),
})

/** Moves copies back to the caller's Renban address; their wallet has signed the nonce of `beginMoveBack`. */
export const moveBack = endpoint('POST', '/accounts/current/wallets/{id}/returns', {
  body: z.strictObject({ ...chosen, proof: z.strictObject(accountProof) }),
  reply: moved,
})

/** Returns the path of the page of copies in a linked wallet. */
export const walletCopiesPath = (id: string) => `/account/wallets/${id}`
