import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/created-list-page.ts'
import { listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { FiltersToggle, MarketFilters, NoMatch } from './market-filters.tsx'
import { addressOf, filtersOf, isNarrowed, readView } from './market-view.shared.ts'
import { TitleGrid } from '#src/catalog/asset/title-grid.tsx'

const PATH = '/created'

/** Loads the creator's own titles, published or not, withdrawn or not. */
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
    <ListPage
      title={t`Your titles · Renban`}
      heading={<Trans>Your titles</Trans>}
      action={
        <LinkButton small to="/create">
          <Trans>Publish a title</Trans>
        </LinkButton>
      }
      isEmpty={isEmpty}
    >
      {isEmpty ? (
        <NothingPublished />
      ) : (
        <div>
          <div className="flex items-baseline justify-between gap-5 text-small">
            <output className="text-ink-2">
              <Plural value={titles.total} one="# title" other="# titles" />
            </output>
            <FiltersToggle view={view} />
          </div>
          <MarketFilters view={view} tradeFlag={tradeFlag} />
          <h2 className="sr-only">
            <Trans>Titles</Trans>
          </h2>
          {titles.total === 0 ? (
            <NoMatch path={PATH} />
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
        </div>
      )}
    </ListPage>
  )
}

function NothingPublished() {
  return (
    <EmptyState
      title={<Trans>You have not published anything yet</Trans>}
      actions={
        <LinkButton look="main" to="/create">
          <Trans>Publish a title</Trans>
        </LinkButton>
      }
    >
      <Trans>Titles you publish appear here with their copies and offers.</Trans>
    </EmptyState>
  )
}
