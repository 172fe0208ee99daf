import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { OffersTable } from '#src/sales/offer-pages.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/distributions-page.ts'
import { listDistributions } from './distribution.shared.ts'
import { DistributionState } from './distribution-state.tsx'

const ROWS = 16
const queryOf = (page: number) => ({ offset: page * ROWS, limit: ROWS })

/** Loads the creator's distributions. `?purchase=` leads to the distribution of a payment. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const purchase_id = url.searchParams.get('purchase')
  if (purchase_id) {
    const { items } = await ask(context, listDistributions, { purchase_id })
    throw redirect(items[0] ? `/asset/distributions/${items[0].id}` : '/asset/distributions')
  }
  const page = pageFromSearch(url.searchParams)
  return { page, distributions: await ask(context, listDistributions, queryOf(page)) }
}

export default function DistributionsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page } = loaderData
  const { items, total } = useLiveQuery(listDistributions, queryOf(page), {
    initial: loaderData.distributions,
    refetchInterval: REFETCH_MS.grid,
  })
  const make = (
    <LinkButton look="main" to="/asset/distribute">
      <Trans>Give copies away</Trans>
    </LinkButton>
  )
  return (
    <ListPage
      title={t`Free distributions · Renban`}
      heading={<Trans>Free distributions</Trans>}
      action={make}
      isEmpty={total === 0}
    >
      <PagedList
        of={{ items, total, page, rows: ROWS }}
        empty={
          <EmptyState title={<Trans>No free distributions yet</Trans>} actions={make}>
            <Trans>
              Thank members, guests or the press with a numbered copy. They claim it with a link,
              and you see who has claimed which number.
            </Trans>
          </EmptyState>
        }
      >
        <OffersTable
          caption={t`Free distributions`}
          path="/asset/distributions"
          rows={items}
          state={DistributionState}
          progress={{ label: t`Claimed`, cell: ({ claimed }) => claimed }}
        />
      </PagedList>
    </ListPage>
  )
}
