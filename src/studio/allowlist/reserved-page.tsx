import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { type Allowlist, listAllowlists } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import type { Route } from './+types/reserved-page.ts'
import { ListCard } from './list-card.tsx'

const ReserveDialog = lazyDialog(() => import('./reserve-dialog.tsx'), 'ReserveDialog')

/** Loads the allowlists of one of the creator's titles. `?numbers=1-3,7` opens the form for these copies. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { kid } = params
  const [asset, { items }] = await Promise.all([
    ask(context, getCreatedAsset, { id: kid }),
    ask(context, listAllowlists, { kid }),
  ])
  return { asset, lists: items, numbers: url.searchParams.get('numbers') ?? '' }
}

export default function ReservedPage({ loaderData }: Route.ComponentProps) {
  const { asset, lists, numbers } = loaderData
  const { t } = useLingui()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<Allowlist | 'new' | undefined>(numbers ? 'new' : undefined)
  const path = `/asset/${asset.kid}/reserved`
  const reserveButton = (
    <Button look="main" icon="plus" onClick={() => setDialog('new')}>
      <Trans>Reserve copies</Trans>
    </Button>
  )
  function close() {
    setDialog(undefined)
    if (numbers) void navigate(path, { replace: true })
  }
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Reserved copies of ${asset.title} · Renban`}</title>
      <p className="text-small text-ink-2">
        <Link to={`/asset/${asset.kid}`} className="reach inline-block">
          <bdi>{asset.title}</bdi>
        </Link>
      </p>
      <div className="mb-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-h1">
          <Trans>Reserved copies</Trans>
        </h1>
        {lists.length > 0 && reserveButton}
      </div>
      {lists.length === 0 ? (
        <EmptyState title={<Trans>Nothing is reserved</Trans>} actions={reserveButton}>
          <Trans>
            Reserve numbers, or the whole title, for people you choose: members, guests of a
            screening, or fans who may buy a day early. Only you can see who they are.
          </Trans>
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          {lists.map((list) => (
            <ListCard key={list.id} list={list} onChange={() => setDialog(list)} />
          ))}
        </div>
      )}
      {dialog && (
        <ReserveDialog
          asset={asset}
          list={dialog === 'new' ? undefined : dialog}
          numbers={numbers}
          onMade={(list) => void navigate(`${path}/${list.id}`)}
          onClose={close}
        />
      )}
    </div>
  )
}
