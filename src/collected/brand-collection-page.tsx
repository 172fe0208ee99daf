import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { ask, nowContext, REFRESH, useLive } from '#core/ask.ts'
import type { ErrorCode } from '#core/errors.ts'
import { Covers } from '#src/asset/collection.tsx'
import { TitleCard } from '#src/asset/title-card.tsx'
import { listBrands } from '#src/brand/brand.shape.ts'
import { GroupCard, GroupGrid } from '#src/group/group-card.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { Grid } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pages } from '#src/ui/pages.tsx'
import type { Route } from './+types/brand-collection-page.ts'
import { getOwnedBrand } from './collected.shape.ts'
import { Part, PreviousCopies } from './sections.tsx'

const EACH = 48 // of a section, at once

/** `key` is the brand's address. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { items } = await ask(context, listBrands, { account: params.key })
  const id = items[0]?.id
  if (!id) throw data({ code: 'not_found' satisfies ErrorCode, params: {} }, { status: 404 })
  const page = Math.max(0, Math.trunc(Number(url.searchParams.get('page'))) || 0)
  const query = { id, offset: page * EACH, limit: EACH }
  const owned = await ask(context, getOwnedBrand, query)
  return { query, page, owned, now: context.get(nowContext).toISOString() }
}

/** What the reader rents, holds and gave up of one brand; it follows what they do elsewhere. */
export default function BrandCollectionPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { query, page, owned: initial, now } = loaderData
  const owned = useLive(getOwnedBrand, query, { initial, every: REFRESH.grid })
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
          <h1 className="text-h1 wrap-anywhere">{brand.name}</h1>
          <output className="mt-1 block text-small text-ink-2">
            <Plural
              value={brand.copies_count}
              one="You hold # numbered copy"
              other="You hold # numbered copies"
            />
          </output>
        </div>
        <LinkButton to={`/brand/${brand.account}`}>
          <Trans>Visit the brand</Trans>
        </LinkButton>
      </div>
      {most === 0 && <Nothing name={brand.name} account={brand.account} />}
      <div className="grid gap-12">
        <Part title={<Trans>Rented now</Trans>} of={rented}>
          <Rentals items={rented.items} now={now} />
        </Part>
        <Part title={<Trans>Collected</Trans>} of={collected}>
          <Covers assets={collected.items} now={now} />
        </Part>
        <Part title={<Trans>Groups</Trans>} of={groups}>
          <GroupGrid>
            {groups.items.map((group) => (
              <GroupCard key={group.key} {...{ group, now }} />
            ))}
          </GroupGrid>
        </Part>
        <Part title={<Trans>Rentals that ended</Trans>} of={expired_rentals}>
          <Rentals items={expired_rentals.items} now={now} />
        </Part>
        <Part title={<Trans>Previously yours</Trans>} of={previously_owned}>
          <PreviousCopies copies={previously_owned.items} />
        </Part>
      </div>
      <div className="mt-12">
        <Pages
          page={page}
          count={Math.ceil(most / EACH)}
          hrefOf={(to) => (to === 0 ? '?' : `?page=${to}`)}
        />
      </div>
    </div>
  )
}

type Rented = Route.ComponentProps['loaderData']['owned']['rented']['items']

function Rentals({ items, now }: { items: Rented; now: string }) {
  return (
    <Grid>
      {items.map((asset) => (
        <TitleCard key={asset.unique_id} asset={asset} context="rented" now={now} />
      ))}
    </Grid>
  )
}

function Nothing({ name, account }: { name: string; account: string }) {
  return (
    <EmptyState
      title={<Trans>Nothing of {name} yet</Trans>}
      actions={
        <LinkButton look="main" to={`/brand/${account}/sale`}>
          <Trans>See what is for sale</Trans>
        </LinkButton>
      }
    >
      <Trans>Every copy of this brand that you buy stands here, by its number.</Trans>
    </EmptyState>
  )
}
