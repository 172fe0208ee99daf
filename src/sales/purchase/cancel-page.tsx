import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import { askOptional, refusedPage, useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { type CopyDeal, dealLists, dealOfPage, dealPages } from '#src/sales/deal/deal.shared.ts'
import { paymentWords } from '#src/sales/deal/payment-words.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import type { Route } from './+types/cancel-page.ts'
import { cancelPurchase } from './purchase.shared.ts'

/** Loads the page to which the card page leads back: it releases the copy and the held balance. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (!/^[1-9]\d{0,8}$/.test(params.serialNumber)) throw refusedPage('not_found')
  const asset = await askOptional(context, ['not_found', 'input_invalid'], getAsset, {
    id: params.kid,
  })
  return { title: asset?.title, deal: dealOfPage(url.pathname) }
}

export default function CancelPage({ params, loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { kid } = params
  const { title, deal } = loaderData
  const { cancelTitle, List } = paymentWords[deal]
  const number = Number(params.serialNumber)
  const isGuest = useReader() === undefined
  const { mutate, data, error, isPending } = useEndpointMutation(cancelPurchase)
  const release = useCallback(() => mutate({ kid, serial_number: number }), [kid, mutate, number])
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || isGuest) return
    asked.current = true
    release()
  }, [isGuest, release])
  if (data && wasCharged(data.status)) {
    const page = dealPages[deal]
    return <Navigate replace to={`/payment/${page}/success/-?${page}=${data.purchase_id}`} />
  }
  const state = data ? 'released' : isGuest ? 'guest' : stateAfter(error)
  const isStuck = state === 'failed' || state === 'guest'
  return (
    <div className="wrap-narrow pt-8 pb-16">
      <title>{t(cancelTitle)}</title>
      <EmptyState
        whole
        tone={state === 'failed' ? 'failed' : 'empty'}
        title={<Heading state={state} number={number} copies={data?.order_copies ?? 1} />}
        actions={
          <>
            {state === 'guest' && <SignInButton />}
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
          <Said state={state} number={number} title={title} deal={deal} />
        </output>
        {state === 'failed' && <RefusalMessage error={error} />}
      </EmptyState>
    </div>
  )
}

/** Returns true if a payment came too late: the page of the outcome says where the money is. */
const wasCharged = (status: string) => status === 'refunding' || status === 'refunded'

/** Lets a guest sign in on this page; the copy is released afterwards. */
function SignInButton() {
  const signIn = useSignIn()
  return (
    <Button look="main" onClick={() => signIn({})}>
      <Trans>Sign in</Trans>
    </Button>
  )
}

/** `paid`: the payment came first; `nothing`: nothing was held; `guest`: the reader must sign in. */
type State = 'releasing' | 'released' | 'nothing' | 'paid' | 'failed' | 'guest'

function stateAfter(error: Error | null): State {
  if (!error) return 'releasing'
  const code = isRefusal(error) ? error.code : undefined
  return code === 'purchase_closed' ? 'paid' : code === 'not_found' ? 'nothing' : 'failed'
}

function Heading({ state, number, copies }: { state: State; number: number; copies: number }) {
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
