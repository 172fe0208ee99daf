import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link, redirect } from 'react-router'
import { ask, REFETCH_MS, useEndpointQuery, useLiveQuery } from '#core/http/ask.ts'
import { listAllowlists } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import {
  type CopyState,
  copyStateOf,
  copyStates,
  filterOf,
  useStateLabels,
} from '#src/catalog/serial/serial-state.tsx'
import {
  type BoardCopy,
  copiesOfEdition,
  getBoard,
  listCreatedSerials,
} from '#src/catalog/serial/serial.shared.ts'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import type { Route } from './+types/created-page.ts'
import { CopiesTable } from './copies-table.tsx'
import { CreatedCounts } from './created-counts.tsx'

const ROWS = 100 // rows whose holders one request fetches, more than are ever in view

/**
 * Loads every copy of the creator's own title. Redirects to the upload page while the title is still
 * being created.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = params.kid
  const status = copyStates.find((one) => one === url.searchParams.get('status'))
  const [asset, board, holdings, { items: lists }, settings] = await Promise.all([
    ask(context, getCreatedAsset, { id }),
    ask(context, getBoard, { id }),
    ask(context, listCreatedSerials, queryOf(id, status, 0)),
    ask(context, listAllowlists, { kid: id }),
    ask(context, getSettings, {}),
  ])
  if (asset.upload) throw redirect(`/create/${asset.upload.uuid}`)
  return { asset, board, holdings, lists, status, tradeFlag: settings.trade_enabled }
}

const queryOf = (id: string, status: CopyState | undefined, offset: number) => ({
  id,
  ...filterOf(status),
  offset,
  limit: ROWS,
})

export default function CreatedPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { status } = loaderData
  const { kid } = loaderData.asset
  const asset = useLiveQuery(
    getCreatedAsset,
    { id: kid },
    { initial: loaderData.asset, refetchInterval: REFETCH_MS.grid },
  )
  const { title } = asset
  const every = useLiveUpdates(kid)
  const { rows } = useLiveQuery(
    getBoard,
    { id: kid },
    { initial: loaderData.board, refetchInterval: every },
  )
  const all = useMemo(
    () => copiesOfEdition(rows, asset.first_number, asset.copies_count),
    [rows, asset],
  )
  const copies = useMemo(
    () => all.filter((copy) => !status || copyStateOf(copy) === status),
    [all, status],
  )
  const [offset, setOffset] = useState(0)
  const holdings = useEndpointQuery(listCreatedSerials, queryOf(kid, status, offset))
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Copies of ${title} · Renban`}</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="mb-1 text-small text-ink-2">
            <Link to={`/asset/${kid}`} className="reach inline-block">
              <bdi>{title}</bdi>
            </Link>
          </p>
          <h1 className="text-h1">
            <Plural value={asset.copies_count} one="# copy" other="# copies" />
          </h1>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton small to={`/asset/${kid}/edit`}>
            <Trans>Edit the title</Trans>
          </LinkButton>
          <LinkButton small to={`/asset/${kid}/reserved`}>
            <Trans>Reserved copies</Trans>
          </LinkButton>
          <LinkButton small to={`/asset/${kid}/extras`}>
            <Trans>Extras</Trans>
          </LinkButton>
          <LinkButton small to={`/asset/${kid}/preview`}>
            <Trans>View as a guest</Trans>
          </LinkButton>
        </div>
      </div>
      <CreatedCounts asset={asset} tradeFlag={loaderData.tradeFlag} />
      <StatusFilter board={all} status={status} />
      <CopiesTable
        key={status}
        asset={asset}
        copies={copies}
        holdings={(holdings ?? loaderData.holdings).items}
        last={lastNumber(asset)}
        onView={(start) => setOffset(start - (start % (ROWS / 2)))}
        rentals={null}
        hasHolder
        lists={loaderData.lists}
      />
    </div>
  )
}

/** Filters the copies by those states that occur, with the count of each. */
function StatusFilter(props: { board: readonly BoardCopy[]; status: CopyState | undefined }) {
  const { board, status } = props
  const { t } = useLingui()
  const words = useStateLabels()
  const counts = Map.groupBy(board, copyStateOf)
  const shown = copyStates.filter((one) => counts.has(one) || one === status)
  const label = (word: string, count: number) => (
    <span>
      {word} <span className="amount">{count}</span>
    </span>
  )
  return (
    <div className="mb-4 overflow-x-auto py-1">
      <SegmentedLinks<CopyState | 'all'>
        apart
        label={t`Status`}
        value={status ?? 'all'}
        options={[
          { value: 'all', label: label(t`All`, board.length), to: '?' },
          ...shown.map((one) => ({
            value: one,
            label: label(words[one], counts.get(one)?.length ?? 0),
            to: `?status=${one}`,
          })),
        ]}
      />
    </div>
  )
}
