import { addSeconds } from '#core/clock.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { networkOf } from '#src/accounts/account/rate-limit-network.ts'
import { codeHash } from './code.ts'

/** The limits on wrong codes per account and per network. `within` is in seconds. */
export const GUESS_LIMITS = { within: 3_600, perAccount: 20, perNetwork: 100 }

/**
 * Returns the id of a code's coupon. Refuses with `coupon_invalid`, or with `too_many_requests` after
 * too many wrong codes. A try is counted before the code is checked, so that concurrent tries cannot
 * slip through, and is removed again if the code is right.
 */
export async function findCoupon(ctx: Ctx, code: string): Promise<string> {
  const tried = await ctx.db
    .insertInto('coupon_try')
    .values({
      account_id: currentPerson(ctx).account_id,
      network: networkOf(ctx.ip),
      at: ctx.now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (await hasTriedTooOften(ctx)) {
    await forgetTry(ctx, tried.id)
    fail('too_many_requests', { seconds: GUESS_LIMITS.within })
  }
  const found = await ctx.db
    .selectFrom('coupon')
    .select('id')
    .where('code_hash', '=', codeHash(ctx.config.secret, code))
    .executeTakeFirst()
  if (!found) fail('coupon_invalid')
  await forgetTry(ctx, tried.id)
  return found.id
}

async function hasTriedTooOften(ctx: Ctx): Promise<boolean> {
  const tries = ctx.db
    .selectFrom('coupon_try')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('at', '>', addSeconds(ctx.now, -GUESS_LIMITS.within).toISOString())
  const own = await tries
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirstOrThrow()
  const near = await tries.where('network', '=', networkOf(ctx.ip)).executeTakeFirstOrThrow()
  return own.n > GUESS_LIMITS.perAccount || near.n > GUESS_LIMITS.perNetwork
}

const forgetTry = ({ db }: Ctx, id: number) =>
  db.deleteFrom('coupon_try').where('id', '=', id).execute()
