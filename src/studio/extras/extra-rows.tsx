import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { DOT } from '#src/catalog/asset/title-facts.tsx'
import { orderExtras } from '#src/media/extras/extra.shared.ts'
import { ExtraFacts } from '#src/media/extras/extra-list.tsx'
import { ExtraNumbers, useExtraKinds } from '#src/media/extras/extra-words.tsx'
import type { OwnExtra } from '#src/media/replacements/extra.shared.ts'
import { canCancel } from '#src/media/upload/upload.shared.ts'
import { PendingFile } from '#src/studio/upload-queue/pending-file.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { type Ids, type Order, useReordering } from '#src/ui/reordering.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'

const EditExtraDialog = lazyDialog(() => import('./edit-extra-dialog.tsx'), 'EditExtraDialog')
const CancelUploadDialog = lazyDialog(
  () => import('#src/studio/upload-queue/cancel-upload-dialog.tsx'),
  'CancelUploadDialog',
)
const RemoveExtraDialog = lazyDialog(() => import('./remove-extra-dialog.tsx'), 'RemoveExtraDialog')

/** Lists a title's extras for its creator: with their counts, their order and their controls. */
export function ExtraRows({ asset, extras }: { asset: Asset; extras: readonly OwnExtra[] }) {
  const { kid } = asset
  const { rows, order, error } = useOrder(kid, extras)
  const [dialog, setDialog] = useState<{ of: 'edit' | 'remove'; extra: OwnExtra }>()
  const close = () => setDialog(undefined)
  return (
    <div className="grid gap-3">
      <output className="sr-only">{order.announcement}</output>
      <ul className="panel">
        {rows.map((extra, at) => (
          <li
            key={extra.id}
            className="grid gap-3 border-t border-line p-5 first:border-t-0 sm:px-6"
          >
            <ExtraRow
              extra={extra}
              at={at}
              count={rows.length}
              order={order}
              onEdit={() => setDialog({ of: 'edit', extra })}
              onRemove={() => setDialog({ of: 'remove', extra })}
            />
            {extra.upload && <PendingExtra name={extra.name} upload={extra.upload} />}
          </li>
        ))}
      </ul>
      <RefusalMessage error={error} />
      {dialog?.of === 'edit' && (
        <EditExtraDialog asset={asset} extra={dialog.extra} onClose={close} />
      )}
      {dialog?.of === 'remove' && (
        <RemoveExtraDialog kid={kid} extra={dialog.extra} onClose={close} />
      )}
    </div>
  )
}

/** Stores each new order at once, and shows the last one until it was stored and fetched again. */
function useOrder(kid: string, extras: readonly OwnExtra[]) {
  const refetchAll = useRefetchAll()
  const { mutateAsync, error } = useEndpointMutation(orderExtras)
  const [moved, setMoved] = useState<Ids>()
  const places = new Map(moved?.map((id, at) => [id, at]))
  const placeOf = ({ id }: OwnExtra) => places.get(id) ?? extras.length // new ones come last
  const rows = extras.toSorted((a, b) => placeOf(a) - placeOf(b))
  const order = useReordering(
    rows.map(({ id }) => id),
    {
      nameOf: (id) => extras.find((one) => one.id === id)?.name ?? '',
      onChange(change) {
        const ids = change(rows.map(({ id }) => id))
        setMoved(ids)
        void mutateAsync({ kid, ids: [...ids] })
          .catch(() => {}) // shown as `error`
          .then(refetchAll)
          .then(() => setMoved((last) => (last === ids ? undefined : last)))
      },
    },
  )
  return { rows, order, error }
}

function ExtraRow(props: {
  extra: OwnExtra
  at: number
  count: number
  order: Order
  onEdit: () => void
  onRemove: () => void
}) {
  const { extra, at, count, order, onEdit, onRemove } = props
  const { t } = useLingui()
  const kinds = useExtraKinds()
  const { id, name, kind, numbers, for_renters, holders_count, opened_count } = extra
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <ExtraFacts
        extra={extra}
        facts={
          <>
            {kinds[kind]}
            {DOT}
            <ExtraNumbers numbers={numbers} />
            {for_renters && (
              <>
                {DOT}
                <Trans>Renters get it too</Trans>
              </>
            )}
          </>
        }
      >
        {!extra.upload && (
          <p className="text-small text-ink-2">
            <Plural value={holders_count} _0="No owner yet" one="# owner" other="# owners" />
            {DOT}
            <Plural
              value={opened_count}
              _0="not opened yet"
              one="opened by # person"
              other="opened by # people"
            />
          </p>
        )}
      </ExtraFacts>
      <div className="ms-auto flex flex-wrap items-center gap-1">
        <IconButton
          icon={rareIcons.up}
          label={t`Move up: ${name}`}
          id={order.idOf(id, 'up')}
          aria-disabled={at === 0 || undefined}
          onClick={() => order.move(id, at - 1, 'up')}
        />
        <IconButton
          icon="down"
          label={t`Move down: ${name}`}
          id={order.idOf(id, 'down')}
          aria-disabled={at === count - 1 || undefined}
          onClick={() => order.move(id, at + 1, 'down')}
        />
        <Button small onClick={onEdit} aria-label={t`Edit: ${name}`}>
          <Trans>Edit</Trans>
        </Button>
        {!extra.upload && (
          <Button small onClick={onRemove} aria-label={t`Remove: ${name}`}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

/** The file of an extra on its way: its transfer, its conversion or its failure. */
function PendingExtra({ name, upload }: { name: string; upload: NonNullable<OwnExtra['upload']> }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const cancel = <Trans>Cancel this extra</Trans>
  return (
    <div className="grid gap-3">
      <PendingFile
        upload={upload}
        kind={t`Extra`}
        meanwhile={<Trans>No one sees the extra until its file is ready.</Trans>}
      />
      {canCancel(upload) && (
        <div>
          <Button small onClick={() => setAsking(true)}>
            {cancel}
          </Button>
        </div>
      )}
      {isAsking && (
        <CancelUploadDialog
          upload={upload}
          title={t`Cancel “${name}”?`}
          action={cancel}
          done={<Trans>Extra cancelled.</Trans>}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
