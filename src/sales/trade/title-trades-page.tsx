import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useReader } from '#src/accounts/account/reader.tsx'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { RefusalWords } from '#src/ui/refusal-message.tsx'
import type { Route } from './+types/title-trades-page.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'
import { CopyTile } from './trade-copy.tsx'
import { listTradeSerials, type TradeCopy } from './trade.shared.ts'

const ROWS = 16

export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'trade_enabled')
  const page = pageFromSearch(url.searchParams)
  const query = { id: params.kid, offset: page * ROWS, limit: ROWS }
  const [asset, copies] = await Promise.all([
    ask(context, getAsset, { id: params.kid }),
    ask(context, listTradeSerials, query),
  ])
  return { asset, copies, page, query }
}

/** Lists the copies of a title that are open to trade. */
export default function TitleTradesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, page, query } = loaderData
  const { kid, title } = asset
  const { items, total } = useLiveQuery(listTradeSerials, query, {
    initial: loaderData.copies,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Copies of ${title} open to trade · Renban`}</title>
      <div className="mb-7">
        <p className="mb-1 text-small text-ink-2">
          <Link to={`/asset/${kid}`} className="reach inline-block">
            <bdi>{title}</bdi>
          </Link>
        </p>
        <h1 className="text-h1">
          <Trans>Copies open to trade</Trans>
        </h1>
        {!asset.available_here && (
          <p className="mt-2 text-ink-2">
            <RefusalWords code="region_unavailable" values={{}} />
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-12">
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={
            <EmptyState
              title={<Trans>No copies are open to trade</Trans>}
              actions={
                <LinkButton look="main" to={`/asset/${kid}`}>
                  <Trans>Back to the title</Trans>
                </LinkButton>
              }
            >
              <Trans>Owners can open their copies to trade at any time.</Trans>
            </EmptyState>
          }
        >
          <ul className="grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 sm:gap-x-5 lg:grid-cols-4 lg:gap-x-7">
            {items.map((copy) => (
              <li key={copy.asset_token_id}>
                <OpenCopy copy={copy} isAvailable={asset.available_here} />
              </li>
            ))}
          </ul>
        </PagedList>
      </div>
    </div>
  )
}

function OpenCopy({ copy, isAvailable }: { copy: TradeCopy; isAvailable: boolean }) {
  const { t } = useLingui()
  const { number, owner_username } = copy
  const reader = useReader()
  const isMine = reader?.account_id === copy.owner_account_id
  return (
    <CopyTile copy={copy} mine={isMine}>
      <p className="mb-2 text-ink-2 wrap-anywhere">
        {isMine ? <Trans>Yours</Trans> : <Trans>Owner: {owner_username}</Trans>}
      </p>
      {!isMine && isAvailable && reader?.role !== 'ADMIN' && (
        <LinkButton
          small
          to={`/asset/${copy.asset_token_id}/offer`}
          aria-label={t`Offer a trade for No. ${number}`}
        >
          <Trans>Offer a trade</Trans>
        </LinkButton>
      )}
    </CopyTile>
  )
}
