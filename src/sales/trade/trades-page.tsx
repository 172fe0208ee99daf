import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Route } from './+types/trades-page.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'
import { CopyLink } from './trade-copy.tsx'
import { type CompletedTrade, listTrades, type TradeCopy } from './trade.shared.ts'
import { usePersonName } from '#src/ui/person-name.tsx'

const ROWS = 16

export async function loader({ context, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'trade_enabled')
  const page = pageFromSearch(url.searchParams)
  const query = { offset: page * ROWS, limit: ROWS }
  return { page, query, trades: await ask(context, listTrades, query) }
}

/** Lists the reader's completed trades, newest first. */
export default function TradesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, query } = loaderData
  const { items, total } = useLiveQuery(listTrades, query, {
    initial: loaderData.trades,
    refetchInterval: REFETCH_MS.grid,
  })
  const offers = (
    <LinkButton to="/account/trade_offer_histories">
      <Trans>Trade offers</Trans>
    </LinkButton>
  )
  return (
    <ListPage
      title={t`Trades · Renban`}
      heading={<Trans>Trades</Trans>}
      action={offers}
      isEmpty={total === 0}
    >
      <PagedList
        of={{ items, total, page, rows: ROWS }}
        empty={
          <EmptyState title={<Trans>No trades yet</Trans>} actions={offers}>
            <Trans>Copies that you have swapped with other collectors appear here.</Trans>
          </EmptyState>
        }
      >
        <TradesTable trades={items} />
      </PagedList>
    </ListPage>
  )
}

function TradesTable({ trades }: { trades: readonly CompletedTrade[] }) {
  const { t } = useLingui()
  const columns = useColumns()
  return (
    <div className="panel">
      <Table<CompletedTrade>
        caption={t`Trades`}
        rows={trades}
        columns={columns}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

/** Names a copy of a trade, and the yen that went the same way. */
function Side({ copy, yen }: { copy: TradeCopy; yen: number | undefined }) {
  return (
    <>
      <CopyLink copy={copy} />
      {yen !== undefined && (
        <span className="block text-small text-ink-2">
          <Trans>and {formatYen(yen)}</Trans>
        </span>
      )}
    </>
  )
}

/** Names the other people of a trade. */
function Partners({ got, people, ...trade }: CompletedTrade) {
  const personName = usePersonName()
  const from = personName(got.owner_username)
  const given_to = personName(trade.given_to)
  if (people === 2) return from
  return (
    <Trans>
      From {from}, to {given_to}
    </Trans>
  )
}

function useColumns(): Column<CompletedTrade>[] {
  const { t } = useLingui()
  return [
    {
      key: 'got',
      label: t`You got`,
      cell: ({ got, top_up }) => (
        <Side copy={got} yen={top_up?.paid_by_me === false ? top_up.net : undefined} />
      ),
    },
    {
      key: 'given',
      label: t`You gave`,
      cell: ({ given, top_up }) => (
        <Side copy={given} yen={top_up?.paid_by_me ? top_up.price : undefined} />
      ),
    },
    { key: 'with', label: t`With`, cell: Partners },
    {
      key: 'at',
      label: t`Traded on`,
      end: true,
      cell: ({ at }) => <DateTime at={at} />,
    },
  ]
}
