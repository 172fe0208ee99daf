import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { fail, isRefusal } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { bindBrowser } from '#src/accounts/account/browser-binding.ts'
import { carriedCode } from '#src/accounts/account/coupon-code-cookie.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { claimMail } from './claim-mail.shared.ts'
import { type CouponClaim, holderOf, isOf, refuseUnusable, statusAt } from './coupon-status.ts'
import {
  type CarriedCoupon,
  type claimCoupon,
  carriedRefusals,
  couponTransitions,
  type getCarriedCoupon,
  type Gift,
} from './coupon.shared.ts'
import { findFestivalCoupon } from './find-coupon.ts'

/** Most people sign in at once; only the others need a mail that tells them to. */
const MAIL_AFTER_SECONDS = 600

interface Row extends Gift, CouponClaim {
  tile: NonNullable<CarriedCoupon['coupon']>['tile']
  drawn: boolean
}

/**
 * Claims a festival's code with an e-mail address: sets its gift aside until that person signs in. The
 * browser that claimed it may correct the address until then. Only the coupon is locked: its copy is
 * held for it already.
 */
export async function claim(
  ctx: Ctx,
  { id: code, email, lang }: BodyOf<typeof claimCoupon>,
): Promise<ReplyOf<typeof claimCoupon>> {
  const caller = { ...ctx, browser: bindBrowser(ctx) }
  const id = await findFestivalCoupon(ctx, code)
  return inTx(ctx, async (tx) => {
    await sql`select from coupon where id = ${id} for no key update`.execute(tx)
    const row = await rowOf(tx, ctx, id)
    const holder = holderOf(caller)
    refuseUnusable(row, holder, ctx.now)
    if (row.status === 'valid') await occupyFor(tx, ctx, { id, email, lang, from: holder.from })
    else if (row.occupied_by === null && row.claimed_email !== email)
      await correct(tx, ctx, { id, email, lang })
    const { status, expires_at, ...rest } = await rowOf(tx, ctx, id)
    return { status, gives: giftOf(rest), email, expires_at }
  })
}

interface Claim {
  id: string
  email: string
  lang: Ctx['lang'] | undefined
}

async function occupyFor(tx: Tx, ctx: Ctx, made: Claim & { from: string }) {
  const at = ctx.time()
  const set = {
    claimed_email: made.email,
    claimed_from: made.from,
    occupied_at: at.toISOString(),
  }
  await transition(tx, couponTransitions, made.id, { action: 'claim', by: 'guest', at, set })
  await remind(tx, ctx, made)
}

async function correct(tx: Tx, ctx: Ctx, made: Claim) {
  await tx
    .updateTable('coupon')
    .set({ claimed_email: made.email })
    .where('id', '=', made.id)
    .execute()
  await remind(tx, ctx, made)
}

/** Mails the address later, unless the person has signed in by then. */
const remind = (tx: Tx, ctx: Ctx, { id, lang = ctx.lang }: Claim) =>
  enqueueMails(tx, claimMail, [{ id, lang }], {
    at: addSeconds(ctx.now, MAIL_AFTER_SECONDS),
    key: `coupon claim ${id}`,
  })

/** Returns the festival's code that the browser carries, with its gift or the refusal. */
export async function carried(ctx: Ctx): Promise<ReplyOf<typeof getCarriedCoupon>> {
  const code = carriedCode(ctx)
  if (!code) return null
  try {
    const row = await rowOf(ctx.db, ctx, await findFestivalCoupon(ctx, code))
    const holder = holderOf(ctx)
    refuseUnusable(row, holder, ctx.now)
    const { status, expires_at, tile, drawn } = row
    const isMine = isOf(row, holder)
    const gives = giftOf(row)
    const coupon = {
      status,
      gives: drawn && !isMine ? { ...gives, number: null } : gives,
      email: isMine ? row.claimed_email : null,
      tile,
      expires_at,
    }
    return { code, coupon, refused: null }
  } catch (error) {
    const refused = isRefusal(error) && carriedRefusals.find((one) => one === error.code)
    if (refused) return { code, coupon: null, refused }
    throw error
  }
}

async function rowOf(db: Ctx['db'] | Tx, ctx: Ctx, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${statusAt(ctx.now)} as status, coupon.expires_at, occupied_by, claimed_email,
      claimed_from, drawn, batch.kid, asset.title, serial.number, points,
      case when asset.kid is null then null else jsonb_build_object(
        'kid', asset.kid, 'title', asset.title, 'obi', coalesce(asset.obi, 'sumi'),
        'poster', asset.poster, 'media_type', asset.media_type,
        'copies_count', asset.copies_count, 'first_number', asset.first_number,
        'brand', ${brandFacts}) end as tile
    from coupon join coupon_batch batch on batch.id = batch_id
    left join asset on asset.kid = batch.kid
    left join brand on brand.id = asset.brand_id
    left join serial using (asset_token_id)
    where coupon.id = ${id}
  `.execute(db)
  return rows[0] ?? fail('coupon_invalid')
}

const giftOf = ({ kid, title, number, points }: Gift): Gift => ({ kid, title, number, points })
