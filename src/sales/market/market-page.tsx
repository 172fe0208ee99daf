import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/market-page.ts'
import { type Asset, listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { Featured } from './featured.tsx'
import { FiltersToggle, MarketFilters, NoMatch } from './market-filters.tsx'
import {
  addressOf,
  filtersOf,
  isNarrowed,
  type MarketView,
  readView,
} from './market-view.shared.ts'
import { TitleGrid } from '#src/catalog/asset/title-grid.tsx'

/** Loads a page of the market, with a featured title on the unfiltered first page. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const view = readView(url.searchParams)
  const [assets, settings] = await Promise.all([
    ask(context, listListedAssets, filtersOf(view)),
    ask(context, getSettings, {}),
  ])
  const now = context.get(nowContext).toISOString()
  const isFront = !isNarrowed(view) && view.page === 0 && view.sort_by === 'newest'
  const tradeFlag = settings.trade_enabled
  return {
    view,
    assets,
    now,
    tradeFlag,
    featured: isFront ? featuredOf(assets.items, now)?.kid : undefined,
  }
}

export default function MarketPage({ loaderData }: Route.ComponentProps) {
  const { view, assets: initial, now, featured: kid, tradeFlag } = loaderData
  const { t } = useLingui()
  const assets = useLiveQuery(listListedAssets, filtersOf(view), {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const featured = assets.items.find((asset) => asset.kid === kid)
  const { q } = view
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{q ? t`${q} · Renban` : t`Marketplace · Renban`}</title>
      <meta name="description" content={t`Numbered copies of films, music and pictures.`} />
      <h1 className="sr-only">
        <Trans>Marketplace</Trans>
      </h1>
      {featured && (
        <div className="mb-10 sm:mb-12">
          <Featured key={featured.kid} asset={featured} now={now} />
        </div>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-h1">
          {q ? <Trans>Found for “{q}”</Trans> : <Trans>On sale now</Trans>}
        </h2>
        <div className="flex items-baseline gap-5 text-small">
          <output className="text-ink-2">
            <Plural value={assets.total} one="# title" other="# titles" />
          </output>
          <FiltersToggle view={view} />
        </div>
      </div>
      <MarketFilters view={view} tradeFlag={tradeFlag} />
      {assets.items.length === 0 && <NoTitles view={view} />}
      {assets.total > 0 && (
        <TitleGrid
          titles={assets}
          page={view.page}
          context="market"
          now={now}
          tradeFlag={tradeFlag}
          hrefOf={(page) => addressOf(view, { page })}
        />
      )}
    </div>
  )
}

/** Returns the title with a picture whose sale opens next, else the newest one. */
function featuredOf(items: readonly Asset[], now: string): Asset | undefined {
  const withPicture = items.filter(({ poster }) => poster !== null)
  const toOpen = withPicture.filter(({ sale_starting_at: at }) => at !== null && at > now)
  return (
    toOpen.toSorted((a, b) => (a.sale_starting_at! < b.sale_starting_at! ? -1 : 1))[0] ??
    withPicture[0]
  )
}

function NoTitles({ view }: { view: MarketView }) {
  if (isNarrowed(view) || view.page > 0) return <NoMatch path={view.path} />
  return (
    <EmptyState title={<Trans>The market opens with its first title</Trans>}>
      <Trans>Nothing is for sale yet. Come back soon.</Trans>
    </EmptyState>
  )
}
