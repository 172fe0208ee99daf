import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { IconName } from '#src/ui/icon.tsx'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { CouponStatus, Gift } from './coupon.shared.ts'

/** Returns a function that describes a gift: "No. 7 of “Nemuro”", "¥500 in points". */
export function useGiftWords() {
  const { t } = useLingui()
  return ({ title, number, points }: Gift): string => {
    if (points !== null) return t`${formatYen(points)} in points`
    return number === null ? t`A random number of “${title}”` : t`No. ${number} of “${title}”`
  }
}

/** Links to the copy or the points that a coupon gives. */
export function GiftLink({ gift }: { gift: Gift }) {
  const words = useGiftWords()
  const { kid, number } = gift
  const to = kid === null ? '/account/points' : `/asset/${kid}${number ? `?no=${number}` : ''}`
  return (
    <Link to={to} className="inline-flex min-h-11 items-center wrap-anywhere">
      {words(gift)}
    </Link>
  )
}

const looks: Record<CouponStatus, readonly [Tone, IconName?]> = {
  valid: ['ok'],
  occupied: ['mine', 'lock'],
  used: ['mute', 'check'],
  expired: ['mute', 'close'],
}

/** Shows the status of a coupon as a tag. */
export function CouponTag({ status }: { status: CouponStatus }) {
  const [tone, icon] = looks[status]
  return (
    <StateTag tone={tone} icon={icon}>
      {status === 'valid' && <Trans>Valid</Trans>}
      {status === 'occupied' && <Trans>Reserved for you</Trans>}
      {status === 'used' && <Trans>Used</Trans>}
      {status === 'expired' && <Trans>Expired</Trans>}
    </StateTag>
  )
}
