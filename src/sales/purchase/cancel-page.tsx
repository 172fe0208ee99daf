import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef } from 'react'
import { askOptional, useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import type { Route } from './+types/cancel-page.ts'
import { cancelPurchase } from './purchase.shared.ts'

/** Where the card page leads back to: the copy and the balance are given back (acceptance RT-26). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const asset = await askOptional(context, ['not_found', 'input_invalid'], getAsset, {
    id: params.kid,
  })
  const isRental = url.pathname.startsWith('/payment/rental/')
  return { title: asset?.title, isRental }
}

export default function CancelPage({ params, loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { kid } = params
  const { title, isRental } = loaderData
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
  const state = data ? 'released' : isGuest ? 'guest' : stateAfter(error)
  const isStuck = state === 'failed' || state === 'guest'
  return (
    <div className="wrap-narrow pt-8 pb-16">
      <title>{isRental ? t`Cancel the rental · Renban` : t`Cancel the purchase · Renban`}</title>
      <EmptyState
        whole
        tone={state === 'failed' ? 'failed' : 'empty'}
        title={<Heading {...{ state, number }} copies={data?.order_copies ?? 1} />}
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
            <LinkButton to={state !== 'paid' ? '/' : isRental ? '/asset/rented' : '/asset'}>
              {state !== 'paid' ? (
                <Trans>Back to the marketplace</Trans>
              ) : isRental ? (
                <Trans>Rented</Trans>
              ) : (
                <Trans>My collection</Trans>
              )}
            </LinkButton>
          </>
        }
      >
        <output>
          <Said {...{ state, number, title, isRental }} />
        </output>
        {state === 'failed' && <RefusalMessage error={error} />}
      </EmptyState>
    </div>
  )
}

/** Signed in, the reader is still here, and the copy is let go then. */
function SignInButton() {
  const signIn = useSignIn()
  return (
    <Button look="main" onClick={() => signIn({})}>
      <Trans>Sign in</Trans>
    </Button>
  )
}

/** `paid`: the payment was faster; `nothing`: there was nothing to let go; `guest`: whose is it? */
type State = 'releasing' | 'released' | 'nothing' | 'paid' | 'failed' | 'guest'

function stateAfter(error: Error | null): State {
  if (!error) return 'releasing'
  const code = isRefusal(error) ? error.code : undefined
  return code === 'purchase_closed' ? 'paid' : code === 'not_found' ? 'nothing' : 'failed'
}

function Heading({ state, number, copies }: { state: State; number: number; copies: number }) {
  if (state === 'paid') return <Trans>No. {number} was paid already</Trans>
  if (state === 'nothing') return <Trans>No. {number} was not held for you</Trans>
  if (state === 'failed') return <Trans>No. {number} could not be released</Trans>
  if (state === 'guest') return <Trans>Sign in to give No. {number} up</Trans>
  if (state === 'releasing') return <Trans>Releasing No. {number}</Trans>
  if (copies > 1) return <Trans>{copies} copies are released</Trans>
  return <Trans>No. {number} is released</Trans>
}

function Said(props: {
  state: State
  number: number
  title: string | undefined
  isRental: boolean
}) {
  const { state, number, title, isRental } = props
  const { t } = useLingui()
  if (state === 'releasing') return <Progress label={t`Releasing No. ${number}`} />
  if (state === 'nothing') return <Trans>Nothing was charged.</Trans>
  if (state === 'paid')
    return isRental ? (
      <Trans>You can watch it now, or in a moment.</Trans>
    ) : (
      <Trans>It is in your collection, or will be in a moment.</Trans>
    )
  if (state === 'failed' || state === 'guest')
    return (
      <Trans>
        What is held for you is released by itself when its time is over. Nothing is charged unless
        you pay.
      </Trans>
    )
  if (!title)
    return <Trans>Nothing was charged, and the balance that was set aside is yours again.</Trans>
  return (
    <Trans>
      You stopped before paying for “{title}”. Nothing was charged, and the balance that was set
      aside is yours again.
    </Trans>
  )
}
