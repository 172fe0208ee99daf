import { randomBytes } from 'node:crypto'
import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { createNonce } from './account.shared.ts'
import { bindBrowser } from './browser.ts'
import { keyedHash } from './keyed-hash.ts'

const NONCE_BYTES = 32 // the least that FCL accepts
const NONCE_SECONDS = 5 * 60

/** What wallets show as the one who asks, and sign: proofs for another site are none for ours. */
export const appIdentifier = ({ config }: Ctx) => `Renban ${new URL(config.publicUrl).host}`

/** A value to sign: for five minutes, for one use, for whoever asks. Kept as a hash only. */
export async function makeNonce(ctx: Ctx): Promise<ReplyOf<typeof createNonce>> {
  const nonce = randomBytes(NONCE_BYTES).toString('hex')
  const expires_at = addSeconds(ctx.now, NONCE_SECONDS).toISOString()
  const row = { hmac: hashOf(ctx, nonce), browser: bindBrowser(ctx), expires_at }
  await ctx.db.insertInto('nonce').values(row).execute()
  return { nonce, app_identifier: appIdentifier(ctx), expires_at }
}

/** Refuses a nonce that is not ours, not this browser's, used or too old; leaves it unused. */
export async function checkNonce(ctx: Ctx, nonce: string): Promise<void> {
  const live = await ctx.db
    .selectFrom('nonce')
    .select('hmac')
    .where('hmac', '=', hashOf(ctx, nonce))
    .where('browser', '=', ctx.browser)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now.toISOString())
    .executeTakeFirst()
  if (!live) fail('nonce_invalid')
}

/** Step: uses a nonce up, in one statement, so that of many at once one gets it. */
export async function spendNonce(tx: Tx, ctx: Ctx, nonce: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('nonce')
    .set({ used_at: ctx.now.toISOString() })
    .where('hmac', '=', hashOf(ctx, nonce))
    .where('browser', '=', ctx.browser)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now.toISOString())
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) fail('nonce_invalid')
}

const hashOf = ({ config }: Ctx, nonce: string) => keyedHash(config.secret, 'nonce', nonce)
