import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import type { CouponStatus } from './coupon.shared.ts'

/** Who has occupied or claimed a coupon, if anybody, and its expiry. */
export interface CouponClaim {
  status: CouponStatus
  expires_at: string
  occupied_by: string | null
  claimed_email: string | null
  claimed_from: string | null
}

/** The caller, as far as a coupon can be theirs: by account, or by address or browser of a claim. */
export interface Holder {
  account_id?: string | undefined
  email?: string | undefined
  /** As `claimed_from`; see `holderOf`. */
  from: string
}

/** Refuses a coupon that another person has taken or that has expired. An own used coupon is allowed. */
export function refuseUnusable(coupon: CouponClaim, holder: Holder, now: Date) {
  const isOthers = !isFree(coupon) && !isOf(coupon, holder)
  if (coupon.status === 'used') return isOthers ? fail('coupon_already_used') : undefined
  if (coupon.status === 'expired' || coupon.expires_at <= now.toISOString()) fail('coupon_expired')
  return isOthers ? fail('coupon_occupied') : undefined
}

/** Returns the caller as the holder of a coupon. A program is known by its `Idempotency-Key`. */
export function holderOf({ person, browser, key, config }: Ctx): Holder {
  const source = browser === 'direct' ? `key ${key ?? ''}` : `browser ${browser}`
  const from = keyedHash(config.secret, 'coupon claim', source)
  return { account_id: person?.account_id, email: person?.email, from }
}

/** Returns SQL for the displayed status: a coupon past its expiry is expired before the job says so. */
export const statusAt = (now: Date): RawBuilder<CouponStatus> => sql`
  case when coupon.status in ('valid', 'occupied') and coupon.expires_at <= ${now.toISOString()}
    then 'expired' else coupon.status end`

/** Tells if nobody has occupied or claimed a coupon. */
export const isFree = ({ occupied_by, claimed_email }: CouponClaim) =>
  occupied_by === null && claimed_email === null

/** Tells if a coupon that somebody has taken is the caller's. */
export function isOf(coupon: CouponClaim, { account_id, email, from }: Holder): boolean {
  const { occupied_by, claimed_email, claimed_from } = coupon
  if (occupied_by !== null) return occupied_by === account_id
  return claimed_email !== null && (claimed_email === email || claimed_from === from)
}
