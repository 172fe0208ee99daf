import { sql } from 'kysely'
import { latest } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail, isRefusal } from '#core/errors.ts'
import { transition } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { earlierReply, once } from '#core/http/idempotency.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { takeCarriedCode } from '#src/accounts/account/coupon-code-cookie.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import type { Offer } from '#src/sales/deal/deal.ts'
import { handoverRefusal } from '#src/sales/purchase/handover.ts'
import { lockOffers } from '#src/sales/purchase/offers.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { type CouponClaim, holderOf, isFree, refuseUnusable } from './coupon-status.ts'
import {
  carriedRefusals,
  couponTransitions,
  type occupyCarried,
  type occupyCoupon,
  type OccupiedCoupon,
} from './coupon.shared.ts'
import { couponOf } from './coupon.ts'
import { findCoupon } from './find-coupon.ts'

/**
 * Binds a coupon to the caller and hands over its gift. If a holding limit, the region or the hiding of
 * the title forbids that for now, the coupon stays occupied and `hindered_by` has the reason.
 */
export async function occupy(
  ctx: Ctx,
  { id: code }: BodyOf<typeof occupyCoupon>,
): Promise<OccupiedCoupon> {
  const id = await findCoupon(ctx, code)
  const hindered_by = await once(ctx, { id }, (tx) => redeem(tx, ctx, id))
  return { ...(await couponOf(ctx, id)), hindered_by }
}

/**
 * Occupies the coupon whose code was carried through the sign-in. The first answer deletes the cookie
 * with the code, so a repeat is answered from the stored reply, which holds no code.
 */
export async function occupyCarriedCode(ctx: Ctx): Promise<ReplyOf<typeof occupyCarried>> {
  const code = takeCarriedCode(ctx)
  try {
    const earlier = await earlierReply<Carried>(ctx, {})
    const done = earlier ?? (code ? await occupyOnce(ctx, code) : await occupyClaimed(ctx))
    if (!done) return { coupon: null, refused: null }
    const { id, hindered_by } = done
    return { coupon: { ...(await couponOf(ctx, id)), hindered_by }, refused: null }
  } catch (error) {
    const refused = isRefusal(error) && carriedRefusals.find((one) => one === error.code)
    if (refused) return { coupon: null, refused }
    throw error
  }
}

interface Carried {
  id: string
  hindered_by: OccupiedCoupon['hindered_by']
}

async function occupyOnce(ctx: Ctx, code: string): Promise<Carried> {
  const id = await findCoupon(ctx, code)
  return once(ctx, {}, async (tx) => ({ id, hindered_by: await redeem(tx, ctx, id) }))
}

/**
 * Hands over the gifts that are set aside for the caller's address, each in a transaction of its own, except
 * the caller's own: a refusal would keep those after it.
 * Returns the last one, which stores the reply for a repeated request.
 */
async function occupyClaimed(ctx: Ctx): Promise<Carried | undefined> {
  const { account_id, email } = currentPerson(ctx)
  const claimed = await ctx.db
    .selectFrom('coupon')
    .innerJoin('coupon_batch as batch', 'batch.id', 'batch_id')
    .select('coupon.id')
    .where('issuer', '<>', account_id)
    .where('claimed_email', '=', email)
    .where('occupied_by', 'is', null)
    .where('coupon.expires_at', '>', ctx.now.toISOString())
    .orderBy('occupied_at')
    .execute()
  if (claimed.length === 0) return earlierReply(ctx, {}) // the same request may just have ended
  let last: Carried | undefined
  for (const [i, { id }] of claimed.entries()) {
    const redeemNext = async (tx: Tx) => {
      const hindered_by = await redeemClaim(tx, ctx, id)
      return hindered_by === undefined ? last : { id, hindered_by }
    }
    const isLast = i === claimed.length - 1
    last = isLast ? await once(ctx, {}, redeemNext) : await inTx(ctx, redeemNext)
  }
  return last
}

interface LockedCoupon extends CouponClaim {
  id: string
  issuer: string
  asset_token_id: string | null
  points: number | null
}

/** Redeems a coupon whose code the caller has sent. */
const redeem = async (tx: Tx, ctx: Ctx, id: string) => take(tx, ctx, await locked(tx, ctx, id))

/** Redeems a coupon that was claimed for the caller. Undefined if the claim was taken back meanwhile. */
async function redeemClaim(tx: Tx, ctx: Ctx, id: string) {
  const delivery = await locked(tx, ctx, id)
  return isFree(delivery.coupon) ? undefined : take(tx, ctx, delivery)
}

/** Locks person, copy and coupon in the lock order. */
async function locked(tx: Tx, ctx: Ctx, id: string): Promise<Delivery> {
  const person = currentPerson(ctx).account_id
  const { asset_token_id } = await tx
    .selectFrom('coupon')
    .select('asset_token_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await lockActor(tx, person)
  const ids = asset_token_id ? [asset_token_id] : []
  const { offers, at: locked_at } = await lockOffers(tx, ids, ctx.time)
  const coupon = await lockCoupon(tx, id)
  return { coupon, offers, at: latest([locked_at, ctx.time()]) }
}

/** Decides on a locked coupon, binds it to the caller and hands its gift over. */
async function take(tx: Tx, ctx: Ctx, delivery: Delivery): Promise<OccupiedCoupon['hindered_by']> {
  const { coupon, at } = delivery
  const { id } = coupon
  const person = currentPerson(ctx).account_id
  refuseUnusable(coupon, holderOf(ctx), ctx.now)
  if (coupon.issuer === person) fail('coupon_apply_failed')
  if (coupon.status === 'used') return null
  if (coupon.occupied_by === null) {
    const taken = { occupied_by: person, occupied_at: at.toISOString() }
    const set = { ...taken, claimed_email: null, claimed_from: null }
    const holder = { by: 'holder', account: person, at } as const
    await transition(tx, couponTransitions, id, { action: 'occupy', ...holder, set })
  }
  return deliver(tx, ctx, delivery)
}

async function lockCoupon(tx: Tx, id: string): Promise<LockedCoupon> {
  const { rows } = await sql<LockedCoupon>`
    select coupon.id, status, coupon.expires_at, occupied_by, claimed_email, claimed_from,
      asset_token_id, issuer, points
    from coupon join coupon_batch batch on batch.id = batch_id
    where coupon.id = ${id} for no key update of coupon
  `.execute(tx)
  return rows[0]!
}

interface Delivery {
  coupon: LockedCoupon
  offers: Map<string, Offer>
  at: Date
}

async function deliver(tx: Tx, ctx: Ctx, { coupon, offers, at }: Delivery) {
  const { id, asset_token_id } = coupon
  const offer = asset_token_id ? offers.get(asset_token_id) : undefined
  if (asset_token_id && !offer) return { code: 'title_hidden', params: {} } as const
  const reason = offer && (await handoverRefusal(tx, ctx, offer, offers))
  if (reason) return reason
  const person = currentPerson(ctx).account_id
  if (offer) await giveNumber(tx, person, coupon, offer, at)
  else await givePoints(tx, person, coupon, at)
  const set = { used_at: at.toISOString() }
  await transition(tx, couponTransitions, id, { action: 'deliver', by: 'platform', at, set })
  return null
}

async function giveNumber(
  tx: Tx,
  person: string,
  { id, issuer }: LockedCoupon,
  offer: Offer,
  at: Date,
) {
  const { asset_token_id, kid, number, owner } = offer
  if (owner !== issuer) throw new Error('a copy held by a coupon has changed its owner')
  await transferSerials(tx, [{ asset_token_id, to: person }], at)
  const change = { asset_token_id, kid, number, kind: 'coupon', subject_id: id } as const
  await record(tx, [{ ...change, from: issuer, to: person }], at)
}

async function givePoints(tx: Tx, account_id: string, { id, points }: LockedCoupon, at: Date) {
  if (points === null) throw new Error('a coupon without a copy has no points')
  const ledger = await lockBalances(tx, [account_id])
  const [debit, credit] = [{ kind: 'points_issued' }, { account_id, kind: 'points' }] as const
  const transfer = { debit, credit, amount: points, reason: 'coupon', subject_id: id } as const
  await post(tx, ledger, [transfer], at)
}
