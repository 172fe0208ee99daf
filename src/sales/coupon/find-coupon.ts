import { addSeconds } from '#core/clock.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { codeHash } from './code.ts'

/** The wrong codes of an account, within seconds, after which further ones have to wait. */
export const WRONG_CODES = { within: 3_600, atMost: 20 }

/**
 * Returns the id of a code's coupon; a valid code is always found. Refuses with `coupon_invalid`, or
 * with `too_many_requests` after too many wrong codes. That limit only spares the database: nobody
 * can guess one of 80 bits.
 */
export async function findCoupon(ctx: Ctx, code: string): Promise<string> {
  const found = await ctx.db
    .selectFrom('coupon')
    .select('id')
    .where('code_hash', '=', codeHash(ctx.config.secret, code))
    .executeTakeFirst()
  if (found) return found.id
  const { account_id } = currentPerson(ctx)
  const wrong = await ctx.db
    .selectFrom('coupon_try')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where('at', '>', addSeconds(ctx.now, -WRONG_CODES.within).toISOString())
    .executeTakeFirstOrThrow()
  if (wrong.count >= WRONG_CODES.atMost) fail('too_many_requests', { seconds: WRONG_CODES.within })
  await ctx.db.insertInto('coupon_try').values({ account_id, at: ctx.now.toISOString() }).execute()
  return fail('coupon_invalid')
}

/**
 * Returns the id of a festival's code, for guests. Refuses every other code with `coupon_invalid`, so
 * that guests learn nothing about it.
 */
export async function findFestivalCoupon(ctx: Ctx, code: string): Promise<string> {
  const found = await ctx.db
    .selectFrom('coupon')
    .innerJoin('coupon_batch', 'coupon_batch.id', 'batch_id')
    .select('coupon.id')
    .where('code_hash', '=', codeHash(ctx.config.secret, code))
    .where('festival', '=', true)
    .executeTakeFirst()
  return found?.id ?? fail('coupon_invalid')
}
