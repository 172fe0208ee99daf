import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteLoaderData, useSearchParams } from 'react-router'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { type Asset, getAsset } from '#src/catalog/asset/asset.shared.ts'
import { Offers, saleTimesOf } from '#src/catalog/asset/title-card.tsx'
import { obiOf } from '#src/catalog/asset/title-obi.tsx'
import { isLocale } from '#src/i18n/locale.ts'
import { WithTrailer } from '#src/media/playback/trailer.tsx'
import { titlePath } from '#src/platform/layout/public-address.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Logo } from '#src/ui/logo.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { useCurrentTime, useServerClock } from '#src/ui/server-clock.ts'
import { Tile } from '#src/ui/tile.tsx'
import type { Route } from './+types/embed-page.ts'
import './embed.css'

/** Loads a title for the player that other sites embed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const asset = await ask(context, getAsset, { id: params.kid })
  return { asset, now: context.get(nowContext).toISOString() }
}

/**
 * Shows a title in a frame of another site: its trailer, its price as it is now, and the way to its
 * page, which opens outside the frame. Nothing here changes anything for the reader, so that a
 * deceptive frame gains nothing.
 */
export default function EmbedPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const [search] = useSearchParams()
  const lang = search.get('lang') ?? ''
  const asset = useLiveQuery(
    getAsset,
    { id: loaderData.asset.kid },
    { initial: loaderData.asset, refetchInterval: REFETCH_MS.grid },
  )
  const { kid, title, brand } = asset
  const now = useCurrentTime(saleTimesOf([asset]), useServerClock(loaderData.now))
  const to = titlePath(kid) + (isLocale(lang) ? `?lang=${lang}` : '')
  return (
    <div className="embed">
      <title>{t`${title} · Renban`}</title>
      <meta name="robots" content="noindex" />
      <link rel="canonical" href={publicUrl + titlePath(kid)} />
      <div className="embed-stage" data-media={asset.media_type}>
        <WithTrailer asset={asset}>
          <Still asset={asset} />
        </WithTrailer>
      </div>
      <div className="embed-bar">
        <Logo />
        <div className="min-w-0">
          <h1 className="truncate text-body font-semibold">
            <bdi>{title}</bdi>
          </h1>
          {brand && (
            <p className="truncate text-small text-ink-2">
              <bdi>{brand.name}</bdi>
            </p>
          )}
        </div>
        <div className="embed-price">
          <Offers asset={asset} context="market" now={now} />
        </div>
        <LinkButton small look="main" to={to} target="_blank" rel="noopener">
          <Trans>Choose your number</Trans>
        </LinkButton>
      </div>
    </div>
  )
}

/** The title's picture, whole; a film's fills the frame. */
function Still({ asset }: { asset: Asset }) {
  const { t } = useLingui()
  const { poster, media_type } = asset
  if (!poster || media_type === 'audio')
    return <Tile obi={obiOf(asset)} media={media_type} poster={poster} sizes="360px" eager />
  return <Picture source={poster} alt={t`Poster of ${asset.title}`} sizes="100vw" eager />
}
