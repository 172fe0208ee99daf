import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { ask, askOptional, useEndpointQuery, useLiveQuery } from '#core/http/ask.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import { parseBoardRow, getBoard, listOwnedSerials } from '#src/catalog/serial/serial.shared.ts'
import { useWatchVerb, watchPath } from '#src/catalog/asset/watch-link.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/my-copies-page.ts'
import { CopiesTable } from './copies-table.tsx'
import { getRentalTerms } from './rental-terms.shared.ts'
import { useRentals } from './use-rentals.tsx'

const NO_COPIES = { items: [], total: 0 }
const ROWS = 100 // rows whose holding dates one request fetches

/** Loads the reader's own copies of one title. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = params.kid
  const [asset, board, holdings, rentals] = await Promise.all([
    ask(context, getAsset, { id }),
    ask(context, getBoard, { id }),
    askOptional(context, ['not_found'], listOwnedSerials, { id, limit: ROWS }),
    askOptional(context, ['not_found'], getRentalTerms, { id }),
  ])
  return { asset, board, holdings: holdings ?? NO_COPIES, rentals: rentals ?? null }
}

export default function MyCopiesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset } = loaderData
  const { kid, title } = asset
  const every = useLiveUpdates(kid)
  const { rows } = useLiveQuery(
    getBoard,
    { id: kid },
    { initial: loaderData.board, refetchInterval: every },
  )
  const rentals = useRentals(kid, loaderData.rentals, every)
  const watch = useWatchVerb(asset)
  const copies = useMemo(() => rows.map(parseBoardRow).filter(({ mine }) => mine), [rows])
  const [offset, setOffset] = useState(0)
  const holdings = useEndpointQuery(listOwnedSerials, { id: kid, offset, limit: ROWS })
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`My copies of ${title} · Renban`}</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="mb-1 text-small text-ink-2">
            <Link to={`/asset/${kid}`} className="reach inline-block">
              <bdi>{title}</bdi>
            </Link>
          </p>
          <h1 className="text-h1">
            <Trans>My copies</Trans>
          </h1>
          <p className="mt-1 text-small text-ink-2">
            <Plural value={copies.length} one="# copy" other="# copies" />
          </p>
        </div>
        {copies.some(({ status }) => status !== 'being_rented') && (
          <LinkButton look="main" icon="play" to={watchPath(kid)}>
            {watch}
          </LinkButton>
        )}
      </div>
      {copies.length === 0 ? (
        <EmptyState
          title={<Trans>You own no copies of this title</Trans>}
          actions={
            <LinkButton look="main" to={`/asset/${kid}`}>
              <Trans>Choose a number</Trans>
            </LinkButton>
          }
        />
      ) : (
        <CopiesTable
          asset={asset}
          copies={copies}
          rentals={rentals}
          holdings={(holdings ?? loaderData.holdings).items}
          last={lastNumber(asset)}
          onView={(start) => setOffset(start - (start % (ROWS / 2)))}
        />
      )}
    </div>
  )
}
