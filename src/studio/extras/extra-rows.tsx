import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { errors } from '#core/error-catalogue.ts'
import { type ErrorCode, Refusal } from '#core/errors.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { DOT } from '#src/catalog/asset/title-facts.tsx'
import { orderExtras } from '#src/media/extras/extra.shared.ts'
import { ExtraFacts } from '#src/media/extras/extra-list.tsx'
import { ExtraNumbers, useExtraKinds } from '#src/media/extras/extra-words.tsx'
import type { OwnExtra } from '#src/media/replacements/extra.shared.ts'
import { abortUpload, canCancel, retryUpload } from '#src/media/upload/upload.shared.ts'
import {
  ConvertingWords,
  SpaceWords,
  waitsForSpace,
} from '#src/studio/upload-queue/space-words.tsx'
import { forgetTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { FileRow } from '#src/studio/upload-queue/file-row.tsx'
import { TransferRow } from '#src/studio/upload-queue/transfer-row.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
import { useToast } from '#src/ui/toast.tsx'

const EditExtraDialog = lazy(() =>
  import('./edit-extra-dialog.tsx').then(({ EditExtraDialog: it }) => ({ default: it })),
)
const RemoveExtraDialog = lazy(() =>
  import('./remove-extra-dialog.tsx').then(({ RemoveExtraDialog: it }) => ({ default: it })),
)

/** Lists a title's extras for its creator: with their counts, their order and their controls. */
export function ExtraRows({ asset, extras }: { asset: Asset; extras: readonly OwnExtra[] }) {
  const { kid } = asset
  const askAgain = useRefetchAll()
  const order = useEndpointMutation(orderExtras)
  const [dialog, setDialog] = useState<{ of: 'edit' | 'remove'; extra: OwnExtra }>()
  const close = () => setDialog(undefined)

  function move(from: number, to: number) {
    const ids = extras.map(({ id }) => id)
    ids.splice(to, 0, ...ids.splice(from, 1))
    order.mutate({ kid, ids }, { onSettled: () => void askAgain() })
  }

  return (
    <div className="grid gap-3">
      <ul className="panel">
        {extras.map((extra, i) => (
          <li
            key={extra.id}
            className="grid gap-3 border-t border-line p-5 first:border-t-0 sm:px-6"
          >
            <ExtraRow
              extra={extra}
              onUp={i > 0 ? () => move(i, i - 1) : undefined}
              onDown={i < extras.length - 1 ? () => move(i, i + 1) : undefined}
              onEdit={() => setDialog({ of: 'edit', extra })}
              onRemove={() => setDialog({ of: 'remove', extra })}
            />
            {extra.upload && <PendingFile upload={extra.upload} />}
          </li>
        ))}
      </ul>
      <RefusalMessage error={order.error} />
      <Suspense>
        {dialog?.of === 'edit' && (
          <EditExtraDialog asset={asset} extra={dialog.extra} onClose={close} />
        )}
        {dialog?.of === 'remove' && (
          <RemoveExtraDialog kid={kid} extra={dialog.extra} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

function ExtraRow(props: {
  extra: OwnExtra
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onEdit: () => void
  onRemove: () => void
}) {
  const { extra, onUp, onDown, onEdit, onRemove } = props
  const { t } = useLingui()
  const kinds = useExtraKinds()
  const { name, kind, numbers, for_renters, holders_count, opened_count } = extra
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
        <IconButton icon="up" label={t`Move up: ${name}`} disabled={!onUp} onClick={onUp} />
        <IconButton icon="down" label={t`Move down: ${name}`} disabled={!onDown} onClick={onDown} />
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
function PendingFile({ upload }: { upload: NonNullable<OwnExtra['upload']> }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const drop = useEndpointMutation(abortUpload)
  const retry = useEndpointMutation(retryUpload)
  const { uuid, status, progress, failure, failure_params, files } = upload
  const [file] = files
  const percent = status === 'processing' ? progress : 0
  const code = failure && failure in errors ? (failure as ErrorCode) : 'processing_failed'
  const settled = { onSettled: () => void askAgain() }

  function finish() {
    for (const { upload_id } of files) forgetTransfer(upload_id)
    toast({ message: <Trans>Extra cancelled.</Trans> })
  }

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
      <RefusalMessage error={retry.error ?? drop.error} />
      <div className="flex flex-wrap gap-3">
        {status === 'failed' && (
          <Button small busy={retry.isPending} onClick={() => retry.mutate({ uuid }, settled)}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {canCancel(upload) && (
          <Button
            small
            busy={drop.isPending}
            onClick={() => drop.mutate({ uuid }, { onSuccess: finish, ...settled })}
          >
            <Trans>Cancel this extra</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
