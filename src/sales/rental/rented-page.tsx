import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { RentedTitles } from '#src/catalog/asset/rented-titles.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useServerClock } from '#src/ui/server-clock.ts'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/rented-page.ts'
import { listRented } from './rental.shared.ts'

const TO_RENT = '/?listing_type=rental'

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const [live, ended] = await Promise.all([
    ask(context, listRented, queryOf('live', page)),
    ask(context, listRented, queryOf('ended', page)),
  ])
  return { page, live, ended, now: context.get(nowContext).toISOString() }
}

const queryOf = (state: 'live' | 'ended', page: number) => ({
  state,
  offset: page * PAGE_SIZE,
  limit: PAGE_SIZE,
})

/** Lists what the reader rents or pays for, soonest end first, and apart what has ended. */
export default function RentedPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, now } = loaderData
  const every = REFETCH_MS.grid
  const live = useLiveQuery(listRented, queryOf('live', page), {
    initial: loaderData.live,
    refetchInterval: every,
  })
  const ended = useLiveQuery(listRented, queryOf('ended', page), {
    initial: loaderData.ended,
    refetchInterval: every,
  })
  const clock = useServerClock(now)
  const running = live.items.filter(({ my_rented_copies_count: n }) => n > 0).length
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Rented · Renban`}</title>
      <div className="mb-7">
        <h1 className="text-h1">
          <Trans>Rented</Trans>
        </h1>
        {running > 0 && (
          <output className="mt-1 block text-small text-ink-2">
            <Plural
              value={running}
              one="You are renting # title"
              other="You are renting # titles"
            />
          </output>
        )}
      </div>
      {live.total === 0 && <Nothing isFirst={ended.total === 0} />}
      <div className="grid gap-12">
        <RentedTitles title={<Trans>Current rentals</Trans>} items={live.items} now={clock()} />
        <RentedTitles title={<Trans>Past rentals</Trans>} items={ended.items} now={clock()} />
      </div>
      <div className="mt-12">
        <Pagination
          page={page}
          count={Math.ceil(Math.max(live.total, ended.total) / PAGE_SIZE)}
          hrefOf={(to) => (to === 0 ? '?' : `?page=${to}`)}
        />
      </div>
    </div>
  )
}

function Nothing({ isFirst }: { isFirst: boolean }) {
  return (
    <div className="mb-12">
      <EmptyState
        title={isFirst ? <Trans>No rentals yet</Trans> : <Trans>No current rentals</Trans>}
        actions={
          <LinkButton look="main" to={TO_RENT}>
            <Trans>See titles for rent</Trans>
          </LinkButton>
        }
      >
        <Trans>Titles you rent appear here until the rental ends.</Trans>
      </EmptyState>
    </div>
  )
}
