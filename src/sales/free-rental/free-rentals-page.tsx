import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { Route } from './+types/free-rentals-page.ts'
import { FreeRentalState } from './free-rental-state.tsx'
import { type FreeRental, listFreeRentals } from './free-rental.shared.ts'

const ROWS = 16
const queryOf = (page: number) => ({ offset: page * ROWS, limit: ROWS })

/** Loads the creator's free rentals. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  return { page, offers: await ask(context, listFreeRentals, queryOf(page)) }
}

export default function FreeRentalsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page } = loaderData
  const { items, total } = useLiveQuery(listFreeRentals, queryOf(page), {
    initial: loaderData.offers,
    refetchInterval: REFETCH_MS.grid,
  })
  const columns = useColumns()
  const make = (
    <LinkButton look="main" to="/asset/free_rental_listing">
      <Trans>Rent out for free</Trans>
    </LinkButton>
  )
  return (
    <ListPage
      title={t`Free rentals · Renban`}
      heading={<Trans>Free rentals</Trans>}
      action={make}
      isEmpty={total === 0}
    >
      {total > 0 ? (
        <div className="panel">
          <Table<FreeRental>
            caption={t`Free rentals`}
            rows={items}
            columns={columns}
            keyOf={({ id }) => id}
          />
        </div>
      ) : (
        <EmptyState title={<Trans>No free rentals yet</Trans>} actions={make}>
          <Trans>
            Let the press, a jury or your friends watch for some days at no cost. You name them, and
            you see who has rented.
          </Trans>
        </EmptyState>
      )}
      <Pagination page={page} count={Math.ceil(total / ROWS)} hrefOf={(to) => `?page=${to}`} />
    </ListPage>
  )
}

function useColumns(): Column<FreeRental>[] {
  const { t } = useLingui()
  return [
    {
      key: 'title',
      label: t`Title`,
      lead: true,
      cell: ({ id, title, copies }) => (
        <span className="grid min-w-0 text-start">
          <Link to={`/asset/free_rentals/${id}`} className="font-semibold wrap-anywhere">
            {title}
          </Link>
          <span className="text-hint font-normal text-ink-2">
            <Plural value={copies} one="# copy" other="# copies" />
          </span>
        </span>
      ),
    },
    { key: 'state', label: t`Status`, cell: ({ status }) => <FreeRentalState status={status} /> },
    {
      key: 'renters',
      label: t`People who rented`,
      end: true,
      cell: ({ renters, people }) => t`${renters} of ${people}`,
    },
    { key: 'date', label: t`Date`, end: true, cell: (row) => <DateTime at={row.created_at} /> },
  ]
}
