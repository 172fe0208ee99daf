import type { Ctx } from '#core/context.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import type { claimMail } from './claim-mail.shared.ts'

/**
 * Reads the mail about a claimed code. Undefined once its gift was handed over or has expired. It waits while
 * the title is hidden.
 */
export async function readClaim(ctx: Ctx, { id, lang }: AboutOf<typeof claimMail>) {
  const row = await ctx.db
    .selectFrom('coupon')
    .innerJoin('coupon_batch', 'coupon_batch.id', 'batch_id')
    .leftJoin('asset', 'asset.kid', 'coupon_batch.kid')
    .leftJoin('serial', 'serial.asset_token_id', 'coupon.asset_token_id')
    .select(['claimed_email', 'title', 'is_public', 'number', 'points', 'coupon.expires_at'])
    .where('coupon.id', '=', id)
    .where('coupon.status', '=', 'occupied')
    .executeTakeFirst()
  if (!row?.claimed_email || row.expires_at <= ctx.now.toISOString()) return undefined
  if (row.is_public === false) return 'waits'
  const { claimed_email: to, title, number, points, expires_at } = row
  const copy = title !== null && number !== null ? { title, number } : null
  const facts = { copy, points: points ?? 0, expires_at }
  const address = keyedHash(ctx.config.secret, 'coupon mail', to).slice(0, 16)
  return { id: `coupon.${id}.${address}`, to, account_id: null, lang, facts }
}
