import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, type RouterContextProvider } from 'react-router'
import { ask, nowContext, REFETCH_MS, refusedPage, useLiveQuery } from '#core/http/ask.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { Covers } from '#src/catalog/asset/collection.tsx'
import { RentedTitles } from '#src/catalog/asset/rented-titles.tsx'
import { listBrands } from '#src/catalog/brand/brand.shared.ts'
import { GroupCard, GroupGrid } from '#src/catalog/group/group-card.tsx'
import { listExtraCounts } from '#src/media/extras/extra.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useServerClock } from '#src/ui/server-clock.ts'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { CardSection } from '#src/ui/section.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import type { Route } from './+types/brand-collection-page.ts'
import { getOwnedBrand, listOwnedBrands } from './brand-collection.shared.ts'
import { PreviousCopies } from './previous-copies.tsx'

/** Loads the reader's collection of one brand. `key` is the brand's address. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const [brand] = (await ask(context, listBrands, { account: params.key })).items
  const id = brand?.id ?? (await hiddenBrand(context, params.key))
  if (!id) throw refusedPage('not_found')
  const page = pageFromSearch(url.searchParams)
  const query = { id, offset: page * PAGE_SIZE, limit: PAGE_SIZE }
  const [owned, { items: extras }, { trade_enabled }] = await Promise.all([
    ask(context, getOwnedBrand, query),
    ask(context, listExtraCounts, {}),
    ask(context, getSettings, {}),
  ])
  const now = context.get(nowContext).toISOString()
  return { query, page, owned, extras, tradeFlag: trade_enabled, now }
}

/** Returns the id of a brand that only the reader's collection still shows, as it is hidden. */
async function hiddenBrand(context: Readonly<RouterContextProvider>, account: string) {
  const { items } = await ask(context, listOwnedBrands, { limit: 100 })
  return items.find((brand) => brand.account === account)?.id
}

/** Shows what the reader rents, holds and gave up of one brand, kept up to date. */
export default function BrandCollectionPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { query, page, owned: initial, tradeFlag, now } = loaderData
  const owned = useLiveQuery(getOwnedBrand, query, { initial, refetchInterval: REFETCH_MS.grid })
  const extras = new Map(loaderData.extras.map(({ kid, count }) => [kid, count]))
  const clock = useServerClock(now)
  const { brand, rented, collected, groups, expired_rentals, previously_owned } = owned
  const most = Math.max(
    ...[rented, collected, groups, expired_rentals, previously_owned].map(({ total }) => total),
  )
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`${brand.name} · My collection · Renban`}</title>
      <Link to="/asset?view=brands" className="inline-flex min-h-11 items-center text-small">
        <Trans>My collection</Trans>
      </Link>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-h1 wrap-anywhere">
            <NameOfBrand brand={brand} />
          </h1>
          <output className="mt-1 block text-small text-ink-2">
            <Plural
              value={brand.copies_count}
              one="You own # numbered copy"
              other="You own # numbered copies"
            />
          </output>
        </div>
        <LinkButton to={`/brand/${brand.account}`}>
          <Trans>Visit the brand</Trans>
        </LinkButton>
      </div>
      {most === 0 && <Nothing name={brand.name} account={brand.account} />}
      <div className="grid gap-12">
        <RentedTitles title={<Trans>Current rentals</Trans>} items={rented.items} now={clock()} />
        <CardSection title={<Trans>Collected</Trans>} of={collected}>
          <Covers assets={collected.items} extras={extras} tradeFlag={tradeFlag} now={now} />
        </CardSection>
        <CardSection title={<Trans>Groups</Trans>} of={groups}>
          <GroupGrid>
            {groups.items.map((group) => (
              <GroupCard key={group.key} group={group} now={now} />
            ))}
          </GroupGrid>
        </CardSection>
        <RentedTitles
          title={<Trans>Past rentals</Trans>}
          items={expired_rentals.items}
          now={clock()}
        />
        <CardSection title={<Trans>Previously yours</Trans>} of={previously_owned}>
          <PreviousCopies copies={previously_owned.items} />
        </CardSection>
      </div>
      <div className="mt-12">
        <Pagination
          page={page}
          count={Math.ceil(most / PAGE_SIZE)}
          hrefOf={(to) => (to === 0 ? '?' : `?page=${to}`)}
        />
      </div>
    </div>
  )
}

function Nothing({ name, account }: { name: string; account: string }) {
  return (
    <EmptyState
      title={<Trans>No copies from {name} yet</Trans>}
      actions={
        <LinkButton look="main" to={`/brand/${account}/sale`}>
          <Trans>See titles for sale</Trans>
        </LinkButton>
      }
    >
      <Trans>Copies you buy from this brand appear here.</Trans>
    </EmptyState>
  )
}
