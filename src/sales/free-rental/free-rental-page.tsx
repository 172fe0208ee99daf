import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useEndpointMutation, useLiveQuery } from '#core/http/ask.ts'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'
import { EndOffer, OfferFrame } from '#src/sales/offer-pages.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Section } from '#src/ui/section.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { Route } from './+types/free-rental-page.ts'
import { FreeRentalState } from './free-rental-state.tsx'
import {
  endFreeRental,
  type FreeRental,
  getFreeRental,
  type InvitedRenter,
  listRenters,
  rentersFile,
} from './free-rental.shared.ts'

const ROWS = 100 // people

/** Loads one of the creator's free rentals with a page of its people. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id } = params
  const page = pageFromSearch(url.searchParams)
  const query = { id, offset: page * ROWS, limit: ROWS }
  const [offer, renters] = await Promise.all([
    ask(context, getFreeRental, { id }),
    ask(context, listRenters, query),
  ])
  return { offer, page, query, renters }
}

export default function FreeRentalPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { id } = loaderData.offer
  const offer = useLiveQuery(
    getFreeRental,
    { id },
    { initial: loaderData.offer, refetchInterval: REFETCH_MS.status },
  )
  return (
    <OfferFrame
      tab={t`Free rental of ${offer.title} · Renban`}
      list={{ to: '/asset/free_rentals', name: <Trans>Free rentals</Trans> }}
      title={offer.title}
      state={<FreeRentalState status={offer.status} />}
    >
      <Terms of={offer} />
      <Renters of={offer} loaded={loaderData} />
    </OfferFrame>
  )
}

function Terms({ of }: { of: FreeRental }) {
  const { numbers, copies, seats_left, rental_period_seconds, starts_at, ends_at, status } = of
  const { daysOf } = useRentLabels()
  const facts: [name: ReactNode, value: ReactNode][] = [
    [<Trans key="n">Numbers</Trans>, numbers],
    [
      <Trans key="n">Available now</Trans>,
      <Trans key="v">
        {seats_left} of {copies}
      </Trans>,
    ],
    [
      <Trans key="n" context="rental">
        Period
      </Trans>,
      daysOf(rental_period_seconds),
    ],
    [
      <Trans key="n" context="free rental">
        Start
      </Trans>,
      status === 'scheduled' ? (
        <UpcomingDateTime key="v" at={starts_at} />
      ) : (
        <DateTime key="v" at={starts_at} />
      ),
    ],
    [
      <Trans key="n" context="free rental">
        End
      </Trans>,
      of.closed_at ? (
        <DateTime key="v" at={of.closed_at} />
      ) : ends_at ? (
        <UpcomingDateTime key="v" at={ends_at} />
      ) : (
        <Trans key="v">When you end it</Trans>
      ),
    ],
  ]
  return (
    <section className="panel grid gap-5 p-5 sm:p-6">
      <Facts facts={facts} />
      {status !== 'ended' && <End of={of} />}
    </section>
  )
}

function End({ of }: { of: FreeRental }) {
  const { t } = useLingui()
  const ending = useEndpointMutation(endFreeRental)
  return (
    <div>
      <EndOffer
        id={of.id}
        button={<Trans>End the free rental</Trans>}
        question={t`End the free rental?`}
        ending={ending}
      >
        <Plural
          value={of.running}
          _0="No one can rent any more."
          one="No one else can rent. # running rental continues to its end."
          other="No one else can rent. # running rentals continue to their end."
        />
      </EndOffer>
    </div>
  )
}

function Renters({ of, loaded }: { of: FreeRental; loaded: Route.ComponentProps['loaderData'] }) {
  const { t } = useLingui()
  const { renters, people } = of
  const { items } = useLiveQuery(listRenters, loaded.query, {
    initial: loaded.renters,
    refetchInterval: REFETCH_MS.status,
  })
  const columns = useColumns()
  return (
    <Section
      title={t`${renters} of ${people} people have rented`}
      aside={
        <span className="flex flex-wrap gap-x-5">
          {of.status !== 'ended' && (
            <Link
              to={`/asset/free_rentals/${of.id}/people`}
              className="inline-flex min-h-11 items-center"
            >
              <Trans>Add or remove people</Trans>
            </Link>
          )}
          <a href={rentersFile(of.id)} download className="inline-flex min-h-11 items-center">
            <Trans>Download as CSV</Trans>
          </a>
        </span>
      }
    >
      <Progress label={t`People who rented`} value={people === 0 ? 0 : renters / people} />
      <Table<InvitedRenter>
        caption={t`People`}
        rows={items}
        columns={columns}
        keyOf={({ email, username }) => email ?? username ?? ''}
      />
      <Pagination
        isBelow
        page={loaded.page}
        count={Math.ceil(people / ROWS)}
        hrefOf={(to) => `?page=${to}`}
      />
    </Section>
  )
}

function useColumns(): Column<InvitedRenter>[] {
  const { t } = useLingui()
  return [
    {
      key: 'person',
      label: t({ message: 'Person', context: 'free rental' }),
      lead: true,
      cell: ({ email, username }) => <span className="wrap-anywhere">{email ?? username}</span>,
    },
    { key: 'rentals', label: t`Times rented`, end: true, cell: ({ rentals }) => rentals },
    {
      key: 'now',
      label: t`Latest rental`,
      end: true,
      cell: ({ running_until, last_began_at }) => (
        <Latest until={running_until} began={last_began_at} />
      ),
    },
  ]
}

function Latest({ until, began }: { until: string | null; began: string | null }) {
  if (until)
    return (
      <span>
        <Trans>
          Until <DateTime at={until} />
        </Trans>
      </span>
    )
  return began ? <DateTime at={began} /> : <Trans>Not yet</Trans>
}
