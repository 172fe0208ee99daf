import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { listPayouts } from '#src/finance/payout/payout.shared.ts'
import { LATEST, PayoutsUnderWay } from '#src/finance/payout/payouts-under-way.tsx'
import { listStatements } from '#src/finance/statement/statement.shared.ts'
import { Statements } from '#src/finance/statement/statement-list.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import type { Route } from './+types/points-page.ts'
import { BalanceCard } from './balance-card.tsx'
import { listPointDetails } from './history.shared.ts'
import { EntryList } from './entry-list.tsx'
import { addressOf, StatementFilters, type StatementView, viewFrom } from './statement-filters.tsx'

const ROWS = 16
const STATEMENTS_MAX = 100 // more than eight years of months

/** Loads the caller's balance, latest payouts, a page of entries and the list of monthly statements. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const view = viewFrom(new URL(request.url).searchParams)
  const [balance, payouts, entries, statements] = await Promise.all([
    ask(context, getBalance, {}),
    ask(context, listPayouts, LATEST),
    ask(context, listPointDetails, queryOf(view)),
    ask(context, listStatements, { limit: STATEMENTS_MAX }),
  ])
  return { view, balance, payouts, entries, statements }
}

const queryOf = ({ page, ...filter }: StatementView) => ({
  ...filter,
  limit: ROWS,
  offset: page * ROWS,
})

export default function PointsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { view, statements } = loaderData
  const refetchInterval = REFETCH_MS.status
  const balance = useLiveQuery(getBalance, {}, { initial: loaderData.balance, refetchInterval })
  const { items, total, total_is_capped } = useLiveQuery(listPointDetails, queryOf(view), {
    initial: loaderData.entries,
    refetchInterval,
  })
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Balance and points · Renban`}</title>
      <div className="mx-auto grid max-w-[1040px] gap-7">
        <h1 className="text-h1">
          <Trans>Balance and points</Trans>
        </h1>
        <BalanceCard balance={balance} />
        <PayoutsUnderWay initial={loaderData.payouts} />
        <section className="grid gap-4" aria-labelledby="statement">
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <div>
              <h2 id="statement" className="text-h2">
                <Trans>Statement</Trans>
              </h2>
              <p className="mt-1 text-small text-ink-2">
                {total_is_capped ? (
                  <Trans>More than {total} entries. Choose a month to see fewer.</Trans>
                ) : (
                  <Plural value={total} one="# entry" other="# entries" />
                )}
              </p>
            </div>
            <StatementFilters view={view} />
          </div>
          <PagedList
            of={{ items, total, page: view.page, rows: ROWS }}
            empty={<NoEntries isFiltered={Boolean(view.month || view.kind)} />}
            hrefOf={(page) => addressOf({ ...view, page })}
          >
            <EntryList entries={items} />
          </PagedList>
          <p className="text-small text-ink-2">
            <Trans>Entries go back to 12 April 2023. Months are in Japan time.</Trans>
          </p>
        </section>
        {statements.total > 0 && <Statements statements={statements} />}
      </div>
    </div>
  )
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  const isCreator = useReader()?.role === 'ORH'
  if (isFiltered)
    return (
      <EmptyState
        title={<Trans>No matching entries</Trans>}
        actions={
          <LinkButton to={addressOf({ month: undefined, kind: undefined, page: 0 })}>
            <Trans>Show all entries</Trans>
          </LinkButton>
        }
      >
        <Trans>Choose another month or all types.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      title={<Trans>No entries yet</Trans>}
      actions={
        isCreator ? (
          <LinkButton look="main" to="/create">
            <Trans>Publish a title</Trans>
          </LinkButton>
        ) : (
          <LinkButton look="main" to="/">
            <Trans>Browse the marketplace</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>Your purchases, sales and payouts will appear here.</Trans>
    </EmptyState>
  )
}
