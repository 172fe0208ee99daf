import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { type Asset, listOwnedAssets, listStartedAssets } from '#src/catalog/asset/asset.shared.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { Brands, Covers, MyShelf } from '#src/catalog/asset/collection.tsx'
import { RentedTitles } from '#src/catalog/asset/rented-titles.tsx'
import { listExtraCounts } from '#src/media/extras/extra.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { STARTED, StartedTitles } from '#src/media/playback/started-titles.tsx'
import { listRented } from '#src/sales/rental/rental.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useServerClock } from '#src/ui/server-clock.ts'
import { pageAddress, pageFromSearch, Pagination } from '#src/ui/pagination.tsx'
import { CardSection } from '#src/ui/section.tsx'
import type { Route } from './+types/collection-page.ts'
import { listPreviousCopies } from './brand-collection.shared.ts'
import { PreviousCopies } from './previous-copies.tsx'

const views = ['shelf', 'covers', 'brands'] as const
type View = (typeof views)[number]
const RENTED = { limit: PAGE_SIZE }
const ROW = 4 // rented titles shown; their page lists all

export async function loader({ context, url }: Route.LoaderArgs) {
  const view = views.find((one) => one === url.searchParams.get('view')) ?? 'shelf'
  const page = pageFromSearch(url.searchParams)
  const previousPage = pageFromSearch(url.searchParams, 'previous')
  const [titles, previous, started, rented, { items: extras }, settings] = await Promise.all([
    ask(context, listOwnedAssets, queryOf(page)),
    ask(context, listPreviousCopies, partOf(previousPage)),
    ask(context, listStartedAssets, STARTED),
    ask(context, listRented, RENTED),
    ask(context, listExtraCounts, {}),
    ask(context, getSettings, {}),
  ])
  const now = context.get(nowContext).toISOString()
  const pages = { page, previousPage }
  const tradeFlag = settings.trade_enabled
  return { view, ...pages, titles, previous, started, rented, extras, tradeFlag, now }
}

const partOf = (page: number) => ({ offset: page * PAGE_SIZE, limit: PAGE_SIZE })
const queryOf = (page: number) => ({ held: 'true' as const, ...partOf(page) })

/** Shows the copies that the reader holds, is buying, rents, or gave up. */
export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const { view, page, titles: initial, tradeFlag, now } = loaderData
  const titles = useLiveQuery(listOwnedAssets, queryOf(page), {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const rented = useLiveQuery(listRented, RENTED, {
    initial: loaderData.rented,
    refetchInterval: REFETCH_MS.grid,
  })
  const clock = useServerClock(now)
  const extras = new Map(loaderData.extras.map(({ kid, count }) => [kid, count]))
  const held = titles.items
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`My collection · Renban`}</title>
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-h1">
            <Trans>My collection</Trans>
          </h1>
          <Size titles={titles} held={held} rented={rented} />
        </div>
        {titles.total > 0 && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Link to="/account/shelf" className="inline-flex min-h-11 items-center text-small">
              <Trans>Public shelf</Trans>
            </Link>
            <SegmentedLinks<View>
              label={t`Show as`}
              value={view}
              options={[
                { value: 'shelf', label: t`Shelf`, to: '?' },
                { value: 'covers', label: t`Covers`, to: '?view=covers' },
                { value: 'brands', label: t`By brand`, to: '?view=brands' },
              ]}
            />
          </div>
        )}
      </div>
      <div className="grid gap-12">
        {page === 0 && <StartedTitles initial={loaderData.started} />}
        {titles.total === 0 && <EmptyShelf />}
        {view === 'shelf' && <MyShelf assets={held} />}
        {view === 'brands' ? (
          <Brands assets={held} extras={extras} tradeFlag={tradeFlag} now={now} />
        ) : (
          held.length > 0 && (
            <section aria-labelledby="covers">
              <h2 id="covers" className="sr-only">
                <Trans>Titles</Trans>
              </h2>
              <Covers assets={held} extras={extras} tradeFlag={tradeFlag} now={now} />
            </section>
          )
        )}
        {page === 0 && (
          <RentedTitles
            title={<Trans context="collection">Rented</Trans>}
            aside={
              <Link to="/asset/rented" className="inline-flex min-h-11 items-center text-small">
                <Trans>See all rentals</Trans>
              </Link>
            }
            items={rented.items.slice(0, ROW)}
            now={clock()}
          />
        )}
        <Pagination
          page={page}
          count={Math.ceil(titles.total / PAGE_SIZE)}
          hrefOf={(to) => pageAddress(search, 'page', to)}
        />
        <Previous page={loaderData.previousPage} initial={loaderData.previous} />
      </div>
    </div>
  )
}

/** Shows the copies that the reader gave up, each with the day and the price. */
function Previous(props: { page: number; initial: ReplyOf<typeof listPreviousCopies> }) {
  const { page, initial } = props
  const [search] = useSearchParams()
  const copies = useLiveQuery(listPreviousCopies, partOf(page), {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <CardSection title={<Trans>Previously yours</Trans>} of={copies}>
      <PreviousCopies copies={copies.items} />
      <div className="mt-8">
        <Pagination
          isBelow
          page={page}
          count={Math.ceil(copies.total / PAGE_SIZE)}
          hrefOf={(to) => pageAddress(search, 'previous', to)}
        />
      </div>
    </CardSection>
  )
}

/** Counts copies, brands and rentals; titles only, if not all of them are on this page. */
function Size(props: {
  titles: { total: number }
  held: readonly Asset[]
  rented: { items: readonly Asset[]; total: number }
}) {
  const { titles, held, rented } = props
  const copies = held.reduce((all, { owned_copies_count }) => all + owned_copies_count, 0)
  const brands = new Set(held.flatMap(({ brand }) => brand?.account ?? [])).size
  const unpaid = rented.items.filter(({ my_rented_copies_count: n }) => n === 0).length
  const running = rented.total - unpaid
  const isAll = titles.total <= PAGE_SIZE
  if (copies === 0 && running === 0) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-small text-ink-2">
      {copies > 0 && (
        <span>
          {isAll ? (
            <Plural value={copies} one="# numbered copy" other="# numbered copies" />
          ) : (
            <Plural value={titles.total} one="# title" other="# titles" />
          )}
        </span>
      )}
      {isAll && brands > 0 && (
        <span>
          <Plural value={brands} one="# brand" other="# brands" />
        </span>
      )}
      {running > 0 && (
        <span>
          <Plural value={running} one="# rented title" other="# rented titles" />
        </span>
      )}
    </p>
  )
}

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
