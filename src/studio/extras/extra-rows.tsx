import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { errors } from '#core/error-catalogue.ts'
import { type ErrorCode, Refusal } from '#core/errors.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { DOT } from '#src/catalog/asset/title-facts.tsx'
import { orderExtras } from '#src/media/extras/extra.shared.ts'
import { ExtraFacts } from '#src/media/extras/extra-list.tsx'
import { ExtraNumbers, useExtraKinds } from '#src/media/extras/extra-words.tsx'
import type { OwnExtra } from '#src/media/replacements/extra.shared.ts'
import { canCancel, retryUpload } from '#src/media/upload/upload.shared.ts'
import {
  ConvertingWords,
  SpaceWords,
  waitsForSpace,
} from '#src/studio/upload-queue/space-words.tsx'
import { FileRow } from '#src/studio/upload-queue/file-row.tsx'
import { KeptUntil } from '#src/studio/upload-queue/kept-until.tsx'
import { TransferRow } from '#src/studio/upload-queue/transfer-row.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { type Ids, type Order, useReordering } from '#src/ui/reordering.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
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
            {extra.upload && <PendingFile name={extra.name} upload={extra.upload} />}
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
function PendingFile({ name, upload }: { name: string; upload: NonNullable<OwnExtra['upload']> }) {
  const { t } = useLingui()
  const askAgain = useRefetchAll()
  const [isAsking, setAsking] = useState(false)
  const retry = useEndpointMutation(retryUpload, { afterAnswer: askAgain })
  const { uuid, status, progress, failure, failure_params, files, kept_until } = upload
  const [file] = files
  const percent = status === 'processing' ? progress : 0
  const code = failure && failure in errors ? (failure as ErrorCode) : 'processing_failed'
  const cancel = <Trans>Cancel this extra</Trans>

  return (
    <div className="grid gap-3">
      <ul className="-mx-5 sm:-mx-6">
        {status === 'uploading' && file && <TransferRow file={file} />}
        {(status === 'queued' || status === 'processing') && (
          <FileRow
            name={file?.file_name ?? t`Extra`}
            facts={<Trans>Extra</Trans>}
            progress={percent / 100}
            detail={
              waitsForSpace(upload) ? (
                <SpaceWords step={upload.step} />
              ) : (
                <Trans>No one sees the extra until its file is ready.</Trans>
              )
            }
          >
            <StateTag tone="warn">
              <ConvertingWords upload={upload} percent={percent} />
            </StateTag>
          </FileRow>
        )}
      </ul>
      {status === 'failed' && (
        <Note tone="bad">
          <p className="font-semibold wrap-anywhere">{file?.file_name}</p>
          <p>
            <RefusalText error={new Refusal(code, failure_params ?? {})} />
          </p>
        </Note>
      )}
      {kept_until && (
        <p className="text-small text-ink-2">
          <KeptUntil at={kept_until} />
        </p>
      )}
      <RefusalMessage error={retry.error} />
      <div className="flex flex-wrap gap-3">
        {status === 'failed' && (
          <Button small busy={retry.isPending} onClick={() => retry.mutate({ uuid })}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {canCancel(upload) && (
          <Button small onClick={() => setAsking(true)}>
            {cancel}
          </Button>
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
    </div>
  )
}
