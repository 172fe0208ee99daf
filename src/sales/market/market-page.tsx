import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask, askOptional, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { listCurrentCampaigns } from '#src/catalog/campaign/campaign.shared.ts'
import { CurrentCampaigns } from '#src/catalog/campaign/current-campaigns.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { useCurrentTime, useServerClock } from '#src/ui/server-clock.ts'
import type { Route } from './+types/market-page.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { type Asset, listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { feedPath } from '#src/platform/layout/public-address.shared.ts'
import { Featured } from './featured.tsx'
import { FiltersToggle, MarketFilters, NoMatch } from './market-filters.tsx'
import {
  addressOf,
  filtersOf,
  isNarrowed,
  type MarketView,
  readView,
} from './market-view.shared.ts'
import { loadRows, Rows } from './market-rows.tsx'
import { loadSavedSearches, SaveSearchButton } from './save-search-button.tsx'
import { hasOffer, saleTimesOf } from '#src/catalog/asset/title-card.tsx'
import { SearchMatches } from '#src/catalog/search/search-matches.tsx'
import { listSuggestions } from '#src/catalog/search/suggestion.shared.ts'
import { LazyCardReminder } from '#src/catalog/follow/lazy-card-reminder.tsx'
import { TitleGrid } from '#src/catalog/asset/title-grid.tsx'

const CAMPAIGNS = 6 // of the front page

/** Loads a page of the market; the unfiltered first page also has a featured title and rows. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const view = readView(url.searchParams)
  const isFront = !isNarrowed(view) && view.page === 0 && view.sort_by === 'newest'
  const isSearch = view.q !== undefined && view.page === 0
  const [assets, found, settings, searches, campaigns] = await Promise.all([
    ask(context, listListedAssets, filtersOf(view)),
    isSearch ? askOptional(context, ['unavailable'], listSuggestions, { q: view.q! }) : undefined,
    ask(context, getSettings, {}),
    loadSavedSearches(context, view),
    isFront
      ? askOptional(context, ['unavailable'], listCurrentCampaigns, { limit: CAMPAIGNS })
      : undefined,
  ])
  const now = context.get(nowContext).toISOString()
  const rows = isFront && assets.total > PAGE_SIZE ? await loadRows(context) : undefined
  const featured = isFront
    ? featuredOf([...(rows?.opening.items ?? []), ...assets.items], now)
    : undefined
  return {
    view,
    assets,
    found,
    now,
    isFront,
    tradeFlag: settings.trade_enabled,
    rows,
    featured,
    searches,
    campaigns: campaigns?.items ?? [],
  }
}

const pathOfPage = (page: number) => (page === 0 ? '/' : `/?page=${page}`)

export default function MarketPage({ loaderData }: Route.ComponentProps) {
  const { view, assets: initial, found, now, isFront, tradeFlag, rows, searches } = loaderData
  const { t } = useLingui()
  const assets = useLiveQuery(listListedAssets, filtersOf(view), {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const isGuest = useReader() === undefined
  const isKnown = (asset?: Asset) => asset?.kid === loaderData.featured?.kid
  const featured = assets.items.find(isKnown) ?? loaderData.featured
  const inRows = Object.values(rows ?? {}).flatMap(({ items }) => items)
  const above = featured ? [featured, ...inRows] : inRows
  const at = useCurrentTime(saleTimesOf(above), useServerClock(now))
  const { q } = view
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{q ? t`${q} · Renban` : t`Marketplace · Renban`}</title>
      <SocialTags
        title={t`Marketplace`}
        path={isNarrowed(view) || view.sort_by !== 'newest' ? '/' : pathOfPage(view.page)}
        aboutPath="/"
        things={[{ '@type': 'WebSite', name: 'Renban' }]}
      />
      <link rel="alternate" type="application/atom+xml" href={feedPath()} title="Renban" />
      <h1 className="sr-only">
        <Trans>Marketplace</Trans>
      </h1>
      {isFront && isGuest && <Welcome />}
      {featured && (
        <div className="mb-10 sm:mb-12">
          <Featured
            key={featured.kid}
            asset={featured}
            now={at}
            isNewest={isKnown(assets.items[0])}
          />
        </div>
      )}
      <CurrentCampaigns items={loaderData.campaigns} />
      {rows && <Rows rows={rows} featured={featured?.kid} now={at} tradeFlag={tradeFlag} />}
      <section aria-labelledby="titles">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="titles" className="text-h1">
            {q ? (
              <Trans>Results for “{q}”</Trans>
            ) : isNarrowed(view) ? (
              <Trans>Matching titles</Trans>
            ) : (
              <Trans>All titles</Trans>
            )}
          </h2>
          <div className="flex flex-wrap items-baseline gap-x-5 text-small">
            <output className="text-ink-2">
              <Plural value={assets.total} one="# title" other="# titles" />
            </output>
            <FiltersToggle view={view} />
            <SaveSearchButton view={view} initial={searches} />
          </div>
        </div>
        {found && <SearchMatches found={found} />}
        <MarketFilters view={view} tradeFlag={tradeFlag} />
        {assets.total === 0 ? (
          <NoTitles view={view} />
        ) : (
          <TitleGrid
            titles={assets}
            page={view.page}
            context="market"
            now={now}
            tradeFlag={tradeFlag}
            isBelow={featured !== undefined || rows !== undefined}
            hrefOf={(page) => addressOf(view, { page })}
            Coming={LazyCardReminder}
          />
        )}
      </section>
    </div>
  )
}

/** Tells guests what Renban is. */
function Welcome() {
  return (
    <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 sm:mb-8">
      <p className="max-w-[60ch] text-h2 leading-(--leading-run) text-balance lg:max-w-none">
        <Trans>
          Films, music and pictures in numbered copies. Choose your number, and the copy is yours.
        </Trans>
      </p>
      <Link to="/dvt" className="inline-flex min-h-11 items-center">
        <Trans>How it works</Trans>
      </Link>
    </div>
  )
}

/** Returns the title with a picture whose sale opens next, else the newest with an offer, else the newest. */
function featuredOf(items: readonly Asset[], now: string): Asset | undefined {
  const withPicture = items.filter(({ poster }) => poster !== null)
  const toOpen = withPicture.filter(({ sale_starting_at: at }) => at !== null && at > now)
  return (
    toOpen.toSorted((a, b) => (a.sale_starting_at! < b.sale_starting_at! ? -1 : 1))[0] ??
    withPicture.find((asset) => hasOffer(asset, now)) ??
    withPicture[0]
  )
}

function NoTitles({ view }: { view: MarketView }) {
  if (isNarrowed(view)) return <NoMatch path={view.path} />
  return (
    <EmptyState title={<Trans>No titles yet</Trans>}>
      <Trans>Titles appear here as soon as creators publish them.</Trans>
    </EmptyState>
  )
}
