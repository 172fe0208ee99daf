import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef } from 'react'
import { Navigate, type RouterContextProvider } from 'react-router'
import { askOptional, refusedPage, useEndpointMutation } from '#core/http/ask.ts'
import { type ErrorCode, guestRefusals, isRefusal } from '#core/errors.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { type CopyDeal, dealLists, dealPages } from '#src/sales/deal/deal.shared.ts'
import { paymentWords } from '#src/sales/deal/payment-words.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { cancelPurchase, type Purchase } from './purchase.shared.ts'

/** An order that the page may release. */
export interface Order extends Pick<Purchase, 'id' | 'title'> {
  status: string
  order_copies?: number // 1 if left out
}

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
  findNewest: (kid: string, number: number) => Promise<Order | undefined>,
) {
  const { kid, serialNumber } = params
  if (!/^[1-9]\d{0,8}$/.test(serialNumber)) throw refusedPage('not_found')
  const number = Number(serialNumber)
  const named = url.searchParams.get(dealPages[deal]) || null
  const [asset, newest] = await Promise.all([
    askOptional(context, ['not_found', 'input_invalid'], getAsset, { id: kid }),
    named === null ? findNewest(kid, number) : undefined,
  ])
  return { deal, kid, number, title: asset?.title, named, newest }
}

type Loaded = Awaited<ReturnType<typeof loadCancelling>>

/**
 * The page to which the card page leads back. It releases the copies and the held balance of the order
 * that its address names. Without one it asks first: an old link must not end a newer order.
 */
export function CancelPage({ deal, kid, number, title, named, newest }: Loaded) {
  const { t } = useLingui()
  const { cancelTitle, List } = paymentWords[deal]
  const isGuest = useReader() === undefined
  const { mutate, data, error, isIdle, isPending } = useEndpointMutation(cancelPurchase)
  const purchase_id = named ?? newest?.id
  const release = useCallback(
    () => mutate({ kid, serial_number: number, ...(purchase_id && { purchase_id }) }),
    [kid, mutate, number, purchase_id],
  )
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || isGuest || named === null) return
    asked.current = true
    release()
  }, [isGuest, named, release])
  const isAsking = named === null && isIdle
  const order = data ? { ...data, id: data.purchase_id } : isAsking ? newest : undefined
  if (order && wasCharged(order.status)) {
    const page = dealPages[deal]
    return <Navigate replace to={`/payment/${page}/success/-?${page}=${order.id}`} />
  }
  const copies = order?.order_copies ?? 1
  const stateNow = isAsking ? stateBefore(newest) : stateAfter(error)
  const state = data ? 'released' : isGuest ? 'guest' : stateNow
  const isStuck = state === 'failed' || state === 'guest' || state === 'held'
  return (
    <div className="wrap-narrow pt-8 pb-16">
      <title>{t(cancelTitle)}</title>
      <EmptyState
        whole
        tone={state === 'failed' ? 'failed' : 'empty'}
        title={<Heading state={state} number={number} copies={copies} />}
        actions={
          <>
            {state === 'guest' && <SignInButton />}
            {state === 'held' && (
              <Button look="main" busy={isPending} onClick={release}>
                {copies === 1 ? (
                  <Trans>Release No. {number}</Trans>
                ) : (
                  <Trans>Release all copies</Trans>
                )}
              </Button>
            )}
            {state === 'failed' && (
              <Button look="main" busy={isPending} onClick={release}>
                <Trans>Try again</Trans>
              </Button>
            )}
            <LinkButton look={isStuck ? 'other' : 'main'} to={`/asset/${kid}?no=${number}`}>
              {state === 'paid' ? <Trans>See the title</Trans> : <Trans>Back to the numbers</Trans>}
            </LinkButton>
            <LinkButton to={state === 'paid' ? dealLists[deal] : '/'}>
              {state === 'paid' ? <List /> : <Trans>Back to the marketplace</Trans>}
            </LinkButton>
          </>
        }
      >
        <output>
          <Said state={state} number={number} title={title ?? newest?.title} deal={deal} />
        </output>
        {state === 'failed' && <RefusalMessage error={error} />}
      </EmptyState>
    </div>
  )
}

/** Returns true if a payment came too late: the page of the outcome says where the money is. */
const wasCharged = (status: string) => status === 'refunding' || status === 'refunded'

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
 * `held`: the reader is asked first; `paid`: the payment came first; `nothing`: nothing was held; `guest`:
 * the reader must sign in.
 */
type State = 'held' | 'releasing' | 'released' | 'nothing' | 'paid' | 'failed' | 'guest'

function stateBefore(newest: Order | undefined): State {
  if (!newest) return 'nothing'
  if (newest.status === 'reserved') return 'held'
  return newest.status === 'canceled' || newest.status === 'expired' ? 'released' : 'paid'
}

function stateAfter(error: Error | null): State {
  if (!error) return 'releasing'
  const code = isRefusal(error) ? error.code : undefined
  if (code === 'purchase_closed') return 'paid'
  return code === 'not_found' || code === 'input_invalid' ? 'nothing' : 'failed'
}

function Heading({ state, number, copies }: { state: State; number: number; copies: number }) {
  const order_copies = copies
  if (state === 'held' && copies === 1) return <Trans>No. {number} is held for you</Trans>
  if (state === 'held') return <Trans>{order_copies} copies are held for you</Trans>
  if (state === 'paid') return <Trans>No. {number} is already paid for</Trans>
  if (state === 'nothing') return <Trans>No. {number} was not held for you</Trans>
  if (state === 'failed') return <Trans>No. {number} could not be released</Trans>
  if (state === 'guest') return <Trans>Sign in to release No. {number}</Trans>
  if (state === 'releasing') return <Trans>Releasing No. {number}</Trans>
  if (copies > 1) return <Trans>{copies} copies are released</Trans>
  return <Trans>No. {number} is released</Trans>
}

function Said(props: { state: State; number: number; title: string | undefined; deal: CopyDeal }) {
  const { state, number, title, deal } = props
  const { Found } = paymentWords[deal]
  const { t } = useLingui()
  if (state === 'releasing') return <Progress label={t`Releasing No. ${number}`} />
  if (state === 'nothing') return <Trans>You were not charged.</Trans>
  if (state === 'paid') return <Found />
  if (state === 'held')
    return (
      <Trans>
        You have not paid for “{title}” yet. Nothing is released until you press the button.
      </Trans>
    )
  if (state === 'failed' || state === 'guest')
    return (
      <Trans>
        We release it automatically when the time to pay has passed. You are only charged if you
        pay.
      </Trans>
    )
  if (!title) return <Trans>You were not charged. The balance you used is available again.</Trans>
  return (
    <Trans>
      You did not pay for “{title}”. You were not charged, and the balance you used is available
      again.
    </Trans>
  )
}
