import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { REFETCH_MS, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { type CopyDeal, dealPages } from '#src/sales/deal/deal.shared.ts'
import { paymentWords } from '#src/sales/deal/payment-words.tsx'
import { cancelPurchase, type Decline, type Purchase } from './purchase.shared.ts'

interface BegunProps {
  deal: CopyDeal
  purchase: Pick<Purchase, 'id' | 'kid' | 'number' | 'checkout_url' | 'held_until'> & {
    order_copies?: number // 1 if left out
  }
  /** The reason why the last card that was tried did not pay. */
  declined: Decline | null | undefined
  now: string
  /** True if this is the whole page. */
  whole?: boolean
}

/** Shows a buyer who left the card page without paying how long the copies are held for them. */
export function Begun(props: BegunProps) {
  const { held_until } = props.purchase
  const [ended, setEnded] = useState(() => (props.now >= held_until ? held_until : undefined))
  if (ended === held_until) return <TimeOver {...props} />
  return <StillHeld {...props} onEnd={() => setEnded(held_until)} />
}

function StillHeld(props: BegunProps & { onEnd: () => void }) {
  const { deal, purchase, declined, now, whole = false, onEnd } = props
  const { id, kid, number, checkout_url, held_until, order_copies = 1 } = purchase
  const isOne = order_copies === 1
  const page = dealPages[deal]
  const { Held } = paymentWords[deal]
  const time = { until: held_until, now, onEnd }
  return (
    <EmptyState
      whole={whole}
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
              <Trans>Continue to card payment</Trans>
            </LinkButton>
          )}
          <LinkButton to={`/payment/${page}/cancel/${kid}/${number}?${page}=${id}`}>
            {isOne ? <Trans>Release No. {number}</Trans> : <Trans>Release all copies</Trans>}
          </LinkButton>
        </>
      }
    >
      {declined && (
        <span className="mb-2 block">
          <WhyDeclined reason={declined} />
        </span>
      )}
      <Held copies={order_copies} time={time} />
    </EmptyState>
  )
}

/** Says that the time to pay is over. A job releases the copies; the buyer need not wait for it. */
function TimeOver({ purchase, whole = false }: BegunProps) {
  const { id, kid, number, order_copies = 1 } = purchase
  const askAgain = useRefetchAll()
  const { mutate, error, isPending } = useEndpointMutation(cancelPurchase, {
    afterRefusal: askAgain,
  })
  const startAgain = () =>
    mutate({ kid, serial_number: number, purchase_id: id }, { onSuccess: () => void askAgain() })
  useEffect(() => {
    const timer = setInterval(() => void askAgain(), REFETCH_MS.status)
    return () => clearInterval(timer)
  }, [askAgain])
  return (
    <output>
      <EmptyState
        whole={whole}
        title={
          order_copies === 1 ? (
            <Trans>The time to pay for No. {number} has passed</Trans>
          ) : (
            <Trans>The time to pay for your {order_copies} copies has passed</Trans>
          )
        }
        actions={
          <>
            <Button look="main" busy={isPending} onClick={startAgain}>
              <Trans>Start again</Trans>
            </Button>
            <LinkButton to={`/asset/${kid}?no=${number}`}>
              <Trans>See the numbers</Trans>
            </LinkButton>
          </>
        }
      >
        <Trans>
          You were not charged. If you paid at the last moment, this page will show it shortly.
        </Trans>
        <RefusalMessage error={error} />
      </EmptyState>
    </output>
  )
}

function WhyDeclined({ reason }: { reason: Decline }) {
  if (reason === 'insufficient_funds')
    return <Trans>The card has insufficient funds. You were not charged.</Trans>
  if (reason === 'expired_card') return <Trans>The card has expired. You were not charged.</Trans>
  if (reason === 'incorrect_cvc')
    return <Trans>The security code is wrong. You were not charged.</Trans>
  if (reason === 'limit')
    return <Trans>The card has reached its limit. You were not charged.</Trans>
  if (reason === 'not_confirmed')
    return <Trans>Your bank could not confirm your identity. You were not charged.</Trans>
  if (reason === 'try_again')
    return <Trans>Your bank did not respond. You were not charged. Try again.</Trans>
  return <Trans>The card was declined. You were not charged. Try another card.</Trans>
}
