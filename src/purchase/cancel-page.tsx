import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { askUnless, useCall } from '#core/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { getAsset } from '#src/asset/asset.shape.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Refused } from '#src/ui/refused.tsx'
import type { Route } from './+types/cancel-page.ts'
import { cancelPurchase } from './purchase.shape.ts'

/** Where the card page leads back to: the copy and the balance are given back (acceptance RT-26). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const asset = await askUnless(context, ['not_found', 'input_invalid'], getAsset, {
    id: params.kid,
  })
  const isRental = url.pathname.startsWith('/payment/rental/')
  return { title: asset?.title, isRental }
}

export default function CancelPage({ params, loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { kid } = params
  const { isRental } = loaderData
  const number = Number(params.serialNumber)
  const { mutate, data, error, isPending } = useCall(cancelPurchase)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate({ kid, serial_number: number })
  }, [kid, mutate, number])
  const state = data ? 'released' : stateAfter(error)
  const hasFailed = state === 'failed'
  return (
    <div className="wrap-narrow pt-8 pb-16">
      <title>{isRental ? t`Rental cancelled · Renban` : t`Purchase cancelled · Renban`}</title>
      <h1 className="sr-only">
        {isRental ? <Trans>Rental cancelled</Trans> : <Trans>Purchase cancelled</Trans>}
      </h1>
      <EmptyState
        tone={hasFailed ? 'failed' : 'empty'}
        title={<Heading {...{ state, number }} copies={data?.order_copies ?? 1} />}
        actions={
          <>
            {hasFailed && (
              <Button
                look="main"
                busy={isPending}
                onClick={() => mutate({ kid, serial_number: number })}
              >
                <Trans>Try again</Trans>
              </Button>
            )}
            <LinkButton look={hasFailed ? 'other' : 'main'} to={`/asset/${kid}?no=${number}`}>
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
          {state === 'paid' && isRental && <Trans>You can watch it now, or in a moment.</Trans>}
          {state === 'paid' && !isRental && (
            <Trans>It is in your collection, or will be in a moment.</Trans>
          )}
          {state === 'nothing' && <Trans>Nothing was charged.</Trans>}
          {state === 'released' && <Released title={loaderData.title} />}
          {state === 'releasing' && <Progress label={t`Releasing No. ${number}`} />}
        </output>
        {hasFailed && <Refused error={error} />}
      </EmptyState>
    </div>
  )
}

/** `paid`: the payment was faster; `nothing`: there was nothing to let go. */
type State = 'releasing' | 'released' | 'nothing' | 'paid' | 'failed'

function stateAfter(error: Error | null): State {
  if (!error) return 'releasing'
  const code = isRefusal(error) ? error.code : undefined
  return code === 'purchase_closed' ? 'paid' : code === 'not_found' ? 'nothing' : 'failed'
}

function Heading({ state, number, copies }: { state: State; number: number; copies: number }) {
  if (state === 'paid') return <Trans>No. {number} was paid already</Trans>
  if (state === 'nothing') return <Trans>No. {number} was not held for you</Trans>
  if (state === 'failed') return <Trans>No. {number} is still held for you</Trans>
  if (state === 'releasing') return <Trans>Releasing No. {number}</Trans>
  if (copies > 1) return <Trans>{copies} copies are released</Trans>
  return <Trans>No. {number} is released</Trans>
}

function Released({ title }: { title: string | undefined }) {
  if (!title)
    return <Trans>Nothing was charged, and the balance that was set aside is yours again.</Trans>
  return (
    <Trans>
      You stopped before paying for “{title}”. Nothing was charged, and the balance that was set
      aside is yours again.
    </Trans>
  )
}
