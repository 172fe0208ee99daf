import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { type ErrorCode, guestRefusals } from '#core/errors.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Purchase } from './purchase.shared.ts'

/** The refusals that mean that the payment is not the reader's: the page shows nothing. */
export const notTheirs: readonly ErrorCode[] = [...guestRefusals, 'not_found', 'input_invalid']

/** Returns true if the state can still change, so that the page keeps refetching. */
export const isOpen = ({ status }: { status: string }) =>
  status === 'reserved' || status === 'refunding'

/** Shows a neutral page to a visitor without a payment; grants nothing. */
export function NothingHere(props: {
  title: string
  heading: ReactNode
  children: ReactNode
  to: string
  place: ReactNode
}) {
  const { title, heading, children, to, place } = props
  return (
    <>
      <title>{title}</title>
      <EmptyState
        whole
        title={heading}
        actions={
          <>
            <LinkButton look="main" to={to}>
              {place}
            </LinkButton>
            <LinkButton to="/">
              <Trans>Back to the marketplace</Trans>
            </LinkButton>
          </>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}

/** Shows that the provider's answer is awaited. `slow`: what to say if that takes long. */
export function Preparing(props: {
  title: string
  heading: ReactNode
  children: ReactNode
  slow: ReactNode
  checkout_url: string | null
}) {
  const { title, heading, children, slow, checkout_url } = props
  const isSlow = useIsSlow()
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 py-12 text-center">
      <title>{title}</title>
      <h1 className="text-d1">{heading}</h1>
      <output className="text-ink-2">{children}</output>
      <div className="passing" />
      {isSlow && (
        <>
          <p className="text-small text-ink-2">{slow}</p>
          {checkout_url && (
            <p>
              <a className="text-small" href={checkout_url}>
                <Trans>Back to the card page</Trans>
              </a>
            </p>
          )}
        </>
      )}
    </div>
  )
}

const SLOW_MS = 20_000

function useIsSlow() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** Shows an order that was released before it was paid, or whose payment came too late. */
export function LetGo(props: { of: Unpaid; title: string; heading: ReactNode }) {
  const { of, title, heading } = props
  return (
    <>
      <title>{title}</title>
      <EmptyState
        whole
        title={heading}
        actions={
          <>
            <LinkButton look="main" to={`/asset/${of.kid}?no=${of.number}`}>
              <Trans>See the numbers</Trans>
            </LinkButton>
            {hasFailed(of) && (
              <LinkButton to="/support">
                <Trans>Write to us</Trans>
              </LinkButton>
            )}
          </>
        }
      >
        <WhereTheMoneyIs of={of} />
      </EmptyState>
    </>
  )
}

type Unpaid = Pick<Purchase, 'kid' | 'number' | 'status' | 'card_amount' | 'refund_failed_at'>

const hasFailed = ({ status, refund_failed_at }: Unpaid) =>
  status === 'refunding' && refund_failed_at !== null

function WhereTheMoneyIs({ of }: { of: Unpaid }) {
  const isPaid = of.status === 'refunding' || of.status === 'refunded'
  if (!isPaid || of.card_amount === 0) return <Trans>It was released. You were not charged.</Trans>
  if (hasFailed(of))
    return (
      <Trans>
        Your payment came after the copy was released, and your card’s bank refused the refund. We
        keep the money for you and try again. If that card is closed, write to us.
      </Trans>
    )
  if (of.status === 'refunded')
    return (
      <Trans>
        Your payment came after the copy was released. It went back to your card. Your bank shows it
        in a few days.
      </Trans>
    )
  return (
    <Trans>
      Your payment came after the copy was released. It goes back to your card by itself.
    </Trans>
  )
}
