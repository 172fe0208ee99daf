import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#src/ui/button.tsx'
import { TimeLeft } from '#src/ui/countdown.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Deal, Decline, Purchase } from './purchase.shape.ts'

interface BegunProps {
  deal: Deal
  purchase: Pick<Purchase, 'kid' | 'number' | 'checkout_url' | 'held_until'> & {
    order_copies?: number // one, of a rental
  }
  /** Why the last card did not pay, where one was tried. */
  declined: Decline | null | undefined
  now: string
}

/** The buyer came back from the card page without paying: the copies are still held for them. */
export function Begun({ deal, purchase, declined, now }: BegunProps) {
  const { kid, number, checkout_url, held_until, order_copies = 1 } = purchase
  const isOne = order_copies === 1
  return (
    <EmptyState
      title={
        isOne ? (
          <Trans>No. {number} is held for you</Trans>
        ) : (
          <Trans>{order_copies} copies are held for you</Trans>
        )
      }
      actions={
        <>
          {checkout_url && (
            <LinkButton look="main" to={checkout_url} reloadDocument>
              <Trans>Go on to the card page</Trans>
            </LinkButton>
          )}
          <LinkButton to={`/payment/${deal}/cancel/${kid}/${number}`}>
            {isOne ? <Trans>Give No. {number} up</Trans> : <Trans>Give all of them up</Trans>}
          </LinkButton>
        </>
      }
    >
      {declined && (
        <span className="mb-2 block">
          <WhyDeclined reason={declined} />
        </span>
      )}
      {deal === 'rental' ? (
        <Trans>
          You have begun to pay. It stays yours to rent for{' '}
          <TimeLeft until={held_until} now={now} />.
        </Trans>
      ) : isOne ? (
        <Trans>
          You have begun to pay. It stays yours to buy for <TimeLeft until={held_until} now={now} />
          .
        </Trans>
      ) : (
        <Trans>
          You have begun to pay. They stay yours to buy for{' '}
          <TimeLeft until={held_until} now={now} />.
        </Trans>
      )}
    </EmptyState>
  )
}

function WhyDeclined({ reason }: { reason: Decline }) {
  if (reason === 'insufficient_funds')
    return <Trans>The card has too little money on it. You were not charged.</Trans>
  if (reason === 'expired_card') return <Trans>The card has expired. You were not charged.</Trans>
  if (reason === 'incorrect_cvc')
    return <Trans>The security code did not fit the card. You were not charged.</Trans>
  if (reason === 'limit')
    return <Trans>The card has reached its limit. You were not charged.</Trans>
  if (reason === 'not_confirmed')
    return <Trans>Your bank could not confirm that it is you. You were not charged.</Trans>
  if (reason === 'try_again')
    return <Trans>Your bank could not answer just now. You were not charged; try again.</Trans>
  return <Trans>The card was declined. You were not charged; another card may work.</Trans>
}
