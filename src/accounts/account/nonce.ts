import { randomBytes } from 'node:crypto'
import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { createNonce } from './account.shared.ts'
import { bindBrowser } from './browser-binding.ts'
import { keyedHash } from '#core/keyed-hash.ts'

const NONCE_BYTES = 32 // the minimum that FCL accepts
const NONCE_SECONDS = 5 * 60

/**
 * Returns the application name that wallets show and sign, so that proofs for another site fail
 * here.
 */
export const appIdentifier = ({ config }: Ctx) => `Renban ${new URL(config.publicUrl).host}`

/**
 * Creates a nonce for the requesting browser, valid once and for five minutes; stores only its
 * hash.
 */
export const makeNonce = async (ctx: Ctx): Promise<ReplyOf<typeof createNonce>> => ({
  ...(await newNonce(ctx, null)),
  app_identifier: appIdentifier(ctx),
})

/** Names what a nonce is signed for: to sign in or link a wallet, or to move copies back from one. */
export type NonceUse = 'nonce' | 'move_back'

/** Creates a nonce for signing in, or for a step of an account with a wallet. */
export async function newNonce(ctx: Ctx, account_id: string | null, use: NonceUse = 'nonce') {
  const nonce = randomBytes(NONCE_BYTES).toString('hex')
  const expires_at = addSeconds(ctx.now, NONCE_SECONDS).toISOString()
  const row = { hmac: hashOf(ctx, nonce, use), browser: bindBrowser(ctx), expires_at, account_id }
  await ctx.db.insertInto('nonce').values(row).execute()
  return { nonce, expires_at }
}

/**
 * Refuses as `nonce_invalid` unless the nonce is this browser's, of this purpose, unused and fresh;
 * leaves it unused.
 */
export async function checkNonce(
  ctx: Ctx,
  nonce: string,
  account_id: string | null = null,
  use: NonceUse = 'nonce',
): Promise<void> {
  const live = await ctx.db
    .selectFrom('nonce')
    .select('hmac')
    .where('hmac', '=', hashOf(ctx, nonce, use))
    .where('browser', '=', ctx.browser)
    .where('account_id', 'is not distinct from', account_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now.toISOString())
    .executeTakeFirst()
  if (!live) fail('nonce_invalid')
}

/** Step: uses up a nonce in one statement, so that only one of many attempts succeeds. */
export async function spendNonce(
  tx: Tx,
  ctx: Ctx,
  nonce: string,
  account_id: string | null = null,
  use: NonceUse = 'nonce',
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('nonce')
    .set({ used_at: ctx.now.toISOString() })
    .where('hmac', '=', hashOf(ctx, nonce, use))
    .where('browser', '=', ctx.browser)
    .where('account_id', 'is not distinct from', account_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now.toISOString())
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) fail('nonce_invalid')
}

/** Hashes a nonce for its use, so that it serves no other. */
const hashOf = ({ config }: Ctx, nonce: string, use: NonceUse) =>
  keyedHash(config.secret, use, nonce)
