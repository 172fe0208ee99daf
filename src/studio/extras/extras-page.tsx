import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { EXTRAS_MAX } from '#src/media/extras/extra.shared.ts'
import { listOwnExtras } from '#src/media/replacements/extra.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/extras-page.ts'
import { AddExtra } from './add-extra.tsx'
import { ExtraRows } from './extra-rows.tsx'

/** Loads the extras of one of the creator's titles. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { kid } = params
  const [asset, extras] = await Promise.all([
    ask(context, getCreatedAsset, { id: kid }),
    ask(context, listOwnExtras, { kid }),
  ])
  return { asset, extras }
}

export default function ExtrasPage({ loaderData }: Route.ComponentProps) {
  const { asset } = loaderData
  const { kid, title } = asset
  const { t } = useLingui()
  const [isAdding, setAdding] = useState(false)
  const { items } = useLiveQuery(
    listOwnExtras,
    { kid },
    {
      initial: loaderData.extras,
      refetchInterval: ({ items: all }) =>
        all.some(({ upload }) => upload !== null) && REFETCH_MS.status,
    },
  )
  const addButton = (
    <Button
      look="main"
      icon="plus"
      disabled={items.length >= EXTRAS_MAX}
      onClick={() => setAdding(true)}
    >
      <Trans>Add an extra</Trans>
    </Button>
  )
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Extras of ${title} · Renban`}</title>
      <p className="text-small text-ink-2">
        <Link to={`/asset/${kid}`} className="reach inline-block">
          <bdi>{title}</bdi>
        </Link>
      </p>
      <div className="mb-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-h1">
          <Trans>Extras</Trans>
        </h1>
        {items.length > 0 && !isAdding && addButton}
      </div>
      <div className="grid gap-7">
        {isAdding && <AddExtra asset={asset} onClose={() => setAdding(false)} />}
        {items.length > 0 && <ExtraRows asset={asset} extras={items} />}
        {items.length === 0 && !isAdding && (
          <EmptyState title={<Trans>This title has no extras yet</Trans>} actions={addButton}>
            <Trans>
              Add a bonus clip, a voice message, another poster or a PDF to all numbers or to some,
              such as the first ten. The owners of these numbers can open it, and renters if you
              allow it. After a resale, the next owner gets it.
            </Trans>
          </EmptyState>
        )}
      </div>
    </div>
  )
}
