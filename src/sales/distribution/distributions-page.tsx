import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, redirect } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { Route } from './+types/distributions-page.ts'
import { type Distribution, listDistributions } from './distribution.shared.ts'
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
  const columns = useColumns()
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
      {total > 0 ? (
        <div className="panel">
          <Table<Distribution>
            caption={t`Free distributions`}
            rows={items}
            columns={columns}
            keyOf={({ id }) => id}
          />
        </div>
      ) : (
        <EmptyState title={<Trans>No free distributions yet</Trans>} actions={make}>
          <Trans>
            Thank members, guests or the press with a numbered copy. They claim it with a link, and
            you see who has claimed which number.
          </Trans>
        </EmptyState>
      )}
      <Pagination page={page} count={Math.ceil(total / ROWS)} hrefOf={(to) => `?page=${to}`} />
    </ListPage>
  )
}

function useColumns(): Column<Distribution>[] {
  const { t } = useLingui()
  return [
    {
      key: 'title',
      label: t`Title`,
      lead: true,
      cell: ({ id, title, copies }) => (
        <span className="grid min-w-0 text-start">
          <Link to={`/asset/distributions/${id}`} className="font-semibold wrap-anywhere">
            {title}
          </Link>
          <span className="text-hint font-normal text-ink-2">
            <Plural value={copies} one="# copy" other="# copies" />
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      label: t`Status`,
      cell: ({ status }) => <DistributionState status={status} />,
    },
    { key: 'claimed', label: t`Claimed`, end: true, cell: ({ claimed }) => claimed },
    { key: 'date', label: t`Date`, end: true, cell: (row) => <DateTime at={row.created_at} /> },
  ]
}
