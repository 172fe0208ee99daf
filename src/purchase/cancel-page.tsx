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
export async function loader({ context, params }: Route.LoaderArgs) {
  const asset = await askUnless(context, ['not_found', 'input_invalid'], getAsset, {
    id: params.kid,
  })
  return { title: asset?.title }
}

export default function CancelPage({ params, loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { kid } = params
  const number = Number(params.serialNumber)
  const { mutate, data, error, isPending } = useCall(cancelPurchase)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate({ kid, serial_number: number })
  }, [kid, mutate, number])
  const code = isRefusal(error) ? error.code : undefined
  const isPaid = code === 'purchase_closed' // the payment was faster
  const isDone = data !== undefined || code === 'not_found'
  const hasFailed = error !== null && !isPaid && !isDone
  return (
    <div className="wrap-narrow pt-8 pb-16">
      <title>{t`Purchase cancelled · Renban`}</title>
      <h1 className="sr-only">
        <Trans>Purchase cancelled</Trans>
      </h1>
      <EmptyState
        tone={hasFailed ? 'failed' : 'empty'}
        title={
          isPaid ? (
            <Trans>No. {number} was paid already</Trans>
          ) : isDone ? (
            <Trans>No. {number} is released</Trans>
          ) : hasFailed ? (
            <Trans>No. {number} is still held for you</Trans>
          ) : (
            <Trans>Releasing No. {number}</Trans>
          )
        }
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
              {isPaid ? <Trans>See the title</Trans> : <Trans>Back to the numbers</Trans>}
            </LinkButton>
            <LinkButton to={isPaid ? '/asset' : '/'}>
              {isPaid ? <Trans>My collection</Trans> : <Trans>Back to the marketplace</Trans>}
            </LinkButton>
          </>
        }
      >
        <output>
          {isPaid && <Trans>It is in your collection, or will be in a moment.</Trans>}
          {isDone && <Released title={loaderData.title} />}
          {!isDone && !error && <Progress label={t`Releasing No. ${number}`} />}
        </output>
        {hasFailed && <Refused error={error} />}
      </EmptyState>
    </div>
  )
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
