import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { askOptional, nowContext, REFETCH_MS, refusedPage, useLiveQuery } from '#core/http/ask.ts'
import { type Asset, listBrandAssets, listBrandRentals } from '#src/catalog/asset/asset.shared.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { LazyCardReminder } from '#src/catalog/follow/lazy-card-reminder.tsx'
import { TitlesLoadFailed, TitleGrid } from '#src/catalog/asset/title-grid.tsx'
import { useReader } from '#src/accounts/account/reader.tsx'
import { type Follows, loadFollows } from '#src/catalog/follow/follow-buttons.tsx'
import { LazyHiddenNotice } from '#src/catalog/moderation/lazy-hidden-notice.tsx'
import { ReportButton } from '#src/catalog/moderation/report-button.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/brand-page.ts'
import { BrandHead } from './brand-head.tsx'
import type { Brand } from './brand.shared.ts'
import { loadBrand } from './load-brand.tsx'
import { NothingOfBrand } from './nothing-of-brand.tsx'

const tabs = ['all', 'sale', 'rental'] as const
type BrandTab = (typeof tabs)[number]

/** Loads a brand by its address. `titles` is null if only they could not be loaded. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const tab = tabs.find((one) => one === (params.tab ?? 'all'))
  if (!tab) throw refusedPage('not_found')
  const brand = await loadBrand(context, params.account, url)
  const page = pageFromSearch(url.searchParams)
  const query = queryOf(brand.id, tab, page)
  const [titles, follows] = await Promise.all([
    askOptional(context, ['unavailable'], listOf(tab), query),
    loadFollows(context, { brand_id: brand.id }),
  ])
  const now = context.get(nowContext).toISOString()
  return { brand, tab, page, titles: titles ?? null, follows, now }
}

export default function BrandPage({ loaderData }: Route.ComponentProps) {
  const { brand, tab, page, titles, follows, now } = loaderData
  const { t } = useLingui()
  const reader = useReader()
  return (
    <div className="pb-16">
      <title>{t`${brand.name} · Renban`}</title>
      <BrandHead
        brand={brand}
        follows={follows}
        path={pathOf(brand, tab, page)}
        instead={titles?.items.find(({ poster }) => poster)?.poster}
      />
      <div className="wrap mt-8">
        {brand.is_hidden && (
          <div className="mb-8">
            <LazyHiddenNotice
              thing={{ of: 'brand', id: brand.id }}
              isOwn={reader?.account_id === brand.owner_account_id}
            />
          </div>
        )}
        <h2 className="sr-only">
          <Trans>Titles</Trans>
        </h2>
        {titles ? (
          <Titles
            key={`${tab} ${page}`}
            brand={brand}
            tab={tab}
            page={page}
            titles={titles}
            follows={follows}
            now={now}
          />
        ) : (
          <TitlesLoadFailed />
        )}
        {!brand.is_hidden && (
          <div className="mt-10 flex flex-wrap items-center gap-x-6 text-small">
            {brand.has_seller_notice && (
              <Link to={`/brand/${brand.account}/seller`}>
                <Trans>Seller’s notice</Trans>
              </Link>
            )}
            <ReportButton
              thing={{ of: 'brand', id: brand.id }}
              name={brand.name}
              isOwn={reader?.account_id === brand.owner_account_id}
            />
          </div>
        )}
      </div>
    </div>
  )
}

const pathOf = ({ account }: Brand, tab: BrandTab, page: number) =>
  `/brand/${account}${tab === 'all' ? '' : `/${tab}`}${page === 0 ? '' : `?page=${page}`}`

function queryOf(brand_id: string, tab: BrandTab, page: number) {
  const listing_type = tab === 'sale' ? tab : undefined
  return { brand_id, offset: page * PAGE_SIZE, limit: PAGE_SIZE, listing_type }
}

const listOf = (tab: BrandTab) => (tab === 'rental' ? listBrandRentals : listBrandAssets)

function Titles(props: {
  brand: Brand
  tab: BrandTab
  page: number
  titles: { items: Asset[]; total: number }
  follows: Follows
  now: string
}) {
  const { brand, tab, page, titles: initial, follows, now } = props
  const query = queryOf(brand.id, tab, page)
  const titles = useLiveQuery(listOf(tab), query, { initial, refetchInterval: REFETCH_MS.grid })
  if (titles.total === 0) return <Nothing brand={brand} tab={tab} follows={follows} />
  return (
    <TitleGrid
      titles={titles}
      page={page}
      context={tab === 'rental' ? 'brandRental' : 'brandSale'}
      now={now}
      isBelow={brand.hero_picture !== null}
      Coming={LazyCardReminder}
    />
  )
}

function Nothing({ brand, tab, follows }: { brand: Brand; tab: BrandTab; follows: Follows }) {
  const shown = { brand, follows }
  const offer = (
    <LinkButton to="/created">
      <Trans>See your titles</Trans>
    </LinkButton>
  )
  if (tab === 'rental')
    return (
      <NothingOfBrand {...shown} title={<Trans>No copies for rent</Trans>} create={offer}>
        <Trans>Copies appear here when someone offers them for rent.</Trans>
      </NothingOfBrand>
    )
  if (tab === 'sale')
    return (
      <NothingOfBrand {...shown} title={<Trans>No contents available</Trans>} create={offer}>
        <Trans>Copies appear here when someone offers them for sale.</Trans>
      </NothingOfBrand>
    )
  return (
    <NothingOfBrand
      {...shown}
      title={<Trans>No titles yet</Trans>}
      create={
        <LinkButton look="main" to="/create">
          <Trans>Publish a title</Trans>
        </LinkButton>
      }
    >
      <Trans>Titles of this brand appear here once they are published.</Trans>
    </NothingOfBrand>
  )
}
