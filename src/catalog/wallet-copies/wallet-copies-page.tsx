import { Trans, useLingui } from '@lingui/react/macro'
import { ask, refusedPage } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import type { Route } from './+types/wallet-copies-page.ts'
import { MoveBackTable, MoveOutTable } from './move-tables.tsx'
import { listWalletCopies, walletCopiesPath } from './wallet-copies.shared.ts'

const ROWS = 50

/** Loads the copies in a linked wallet or, as `/move`, those that can be moved there. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id, view } = params
  if (view !== undefined && view !== 'move') throw refusedPage('not_found')
  const page = pageFromSearch(url.searchParams)
  const q = url.searchParams.get('q')?.trim().slice(0, 80) ?? ''
  const in_wallet = view === undefined ? ('true' as const) : ('false' as const)
  const query = { id, in_wallet, q, offset: page * ROWS, limit: ROWS }
  return { page, q, found: await ask(context, listWalletCopies, query) }
}

export default function WalletCopiesPage({ loaderData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, q, found } = loaderData
  const { id, view } = params
  const { items, total, address } = found
  const path = walletCopiesPath(id)
  const isMoving = view === 'move'
  const hrefOf = (to: number) => `?${new URLSearchParams({ q, page: String(to) }).toString()}`
  const Table = isMoving ? MoveOutTable : MoveBackTable
  return (
    <div className="wrap max-w-[1040px] pt-6 pb-16 sm:pt-8">
      <title>{t`Copies in your wallet · Renban`}</title>
      <h1 className="mb-2 text-h1">
        <Trans>Copies in your wallet</Trans>
      </h1>
      <p className="mb-4 amount overflow-x-auto">
        <bdi>{address}</bdi>
      </p>
      <p className="mb-6 max-w-[66ch] text-ink-2">
        <Trans>
          No one who gets into your account can sell or give away a copy in your wallet: it moves
          back by a signature of the wallet, or if its payment is reversed or the account is
          deleted. You can watch it, but not sell, rent out, lend, give or download it. If you lose
          the wallet, the copy cannot be moved back.
        </Trans>
      </p>
      <div className="mb-5">
        <Tabs
          label={t`Copies by place`}
          tabs={[
            { to: path, label: <Trans>In this wallet</Trans> },
            { to: `${path}/move`, label: <Trans>Move more copies</Trans> },
          ]}
        />
      </div>
      {(total > ROWS || q !== '') && (
        <div className="mb-5">
          <SearchForm label={t`Search your copies`} q={q} maxLength={80} />
        </div>
      )}
      <div className="grid grid-cols-1 gap-8">
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={<Nothing isSearch={q !== ''} isMoving={isMoving} path={path} />}
          hrefOf={hrefOf}
        >
          <Table key={hrefOf(page)} wallet={{ id, address }} copies={items} />
        </PagedList>
      </div>
    </div>
  )
}

function Nothing(props: { isSearch: boolean; isMoving: boolean; path: string }) {
  const { isSearch, isMoving, path } = props
  if (isSearch) return <EmptyState title={<Trans>No copies found</Trans>} />
  if (isMoving)
    return (
      <EmptyState
        title={<Trans>You have no copies to move</Trans>}
        actions={
          <LinkButton look="main" to="/">
            <Trans>Go to the marketplace</Trans>
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      title={<Trans>No copies in this wallet yet</Trans>}
      actions={
        <LinkButton look="main" to={`${path}/move`}>
          <Trans>Move copies</Trans>
        </LinkButton>
      }
    />
  )
}
