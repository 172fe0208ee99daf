import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, Navigate, redirect, type RouterContextProvider } from 'react-router'
import { askOptional, nowContext, refusedPage, useEndpointMutation } from '#core/http/ask.ts'
import { type ErrorCode, guestRefusals, isRefusal } from '#core/errors.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { type CopyDeal, dealPages } from '#src/sales/deal/deal.shared.ts'
import { paymentWords } from '#src/sales/deal/payment-words.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Begun } from './begun.tsx'
import { cancelPurchase, type Purchase } from './purchase.shared.ts'

/** An order that the page may release. */
export interface Order extends Pick<
  Purchase,
  'id' | 'kid' | 'number' | 'title' | 'checkout_url' | 'held_until'
> {
  status: string
  order_copies?: number // 1 if left out
  /** True if a part of the order is paid from the balance. */
  uses_balance: boolean
}

/** Names an order by its id, or is the newest one of a number. */
export type Which = { id: string } | { kid: string; number: number }

interface Args {
  context: Readonly<RouterContextProvider>
  params: { kid: string; serialNumber: string }
  url: URL
}

/** The refusals that mean that the reader has no such order. */
export const notTheirs: readonly ErrorCode[] = [...guestRefusals, 'not_found', 'input_invalid']

/**
 * Loads the page to which the card page leads back. Its address names the order (`?purchase=…`). Without
 * one, loads the reader's newest order of the number, of which the page asks first.
 */
export async function loadCancelling(
  { context, params, url }: Args,
  deal: CopyDeal,
  findOrder: (which: Which) => Promise<Order | undefined>,
) {
  const { kid, serialNumber } = params
  if (!/^[1-9]\d{0,8}$/.test(serialNumber)) throw refusedPage('not_found')
  const number = Number(serialNumber)
  const named = url.searchParams.get(dealPages[deal]) || null
  const [asset, order] = await Promise.all([
    askOptional(context, ['not_found', 'input_invalid'], getAsset, { id: kid }),
    findOrder(named === null ? { kid, number } : { id: named }),
  ])
  // An order outlives what its buyer may see of the title.
  if (!order && (!asset || number >= asset.first_number + asset.copies_count))
    throw refusedPage('not_found')
  if (order && stateOf(order.status) === 'paid') throw redirect(outcomeOf(deal, order.id))
  const now = context.get(nowContext).toISOString()
  return { deal, kid, number, title: asset?.title ?? order?.title, named, order, now }
}

type Loaded = Awaited<ReturnType<typeof loadCancelling>>

/**
 * The page to which the card page leads back. It releases the copies and the held balance of the order
 * that its address names. Without one it asks first: an old link must not end a newer order.
 */
export function CancelPage({ deal, kid, number, title, named, order, now }: Loaded) {
  const { t } = useLingui()
  const { cancelTitle } = paymentWords[deal]
  const isGuest = useReader() === undefined
  const { mutate, data, error, isPending } = useEndpointMutation(cancelPurchase)
  const release = useCallback(
    () => mutate({ kid, serial_number: number, ...(named !== null && { purchase_id: named }) }),
    [kid, mutate, named, number],
  )
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || isGuest || named === null) return
    asked.current = true
    release()
  }, [isGuest, named, release])
  const isAsking = named === null
  const [hasPressed, setPressed] = useState(isAsking) // the link that it shows then leads here
  const stateNow = isAsking ? stateBefore(order) : stateAfter(error)
  const state = data ? stateOf(data.status) : isGuest ? 'guest' : stateNow
  if (state === 'paid')
    return <Navigate replace to={outcomeOf(deal, data?.purchase_id ?? order?.id ?? named!)} />
  if (state === 'held' && order)
    return (
      <div className="wrap-narrow pt-8 pb-16">
        <title>{t(cancelTitle)}</title>
        {title && (
          <p className="mb-4 text-ink-2">
            <Link to={`/asset/${kid}?no=${number}`} className="reach inline-block">
              <bdi>{title}</bdi>
            </Link>
          </p>
        )}
        <Begun whole deal={deal} purchase={order} declined={null} now={now} />
      </div>
    )
  const copies = data?.order_copies ?? order?.order_copies ?? 1
  const isStuck = state === 'failed' || state === 'guest'
  const tryAgain = () => {
    setPressed(true)
    release()
  }
  return (
    <div className="wrap-narrow pt-8 pb-16">
      <title>{t(cancelTitle)}</title>
      <EmptyState
        whole
        takesFocus={hasPressed && !isAsking}
        tone={state === 'failed' ? 'failed' : 'empty'}
        title={<Heading state={state} number={number} copies={copies} />}
        actions={
          <>
            {state === 'guest' && <SignInButton />}
            {state === 'failed' && (
              <Button look="main" busy={isPending} onClick={tryAgain}>
                <Trans>Try again</Trans>
              </Button>
            )}
            <LinkButton look={isStuck ? 'other' : 'main'} to={`/asset/${kid}?no=${number}`}>
              <Trans>Back to the numbers</Trans>
            </LinkButton>
            <LinkButton to="/">
              <Trans>Back to the marketplace</Trans>
            </LinkButton>
          </>
        }
      >
        <output>
          <Said
            state={state}
            number={number}
            title={title}
            usedBalance={order?.uses_balance ?? false}
          />
        </output>
        {state === 'failed' && <RefusalMessage error={error} />}
      </EmptyState>
    </div>
  )
}

/** Returns the address of the page that says what became of a payment. */
function outcomeOf(deal: CopyDeal, id: string) {
  const page = dealPages[deal]
  return `/payment/${page}/success/-?${page}=${id}`
}

/** Lets a guest sign in on this page, which then goes on. */
function SignInButton() {
  const signIn = useSignIn()
  return (
    <Button look="main" onClick={() => signIn({})}>
      <Trans>Sign in</Trans>
    </Button>
  )
}

/**
 * `held`: the reader is asked first; `paid`: the payment came, and the page of the outcome says what became
 * of it; `nothing`: nothing was held; `guest`: the reader must sign in.
 */
type State = 'held' | 'releasing' | 'released' | 'nothing' | 'paid' | 'failed' | 'guest'

function stateBefore(order: Order | undefined): State {
  if (!order) return 'nothing'
  return stateOf(order.status)
}

function stateOf(status: string): State {
  if (status === 'reserved') return 'held'
  return status === 'canceled' || status === 'expired' ? 'released' : 'paid'
}

function stateAfter(error: Error | null): State {
  if (!error) return 'releasing'
  const code = isRefusal(error) ? error.code : undefined
  if (code === 'purchase_closed') return 'paid'
  return code === 'not_found' || code === 'input_invalid' ? 'nothing' : 'failed'
}

function Heading({ state, number, copies }: { state: State; number: number; copies: number }) {
  if (state === 'nothing') return <Trans>No. {number} was not held for you</Trans>
  if (state === 'failed') return <Trans>No. {number} could not be released</Trans>
  if (state === 'guest') return <Trans>Sign in to release No. {number}</Trans>
  if (state === 'releasing') return <Trans>Releasing No. {number}</Trans>
  if (copies > 1) return <Trans>{copies} copies are released</Trans>
  return <Trans>No. {number} is released</Trans>
}

interface SaidProps {
  state: State
  number: number
  title: string | undefined
  usedBalance: boolean
}

function Said({ state, number, title, usedBalance }: SaidProps) {
  const { t } = useLingui()
  if (state === 'releasing') return <Progress label={t`Releasing No. ${number}`} />
  if (state === 'nothing') return <Trans>You were not charged.</Trans>
  if (state === 'failed' || state === 'guest')
    return (
      <Trans>
        We release it automatically when the time to pay has passed. You are only charged if you
        pay.
      </Trans>
    )
  if (!title)
    return usedBalance ? (
      <Trans>You were not charged. The balance you used is available again.</Trans>
    ) : (
      <Trans>You were not charged.</Trans>
    )
  return usedBalance ? (
    <Trans>
      You did not pay for “{title}”. You were not charged, and the balance you used is available
      again.
    </Trans>
  ) : (
    <Trans>You did not pay for “{title}”. You were not charged.</Trans>
  )
}
