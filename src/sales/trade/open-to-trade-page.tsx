import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ErrorCode } from '#core/errors.ts'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { refusals } from '#src/i18n/refusals.ts'
import { useTradeClosing, useTradeOpening } from '#src/sales/listing/trade-button.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { BulkBar, type Column, Table } from '#src/ui/table.tsx'
import type { Route } from './+types/open-to-trade-page.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'
import { CopyLink } from './trade-copy.tsx'
import { listTradingAssets, type OwnTradeCopy } from './trade.shared.ts'

const ROWS = 50

export async function loader({ context, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'trade_enabled')
  const page = pageFromSearch(url.searchParams)
  const query = { include_blocked: 'true' as const, offset: page * ROWS, limit: ROWS }
  return { page, query, own: await ask(context, listTradingAssets, query) }
}

/** Opens the reader's copies to trade and closes them, many at once. */
export default function OpenToTradePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, query } = loaderData
  const { items, total } = useLiveQuery(listTradingAssets, query, {
    initial: loaderData.own,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <div className="wrap max-w-[1040px] pt-6 pb-16 sm:pt-8">
      <title>{t`Open copies for trade · Renban`}</title>
      <h1 className="mb-2 text-h1">
        <Trans>Open copies for trade</Trans>
      </h1>
      <p className="mb-6 text-ink-2">
        <Trans>Collectors can offer you copies for them. You decide about each offer.</Trans>
      </p>
      <div className="grid grid-cols-1 gap-8">
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={
            <EmptyState
              title={<Trans>You own no copies yet</Trans>}
              actions={
                <LinkButton look="main" to="/">
                  <Trans>Go to the marketplace</Trans>
                </LinkButton>
              }
            />
          }
        >
          <OwnCopiesTable copies={items} />
        </PagedList>
      </div>
    </div>
  )
}

function OwnCopiesTable({ copies }: { copies: readonly OwnTradeCopy[] }) {
  const { t } = useLingui()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = copies.filter((copy) => selected.has(copy.asset_token_id) && !copy.blocked_by)
  const closed = chosen.filter(({ is_open_to_trade }) => !is_open_to_trade)
  const opened = chosen.filter(({ is_open_to_trade }) => is_open_to_trade)
  const clear = () => setSelected(new Set())
  const { opening, open, refusedCopies } = useTradeOpening(closed, clear)
  const closing = useTradeClosing(clear)
  const reasonOf = useReason()
  const columns = useColumns()
  return (
    <div className="panel">
      <Table<OwnTradeCopy>
        caption={t`Your copies`}
        rows={copies}
        columns={columns}
        keyOf={({ asset_token_id }) => asset_token_id}
        selection={{
          selected,
          onSelect: setSelected,
          labelOf: ({ number, title }) => t`No. ${number} of “${title}”`,
          whyNot: reasonOf,
        }}
      />
      {chosen.length > 0 && (
        <BulkBar
          title={<Plural value={chosen.length} one="# copy selected" other="# copies selected" />}
          onClear={clear}
        >
          {closed.length > 0 && (
            <Button small busy={opening.isPending} onClick={open}>
              <Trans>Open {closed.length} for trade</Trans>
            </Button>
          )}
          {opened.length > 0 && (
            <Button small onClick={() => closing.ask(opened)}>
              <Trans>Close {opened.length} for trade</Trans>
            </Button>
          )}
        </BulkBar>
      )}
      <RefusalMessage error={opening.error} />
      {refusedCopies}
      {closing.dialog}
    </div>
  )
}

/** Returns a function that says why a copy cannot be traded, or undefined. */
function useReason() {
  const { i18n } = useLingui()
  return ({ blocked_by }: OwnTradeCopy) =>
    blocked_by === null ? undefined : i18n._(refusals[blocked_by as ErrorCode])
}

function useColumns(): Column<OwnTradeCopy>[] {
  const { t } = useLingui()
  const reasonOf = useReason()
  return [
    { key: 'copy', label: t`Copy`, lead: true, cell: (copy) => <CopyLink copy={copy} /> },
    {
      key: 'state',
      label: t`Status`,
      cell: (copy) =>
        copy.is_open_to_trade && !copy.blocked_by ? (
          <StateTag tone="info" icon="trade">
            <Trans>Open to trade</Trans>
          </StateTag>
        ) : (
          <span className="text-small text-ink-2">
            {reasonOf(copy) ?? <Trans>Not open to trade</Trans>}
          </span>
        ),
    },
  ]
}
