import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { transitionAll } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { type CouponClaim, holderOf, refuseUnusable, statusAt } from './coupon-status.ts'
import { codeOf } from './code.ts'
import type { Coupon, getCoupon, Gift, listCoupons } from './coupon.shared.ts'
import { couponTransitions } from './coupon.shared.ts'
import { findCoupon, WRONG_CODES } from './find-coupon.ts'

export const expireCoupons = job<object>('coupon.expire')
const BATCH_SIZE = 1_000

interface Row extends Gift, CouponClaim {
  id: string
  occupied_at: string | null
  used_at: string | null
  drawn: boolean
}

/** Lists the caller's coupons in every status. */
export async function list(ctx: Ctx, { limit, offset }: BodyOf<typeof listCoupons>) {
  const where = isCallers(ctx)
  const [items, counted] = await Promise.all([
    rowsOf(ctx, where, sql`order by occupied_at desc, coupon.id limit ${limit} offset ${offset}`),
    sql<{ n: number }>`select count(*) as n from coupon where ${where}`.execute(ctx.db),
  ])
  return { items: items.map((row) => ownCoupon(ctx, row)), total: counted.rows[0]!.n }
}

/** Previews the gift of a code. Refuses a code that another person has taken or that has expired. */
export async function preview(ctx: Ctx, { id: code }: BodyOf<typeof getCoupon>) {
  const id = await findCoupon(ctx, code)
  const row = (await rowsOf(ctx, sql`coupon.id = ${id}`))[0]!
  const { status, expires_at, drawn, occupied_at } = row
  refuseUnusable(row, holderOf(ctx), ctx.now)
  const gives = giftOf(row)
  const isSurprise = drawn && occupied_at === null
  return { status, gives: isSurprise ? { ...gives, number: null } : gives, expires_at }
}

/** Returns one of the caller's coupons. Refuses with `not_found`, also for another person's coupon. */
export async function couponOf(ctx: Ctx, id: string): Promise<Coupon> {
  const [row] = await rowsOf(ctx, sql`coupon.id = ${id} and ${isCallers(ctx)}`)
  return ownCoupon(ctx, row ?? fail('not_found'))
}

/** Returns the condition for coupons that the caller has, or that are set aside for their address. */
function isCallers(ctx: Ctx): RawBuilder<unknown> {
  const { account_id, email } = currentPerson(ctx)
  return sql`(occupied_by = ${account_id} or (occupied_by is null and claimed_email = ${email}))`
}

/** Expires coupons that were not handed over in time. Each expires once, however often this runs. */
export async function expire(ctx: Ctx) {
  while ((await inTx(ctx, (tx) => expireSome(tx, ctx))) > 0);
  const old = addSeconds(ctx.now, -WRONG_CODES.within).toISOString()
  await ctx.db.deleteFrom('coupon_try').where('at', '<=', old).execute()
}

/** Step: expires some of the coupons that are due. Returns how many. */
async function expireSome(tx: Tx, ctx: Ctx): Promise<number> {
  const due = await tx
    .selectFrom('coupon')
    .select('id')
    .where('status', 'in', ['valid', 'occupied'])
    .where('expires_at', '<=', ctx.now.toISOString())
    .orderBy('id')
    .limit(BATCH_SIZE)
    .forNoKeyUpdate()
    .execute()
  const at = ctx.time()
  const step = { action: 'expire', by: 'clock', at, set: { closed_at: at.toISOString() } } as const
  const ids = due.map(({ id }) => id)
  const expired = await transitionAll(tx, couponTransitions, ids, step)
  if (expired.length === 0) return 0
  await tx
    .updateTable('coupon') // forgets the addresses of people who never signed in
    .set({ claimed_email: null, claimed_from: null, occupied_at: null })
    .where('id', 'in', expired)
    .where('occupied_by', 'is', null)
    .execute()
  return expired.length
}

/**
 * Step: expires the coupons that wait for a person whose account ends, which frees their copies. Those
 * that are only claimed with an address can be taken back by their creator.
 */
export async function expireCouponsOf(tx: Tx, account_id: string, at: Date): Promise<void> {
  const held = await tx
    .selectFrom('coupon')
    .select('id')
    .where('occupied_by', '=', account_id)
    .where('status', '=', 'occupied')
    .execute()
  const ids = held.map(({ id }) => id)
  const holder = { by: 'holder', account: account_id, at } as const
  const set = { closed_at: at.toISOString() }
  await transitionAll(tx, couponTransitions, ids, { action: 'expire', ...holder, set })
}

async function rowsOf(ctx: Ctx, where: RawBuilder<unknown>, part = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select coupon.id, ${statusAt(ctx.now)} as status, coupon.expires_at, occupied_by, occupied_at,
      claimed_email, claimed_from, used_at, batch.kid, asset.title, serial.number, points, drawn
    from coupon join coupon_batch batch on batch.id = batch_id
    left join asset on asset.kid = batch.kid
    left join serial using (asset_token_id)
    where ${where} ${part}
  `.execute(ctx.db)
  return rows
}

function ownCoupon({ config }: Ctx, row: Row): Coupon {
  const { id, status, expires_at, occupied_at, used_at } = row
  const code = codeOf(config.secret, id)
  return { id, code, status, expires_at, occupied_at, used_at, gives: giftOf(row) }
}

const giftOf = ({ kid, title, number, points }: Row): Gift => ({ kid, title, number, points })
