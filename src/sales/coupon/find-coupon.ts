import { addSeconds } from '#core/clock.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { networkOf } from '#src/accounts/account/network.ts'
import { codeHash } from './code.ts'

/** How many codes may be wrong; whoever has a right one needs a single try. */
export const WRONG_CODES = { within: 3_600, perAccount: 20, perNetwork: 100 }

/**
 * The id of the coupon that a code opens. A try is counted before it is looked at, so that many at
 * once do not slip through, and taken off the count again where the code is right.
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
    await uncount(ctx, tried.id)
    fail('too_many_requests', { seconds: WRONG_CODES.within })
  }
  const found = await ctx.db
    .selectFrom('coupon')
    .select('id')
    .where('code_hash', '=', codeHash(ctx.config.secret, code))
    .executeTakeFirst()
  if (!found) fail('coupon_invalid')
  await uncount(ctx, tried.id)
  return found.id
}

async function hasTriedTooOften(ctx: Ctx): Promise<boolean> {
  const tries = ctx.db
    .selectFrom('coupon_try')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('at', '>', addSeconds(ctx.now, -WRONG_CODES.within).toISOString())
  const own = await tries
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirstOrThrow()
  const near = await tries.where('network', '=', networkOf(ctx.ip)).executeTakeFirstOrThrow()
  return own.n > WRONG_CODES.perAccount || near.n > WRONG_CODES.perNetwork
}

const uncount = ({ db }: Ctx, id: number) =>
  db.deleteFrom('coupon_try').where('id', '=', id).execute()
