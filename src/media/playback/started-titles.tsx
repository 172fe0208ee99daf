import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { REFETCH_MS, useEndpointMutation, useLiveQuery, useRefetchAll } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { type Asset, listStartedAssets } from '#src/catalog/asset/asset.shared.ts'
import { StoppedAt } from '#src/catalog/asset/stopped-at.tsx'
import { obiOf } from '#src/catalog/asset/title-obi.tsx'
import { WatchFromTile, watchPath } from '#src/catalog/asset/watch-link.tsx'
import { Card, Grid } from '#src/ui/card.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import { CardSection } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { forgetPositions } from './position.shared.ts'

const ForgetAllDialog = lazyDialog(() => import('./forget-all-dialog.tsx'), 'ForgetAllDialog')

export const STARTED = { limit: 4 } // the titles shown, one row

/** Shows the titles that the reader began, each with its progress, and forgets them on request. */
export function StartedTitles(props: { initial: ReplyOf<typeof listStartedAssets> }) {
  const { items } = useLiveQuery(listStartedAssets, STARTED, {
    initial: props.initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const forget = useForget()
  const [isAsking, setAsking] = useState(false)
  return (
    <CardSection
      title={<Trans>Continue watching</Trans>}
      aside={
        <button
          type="button"
          className="min-h-11 text-small underline"
          onClick={() => setAsking(true)}
        >
          <Trans>Clear all</Trans>
        </button>
      }
      of={{ items }}
    >
      <Grid>
        {items.map((asset) => (
          <Started key={asset.unique_id} asset={asset} onForget={() => void forget(asset.kid)} />
        ))}
      </Grid>
      {isAsking && <ForgetAllDialog onClose={() => setAsking(false)} />}
    </CardSection>
  )
}

function Started({ asset, onForget }: { asset: Asset; onForget: () => void }) {
  const { t } = useLingui()
  const { kid, title, media_type, poster, my_numbers, my_rented_number } = asset
  const number = my_rented_number ?? (my_numbers.length === 1 ? my_numbers[0] : undefined)
  const isOwned = my_rented_number === null && my_numbers.length > 0
  return (
    <Card
      title={title}
      to={watchPath(kid)}
      media={media_type}
      poster={poster}
      obi={{ ...obiOf(asset), name: null, ...(number !== undefined && { number, owned: isOwned }) }}
    >
      <StoppedAt asset={asset} />
      <div className="flex flex-wrap items-center gap-x-4">
        <WatchFromTile asset={asset} />
        <button
          type="button"
          className="relative z-2 mt-2 min-h-11 text-small underline"
          aria-label={t`Remove ${title} from Continue watching`}
          onClick={onForget}
        >
          <Trans>Remove</Trans>
        </button>
      </div>
    </Card>
  )
}

/**
 * Returns a function that forgets the reader's position in a title. Says in a toast that it did, or why
 * not.
 */
export function useForget() {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const { mutateAsync } = useEndpointMutation(forgetPositions)
  return async (kid: string) => {
    try {
      await mutateAsync({ kid })
    } catch (error) {
      return toast({ icon: 'warning', message: <RefusalText error={error as Error} /> })
    }
    await refetchAll()
    toast({ message: t`It starts from the beginning next time.` })
  }
}
