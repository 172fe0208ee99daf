import { Trans } from '@lingui/react/macro'
import { type ErrorCode, Refusal } from '#core/errors.ts'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import type { CarriedRefusal, OccupiedCoupon } from './coupon.shared.ts'

/** Says why a coupon code was refused, given only the refusal's code from the URL. */
export function CodeRefused({ code }: { code: CarriedRefusal }) {
  if (code !== 'too_many_requests') return <RefusalText error={new Refusal(code)} />
  return <Trans>Too many wrong codes. Try again in an hour.</Trans>
}

/** Returns what keeps an occupied coupon from being handed over, as an error to display. */
export const handoverRefusal = ({ code, params }: NonNullable<OccupiedCoupon['hindered_by']>) =>
  new Refusal(code as ErrorCode, params)
