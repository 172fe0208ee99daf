import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { OffersTable } from '#src/sales/offer-pages.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/free-rentals-page.ts'
import { FreeRentalState } from './free-rental-state.tsx'
import { listFreeRentals } from './free-rental.shared.ts'

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
      <PagedList
        of={{ items, total, page, rows: ROWS }}
        empty={
          <EmptyState title={<Trans>No free rentals yet</Trans>} actions={make}>
            <Trans>
              Let the press, a jury or your friends watch for some days at no cost. You name them,
              and you see who has rented.
            </Trans>
          </EmptyState>
        }
      >
        <OffersTable
          caption={t`Free rentals`}
          path="/asset/free_rentals"
          rows={items}
          state={FreeRentalState}
          progress={{
            label: t`People who rented`,
            cell: ({ renters, people }) => t`${renters} of ${people}`,
          }}
        />
      </PagedList>
    </ListPage>
  )
}
