import { type RawBuilder, sql } from 'kysely'
import { fail } from '#core/errors.ts'
import type { CouponStatus } from './coupon.shared.ts'

/** The person who has occupied a coupon, if any, and its expiry. */
export interface CouponClaim {
  status: CouponStatus
  expires_at: string
  occupied_by: string | null
}

/** Refuses a coupon that another person has taken or that has expired. An own used coupon is allowed. */
export function refuseUnusable(coupon: CouponClaim, person: string, now: Date) {
  const isOthers = coupon.occupied_by !== null && coupon.occupied_by !== person
  if (coupon.status === 'used') return isOthers ? fail('coupon_already_used') : undefined
  if (coupon.status === 'expired' || coupon.expires_at <= now.toISOString()) fail('coupon_expired')
  return isOthers ? fail('coupon_occupied') : undefined
}

/** Returns SQL for the displayed status: a coupon past its expiry is expired before the job says so. */
export const statusAt = (now: Date): RawBuilder<CouponStatus> => sql`
  case when coupon.status in ('valid', 'occupied') and coupon.expires_at <= ${now.toISOString()}
    then 'expired' else coupon.status end`
