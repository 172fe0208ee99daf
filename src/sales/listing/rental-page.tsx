import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Outlet } from 'react-router'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { TitleTags } from '#src/catalog/asset/title-tags.tsx'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import { LazyHiddenNotice } from '#src/catalog/moderation/lazy-hidden-notice.tsx'
import { listExtras } from '#src/media/extras/extra.shared.ts'
import { cellOf } from '#src/catalog/serial/serial-cells.tsx'
import { type BoardRow, getBoard } from '#src/catalog/serial/serial.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { NumberBoard } from '#src/ui/number-board.tsx'
import { isAvailableFor } from '#src/sales/deal/deal.shared.ts'
import type { Route } from './+types/rental-page.ts'
import { AboutTitle } from './about-title.tsx'
import type { TicketContext } from './ticket-page.tsx'
import { TitleHead } from './title-head.tsx'
import { useSelectedNumber } from './use-selected-number.tsx'

/** Loads a title's page for renting, on which no copy can be bought. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const query = { id: params.kid }
  const [asset, board, { items: extras }] = await Promise.all([
    ask(context, getAsset, query),
    ask(context, getBoard, query),
    ask(context, listExtras, query),
  ])
  return { query, asset, board, extras, now: context.get(nowContext).toISOString() }
}

/** Returns the board's cells with copies that are only for sale shown as unavailable. */
const cellsToRent = (rows: readonly BoardRow[]) =>
  rows.map((row) => {
    const cell = { ...cellOf(row, false), sale_price: null }
    if (isAvailableFor.rental(cell)) return { ...cell, state: 'rent' as const }
    const isOfSale = cell.state === 'buy' || cell.state === 'for-you'
    return isOfSale ? { ...cell, state: 'held' as const } : cell
  })

export default function RentalPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { query } = loaderData
  const chosen = useSelectedNumber('rental-ticket')
  const every = useLiveUpdates(query.id)
  const asset = useLiveQuery(getAsset, query, {
    initial: loaderData.asset,
    refetchInterval: REFETCH_MS.grid,
  })
  const { rows } = useLiveQuery(getBoard, query, {
    initial: loaderData.board,
    refetchInterval: every,
  })
  const cells = useMemo(() => cellsToRent(rows), [rows])
  const isCreator = useReader()?.account_id === asset.creator_account_id
  return (
    <div className="wrap grid gap-x-14 gap-y-10 pt-4 pb-16 sm:pt-6 lg:grid-cols-[minmax(0,1fr)_404px] lg:items-start">
      <title>{t`Rent ${asset.title} · Renban`}</title>
      <TitleTags asset={asset} now={loaderData.now} />
      <div className="grid min-w-0 gap-y-8">
        <TitleHead asset={asset} />
        {asset.rental_listing_copies_count > 0 && (
          <section aria-labelledby="board" className="grid gap-4">
            <NumberBoard
              heading={
                <h2 id="board" className="text-h1">
                  <Trans>Choose your number</Trans>
                </h2>
              }
              edition={{ first: asset.first_number, of: asset.copies_count }}
              cells={cells}
              chosen={chosen}
              isOwn={isCreator}
            />
          </section>
        )}
      </div>
      <aside className="min-w-0 lg:sticky lg:top-[calc(1.5rem+var(--bar,0px))] lg:row-span-2">
        {asset.is_hidden && (
          <LazyHiddenNotice thing={{ of: 'title', id: asset.kid }} isOwn={isCreator} />
        )}
        {asset.rental_listing_copies_count > 0 ? (
          <Outlet
            context={
              {
                asset,
                cells,
                extras: loaderData.extras,
                waitingRoom: null,
                wishes: [],
                follows: [],
                every,
              } satisfies TicketContext
            }
          />
        ) : (
          <EmptyState
            title={<Trans>No copies for rent</Trans>}
            actions={
              <LinkButton look="main" to={`/asset/${asset.kid}`}>
                <Trans>See all numbers</Trans>
              </LinkButton>
            }
          >
            <Trans>Copies appear here when someone offers them for rent.</Trans>
          </EmptyState>
        )}
      </aside>
      <AboutTitle asset={asset} />
    </div>
  )
}
