import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { TimeLeft } from '#src/ui/countdown.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'

type Copy = ReplyOf<typeof getSerial>

/** Says why a copy is unavailable. `byList`: an allowlist reserves it for the reader, unlisted so far. */
export function UnavailableReason({
  copy,
  now,
  byList,
}: {
  copy: Copy
  now: string
  byList?: boolean
}) {
  const { number, status, held_until, rented_until } = copy
  const isPaidFor = status === 'being_purchased' || (status === 'being_rented' && !rented_until)
  return (
    <Reason>
      {isPaidFor && held_until && (
        <Trans>
          Another buyer is paying for No. {number}. If they do not finish, it becomes available in{' '}
          <TimeLeft until={held_until} now={now} />.
        </Trans>
      )}
      {status === 'preparing' && (
        <Trans>We are preparing No. {number}. It will be available in a moment.</Trans>
      )}
      {status === 'being_rented' && rented_until && (
        <Trans>
          No. {number} is rented out until <UpcomingDateTime at={rented_until} />.
        </Trans>
      )}
      {status === 'reserved_for_another' && (
        <Trans>No. {number} is reserved for someone else.</Trans>
      )}
      {status === 'reserved_for_you' && byList && (
        <Trans>No. {number} is reserved for you. It is not for sale yet.</Trans>
      )}
      {status === 'reserved_for_you' && !byList && (
        <Trans>
          No. {number} is reserved for you. <Link to="/coupons">Redeem your coupon</Link>
        </Trans>
      )}
      {status === 'frozen' && (
        <Trans>
          The card payment for No. {number} is disputed. Until the bank decides, you can watch it
          but not list it.
        </Trans>
      )}
      {isNotOffered(copy) && <Trans>No. {number} is not for sale. Choose another number.</Trans>}
      {status === 'buyable' && <Trans>No. {number} is for sale, but not for rent.</Trans>}
    </Reason>
  )
}

const notOffered: readonly Copy['status'][] = [
  'not_listed',
  'not_available',
  'offered_in_trade',
  'downloaded',
  'in_wallet',
  'in_trade_offer',
]
const isNotOffered = ({ status }: Copy) => notOffered.includes(status)

export const Reason = ({ children }: { children: ReactNode }) => (
  <p className="text-small text-ink-2">{children}</p>
)
