import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/created-list-page.ts'
import { listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { FiltersToggle, MarketFilters } from './market-filters.tsx'
import { addressOf, filtersOf, isNarrowed, readView } from './market-view.shared.ts'
import { TitleGrid } from '#src/catalog/asset/title-grid.tsx'

const PATH = '/created'

/** The titles that a creator made, out or not, withdrawn or not. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const view = readView(url.searchParams, PATH)
  const [titles, { trade_enabled }] = await Promise.all([
    ask(context, listCreatedAssets, filtersOf(view)),
    ask(context, getSettings, {}),
  ])
  const now = context.get(nowContext).toISOString()
  return { view, titles, tradeFlag: trade_enabled, now }
}

export default function CreatedListPage({ loaderData }: Route.ComponentProps) {
  const { view, titles: initial, tradeFlag, now } = loaderData
  const { t } = useLingui()
  const titles = useLiveQuery(listCreatedAssets, filtersOf(view), {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const isEmpty = titles.total === 0 && !isNarrowed(view)
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Your titles · Renban`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-h1">
          <Trans>Your titles</Trans>
        </h1>
        {!isEmpty && (
          <LinkButton small to="/create">
            <Trans>Publish a title</Trans>
          </LinkButton>
        )}
      </div>
      {isEmpty ? (
        <Nothing />
      ) : (
        <>
          <div className="mt-3 flex items-baseline justify-between gap-5 text-small">
            <output className="text-ink-2">
              <Plural value={titles.total} one="# title" other="# titles" />
            </output>
            <FiltersToggle view={view} />
          </div>
          <MarketFilters view={view} />
          <h2 className="sr-only">
            <Trans>Titles</Trans>
          </h2>
          {titles.total === 0 ? (
            <EmptyState
              title={<Trans>No title fits</Trans>}
              actions={
                <LinkButton to={PATH}>
                  <Trans>Show all titles</Trans>
                </LinkButton>
              }
            >
              <Trans>Choose another kind, offer or price, or look for another word.</Trans>
            </EmptyState>
          ) : (
            <TitleGrid
              titles={titles}
              page={view.page}
              context="created"
              now={now}
              tradeFlag={tradeFlag}
              hrefOf={(page) => addressOf(view, { page })}
            />
          )}
        </>
      )}
    </div>
  )
}

function Nothing() {
  return (
    <div className="mt-7">
      <EmptyState
        title={<Trans>You have not published anything yet</Trans>}
        actions={
          <LinkButton look="main" to="/create">
            <Trans>Publish a title</Trans>
          </LinkButton>
        }
      >
        <Trans>What you publish stands here, with what is sold and what is left of it.</Trans>
      </EmptyState>
    </div>
  )
}
