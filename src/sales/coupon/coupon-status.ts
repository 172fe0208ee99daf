import { type RawBuilder, sql } from 'kysely'
import { fail } from '#core/errors.ts'
import type { CouponStatus } from './coupon.shared.ts'

/** Whose a coupon is by now, and until when it can be taken. */
export interface CouponClaim {
  status: CouponStatus
  expires_at: string
  occupied_by: string | null
}

/** Refuses a coupon that somebody else has, or that is over; one's own used one stays good. */
export function refuseUnusable(coupon: CouponClaim, person: string, now: Date) {
  const isOthers = coupon.occupied_by !== null && coupon.occupied_by !== person
  if (coupon.status === 'used') return isOthers ? fail('coupon_already_used') : undefined
  if (coupon.status === 'expired' || coupon.expires_at <= now.toISOString()) fail('coupon_expired')
  return isOthers ? fail('coupon_occupied') : undefined
}

/** The status as it is shown: one whose time is over is expired before the job has written it. */
export const statusAt = (now: Date): RawBuilder<CouponStatus> => sql`
  case when coupon.status in ('valid', 'occupied') and coupon.expires_at <= ${now.toISOString()}
    then 'expired' else coupon.status end`
