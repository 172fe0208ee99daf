import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { askUnless, REFRESH, useLive } from '#core/ask.ts'
import { type Asset, getAsset } from '#src/asset/asset.shape.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/success-page.ts'
import { getPurchase, type Purchase } from './purchase.shape.ts'
import { Yours } from './yours.tsx'
import { YoursTogether } from './yours-together.tsx'

const NO_ANSWER = ['not_signed_in', 'session_expired', 'not_found', 'input_invalid']

/** Grants nothing: it shows what the purchase has come to (acceptance RT-25). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get('purchase')
  if (!id) return null
  const purchase = await askUnless(context, NO_ANSWER, getPurchase, { id })
  if (!purchase) return null
  const asset = await askUnless(context, NO_ANSWER, getAsset, { id: purchase.kid })
  return asset ? { purchase, asset } : null
}

export default function SuccessPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="wrap pt-8 pb-16">
      {loaderData ? (
        <Outcome {...loaderData} />
      ) : (
        <>
          <title>{t`Purchase · Renban`}</title>
          <h1 className="sr-only">
            <Trans>Purchase</Trans>
          </h1>
          <EmptyState
            title={<Trans>No purchase to show here</Trans>}
            actions={
              <>
                <LinkButton look="main" to="/asset">
                  <Trans>My collection</Trans>
                </LinkButton>
                <LinkButton to="/">
                  <Trans>Back to the marketplace</Trans>
                </LinkButton>
              </>
            }
          >
            <Trans>What you have bought is in your collection.</Trans>
          </EmptyState>
        </>
      )}
    </div>
  )
}

function Outcome({ purchase: initial, asset }: { purchase: Purchase; asset: Asset }) {
  const { id } = initial
  const isOpen = useIsOpen(initial.status)
  const every = isOpen.value ? REFRESH.status : false
  const purchase = useLive(getPurchase, { id }, { initial, every })
  isOpen.tell(purchase.status)
  const { status, order_copies } = purchase
  if (status === 'settled' && order_copies > 1) return <YoursTogether purchase={purchase} />
  if (status === 'settled') return <Yours purchase={purchase} asset={asset} />
  if (status === 'reserved') return <Waiting purchase={purchase} />
  return <NotBought purchase={purchase} />
}

/** Asked again only as long as something can still change by itself. */
function useIsOpen(initial: string) {
  const [status, setStatus] = useState(initial)
  return {
    value: status === 'reserved' || status === 'refunding',
    tell: (latest: string) => {
      if (latest !== status) setStatus(latest)
    },
  }
}

/** The card has been seen, the provider's word is awaited. */
function Waiting({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const { number, title, order_copies } = purchase
  const isSlow = useIsSlow()
  const isOne = order_copies === 1
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 py-12 text-center">
      <title>
        {isOne ? t`Preparing No. ${number} · Renban` : t`Preparing your copies · Renban`}
      </title>
      <h1 className="text-d1">
        {isOne ? (
          <Trans>Preparing No. {number}</Trans>
        ) : (
          <Trans>Preparing your {order_copies} copies</Trans>
        )}
      </h1>
      <output className="text-ink-2">
        {isOne ? (
          <Trans>We are waiting for the card’s answer for “{title}”. It takes a few seconds.</Trans>
        ) : (
          <Trans>We are waiting for the card’s answer. It takes a few seconds.</Trans>
        )}
      </output>
      <div className="passing" />
      {isSlow && (
        <>
          <p className="text-small text-ink-2">
            <Trans>
              This takes longer than usual. You can leave this page: the copy comes to your
              collection by itself.
            </Trans>
          </p>
          {purchase.checkout_url && (
            <p>
              <a className="text-small" href={purchase.checkout_url}>
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

function NotBought({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const { number, kid, status, card_amount, order_copies } = purchase
  const isRefund = status === 'refunding' || status === 'refunded'
  return (
    <>
      <title>{t`Purchase · Renban`}</title>
      <h1 className="sr-only">
        <Trans>Purchase</Trans>
      </h1>
      <EmptyState
        title={
          order_copies === 1 ? (
            <Trans>No. {number} was not bought</Trans>
          ) : (
            <Trans>None of the {order_copies} copies was bought</Trans>
          )
        }
        actions={
          <LinkButton look="main" to={`/asset/${kid}?no=${number}`}>
            <Trans>See the numbers</Trans>
          </LinkButton>
        }
      >
        {isRefund && card_amount > 0 ? (
          <Trans>
            Your payment came after the copy was released. It goes back to your card by itself.
          </Trans>
        ) : (
          <Trans>It was released. You were not charged.</Trans>
        )}
      </EmptyState>
    </>
  )
}
