import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { Route } from './+types/trades-page.ts'
import { requireTradingPage } from './load-trading.tsx'
import { CopyLink } from './trade-copy.tsx'
import { listTradeOffers, type TradeOffer } from './trade.shared.ts'

const ROWS = 16

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireTradingPage(context)
  const page = pageFromSearch(url.searchParams)
  const query = { status: 'accepted' as const, offset: page * ROWS, limit: ROWS }
  return { page, query, trades: await ask(context, listTradeOffers, query) }
}

/** Lists the reader's completed trades, newest first. */
export default function TradesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, query } = loaderData
  const { items, total } = useLiveQuery(listTradeOffers, query, {
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
      {total === 0 ? (
        <EmptyState title={<Trans>No trades yet</Trans>} actions={offers}>
          <Trans>Copies that you have swapped with other collectors appear here.</Trans>
        </EmptyState>
      ) : (
        <TradesTable trades={items} />
      )}
      <Pagination page={page} count={Math.ceil(total / ROWS)} hrefOf={(to) => `?page=${to}`} />
    </ListPage>
  )
}

function TradesTable({ trades }: { trades: readonly TradeOffer[] }) {
  const { t } = useLingui()
  const columns = useColumns()
  return (
    <div className="panel">
      <Table<TradeOffer>
        caption={t`Trades`}
        rows={trades}
        columns={columns}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

const isSent = ({ direction }: TradeOffer) => direction === 'sent'
const got = (trade: TradeOffer) => (isSent(trade) ? trade.requested : trade.submitted)
const given = (trade: TradeOffer) => (isSent(trade) ? trade.submitted : trade.requested)

function useColumns(): Column<TradeOffer>[] {
  const { t } = useLingui()
  return [
    { key: 'got', label: t`You got`, cell: (trade) => <CopyLink copy={got(trade)} /> },
    { key: 'given', label: t`You gave`, cell: (trade) => <CopyLink copy={given(trade)} /> },
    { key: 'with', label: t`With`, cell: (trade) => got(trade).owner_username },
    {
      key: 'at',
      label: t`Traded on`,
      end: true,
      cell: ({ ended_at }) => ended_at && <DateTime at={ended_at} />,
    },
  ]
}
