import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/collection-page.ts'
import { type Asset, listOwnedAssets, PAGE_SIZE } from './asset.shared.ts'
import { Brands, Covers, Given, MyShelf } from './collection.tsx'

const views = ['shelf', 'covers', 'brands'] as const
type View = (typeof views)[number]

export async function loader({ context, url }: Route.LoaderArgs) {
  const view = views.find((one) => one === url.searchParams.get('view')) ?? 'shelf'
  const page = pageFromSearch(url.searchParams)
  const [titles, { trade_enabled }] = await Promise.all([
    ask(context, listOwnedAssets, queryOf(page)),
    ask(context, getSettings, {}),
  ])
  const now = context.get(nowContext).toISOString()
  return { view, page, titles, tradeFlag: trade_enabled, now }
}

const queryOf = (page: number) => ({ offset: page * PAGE_SIZE, limit: PAGE_SIZE })

/** Shows the copies that the reader holds, is buying, or gave up. */
export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { view, page, titles: initial, tradeFlag, now } = loaderData
  const titles = useLiveQuery(listOwnedAssets, queryOf(page), {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const held = titles.items.filter((asset) => !isGone(asset))
  const gone = titles.items.filter(isGone)
  const copies = held.reduce((all, { owned_copies_count }) => all + owned_copies_count, 0)
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`My collection · Renban`}</title>
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-h1">
            <Trans>My collection</Trans>
          </h1>
          {titles.total > 0 && titles.total <= PAGE_SIZE && (
            <p className="mt-1 text-small text-ink-2">
              <Plural value={copies} one="# numbered copy" other="# numbered copies" />
            </p>
          )}
        </div>
        {titles.total > 0 && (
          <SegmentedLinks<View>
            label={t`Show as`}
            value={view}
            options={[
              { value: 'shelf', label: t`Shelf`, to: '?' },
              { value: 'covers', label: t`Covers`, to: '?view=covers' },
              { value: 'brands', label: t`By brand`, to: '?view=brands' },
            ]}
          />
        )}
      </div>
      {titles.total === 0 ? (
        <EmptyShelf />
      ) : (
        <div className="grid gap-12">
          {view === 'shelf' && <MyShelf assets={held} />}
          {view === 'brands' ? (
            <Brands assets={held} tradeFlag={tradeFlag} now={now} />
          ) : (
            <section aria-labelledby="covers">
              <h2 id="covers" className="sr-only">
                <Trans>Titles</Trans>
              </h2>
              <Covers assets={held} tradeFlag={tradeFlag} now={now} />
            </section>
          )}
          <Given assets={gone} />
        </div>
      )}
      <div className="mt-12">
        <Pagination
          page={page}
          count={Math.ceil(titles.total / PAGE_SIZE)}
          hrefOf={(to) => `?view=${view}&page=${to}`}
        />
      </div>
    </div>
  )
}

const isGone = ({ owned_copies_count, purchase_processing_copies_count }: Asset) =>
  owned_copies_count === 0 && purchase_processing_copies_count === 0

function EmptyShelf() {
  return (
    <EmptyState
      title={<Trans>Your shelf is empty</Trans>}
      actions={
        <LinkButton look="main" to="/">
          <Trans>Go to the marketplace</Trans>
        </LinkButton>
      }
    >
      <Trans>Copies you buy appear here.</Trans>
    </EmptyState>
  )
}
