import { type ErrorCode, Refusal } from '#core/errors.ts'
import type { OccupiedCoupon } from './coupon.shared.ts'

/** Why a coupon could not be handed over yet, as what `Refused` shows. */
export const hindranceOf = ({ code, params }: NonNullable<OccupiedCoupon['hindered_by']>) =>
  new Refusal(code as ErrorCode, params)
