import { Trans, useLingui } from '@lingui/react/macro'
import { askOptional, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useActsAs } from '#src/accounts/account/reader.tsx'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { LoadFailed } from '#src/catalog/asset/title-grid.tsx'
import { BrandHead } from '#src/catalog/brand/brand-head.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { loadBrand } from '#src/catalog/brand/load-brand.tsx'
import { NothingOfBrand } from '#src/catalog/brand/nothing-of-brand.tsx'
import { type Follows, loadFollows } from '#src/catalog/follow/follow-buttons.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyPage } from '#src/ui/empty-page.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/brand-groups-page.ts'
import { GroupCard, GroupGrid, pictureOf } from './group-card.tsx'
import { listBrandGroups } from './group.shared.ts'

const FIRST_ROW = 3

/** Loads a brand's groups by its address. `groups` is null if only they could not be loaded. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = await loadBrand(context, params.account, url)
  const page = pageFromSearch(url.searchParams)
  const query = queryOf(brand, page)
  const [groups, follows] = await Promise.all([
    askOptional(context, ['unavailable'], listBrandGroups, query),
    loadFollows(context, { brand_id: brand.id }),
  ])
  const now = context.get(nowContext).toISOString()
  return { brand, page, groups: groups ?? null, follows, now }
}

const queryOf = ({ id }: Brand, page: number) => ({
  id,
  offset: page * PAGE_SIZE,
  limit: PAGE_SIZE,
})

export default function BrandGroupsPage({ loaderData }: Route.ComponentProps) {
  const { brand, page, groups, follows, now } = loaderData
  const { t } = useLingui()
  return (
    <div className="pb-16">
      <title>{t`Groups of ${brand.name} · Renban`}</title>
      <BrandHead
        brand={brand}
        follows={follows}
        path={`/brand/${brand.account}/group${page === 0 ? '' : `?page=${page}`}`}
        instead={groups?.items.map(pictureOf).find((picture) => picture !== null)}
      />
      <div className="wrap mt-8">
        <h2 className="sr-only">
          <Trans>Groups</Trans>
        </h2>
        {groups ? (
          <Groups
            key={page}
            brand={brand}
            page={page}
            groups={groups}
            follows={follows}
            now={now}
          />
        ) : (
          <LoadFailed title={<Trans>The groups could not be loaded</Trans>} />
        )}
      </div>
    </div>
  )
}

function Groups(props: {
  brand: Brand
  page: number
  groups: ReplyOf<typeof listBrandGroups>
  follows: Follows
  now: string
}) {
  const { brand, page, groups: initial, follows, now } = props
  const isActing = useActsAs(brand.owner_account_id)
  const query = queryOf(brand, page)
  const { items, total } = useLiveQuery(listBrandGroups, query, {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const create = isActing && (
    <LinkButton to={`/group/create?brand=${brand.id}`} icon="plus">
      <Trans>Create a group</Trans>
    </LinkButton>
  )
  if (total === 0)
    return (
      <NothingOfBrand
        brand={brand}
        follows={follows}
        title={<Trans>No groups yet</Trans>}
        create={create}
      >
        <Trans>Groups of this brand’s titles appear here.</Trans>
      </NothingOfBrand>
    )
  const hrefOf = (to: number) => (to === 0 ? '.' : `?page=${to}`)
  return (
    <>
      {items.length === 0 && <EmptyPage first={hrefOf(0)} />}
      <GroupGrid>
        {items.map((group, i) => (
          <GroupCard
            key={group.key}
            group={group}
            now={now}
            eager={brand.hero_picture === null && i < FIRST_ROW}
          />
        ))}
      </GroupGrid>
      <div className="mt-12 grid gap-8">
        <Pagination page={page} count={Math.ceil(total / PAGE_SIZE)} hrefOf={hrefOf} />
        {create && <p>{create}</p>}
      </div>
    </>
  )
}
