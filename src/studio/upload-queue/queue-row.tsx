import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { resumeTransfer, pauseTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, IconButton, LinkButton } from '#src/ui/button.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { DateTime } from '#src/ui/date-time.tsx'
import { canCancel, type Upload } from '#src/media/upload/upload.shared.ts'
import { VersionWords } from './processing-steps.tsx'
import { ConvertingWords } from './space-words.tsx'
import { AcceptButton, CutFilesWords } from './cut-question.tsx'
import { FileRow } from './file-row.tsx'
import { KeptUntil } from './kept-until.tsx'
import { type QueuedTitle, removeTitles, retryTitle } from './title-queue.tsx'
import { failureOf, RetryButton } from './retry-button.tsx'
import { TransferRow } from './transfer-row.tsx'
import { TransferWords } from './transfer-words.tsx'
import { isListedAtOnce, type UploadState } from './upload-state.shared.ts'

/** A title in this browser's queue. */
export const QueuedTitleRow = memo(function QueuedTitleRow({
  title: queued,
}: {
  title: QueuedTitle
}) {
  const { t } = useLingui()
  const { id, title, phase, read, size, error } = queued
  const percent = size > 0 ? Math.floor((read / size) * 100) : 0
  return (
    <FileRow
      name={title}
      facts={formatBytes(size)}
      progress={phase === 'reading' ? read / size : undefined}
      detail={
        phase === 'reading' ? (
          <Trans>Reading the files, {percent}%</Trans>
        ) : (
          error && (
            <p role="alert" className="text-bad">
              <RefusalText error={error} />
            </p>
          )
        )
      }
    >
      {phase === 'refused' ? (
        <>
          <StateTag tone="bad">
            <Trans>Needs a change</Trans>
          </StateTag>
          <Button small onClick={() => retryTitle(id)}>
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : (
        <StateTag tone="mute">
          <Trans>Waiting</Trans>
        </StateTag>
      )}
      <IconButton
        icon={rareIcons.remove}
        label={t`Cancel ${title}`}
        onClick={() => removeTitles([id])}
      />
    </FileRow>
  )
})

interface Props {
  upload: Upload
  state: UploadState
  onDrop: () => void
}

/** An upload of one title: its progress, its failure and its controls. */
export function UploadRow({ upload, state, onDrop }: Props) {
  const { t } = useLingui()
  const { uuid, title, status, files, created_at } = upload
  const { transfer } = state
  const hasDetail = ['uploading', 'processing', 'failed', 'cut'].includes(status)
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
  return (
    <FileRow
      name={title}
      to={`/create/${uuid}`}
      facts={
        <>
          <Plural value={files.length} one="# file" other="# files" />
          {bytes > 0 && (
            <>
              {' · '}
              <span className="amount">{formatBytes(bytes)}</span>
            </>
          )}
          {' · '}
          <DateTime at={created_at} />
        </>
      }
      progress={progressOf(upload, state)}
      failed={transfer?.phase === 'stopped'}
      detail={hasDetail && <Detail upload={upload} state={state} />}
    >
      <UploadStateTag upload={upload} state={state} />
      <Controls upload={upload} state={state} />
      {canCancel(upload) && (
        <IconButton icon={rareIcons.remove} label={t`Cancel ${title}`} onClick={onDrop} />
      )}
    </FileRow>
  )
}

function progressOf({ status, progress }: Upload, { transfer }: UploadState): number | undefined {
  if (transfer) return transfer.sent / (transfer.size || 1)
  return status === 'processing' ? progress / 100 : undefined
}

function Detail({ upload, state: { transfer, needsFiles } }: Omit<Props, 'onDrop'>) {
  const { status, files, kept_until } = upload
  if (status === 'processing') return <VersionWords upload={upload} />
  if (status === 'cut') return <CutFilesWords cut_files={upload.cut_files} />
  if (status === 'failed')
    return (
      <>
        <p className="text-bad">
          <RefusalText error={failureOf(upload)} />
        </p>
        {kept_until && (
          <p>
            <KeptUntil at={kept_until} />
          </p>
        )}
      </>
    )
  return (
    <>
      {transfer && <TransferWords transfer={transfer} />}
      {kept_until && transfer?.phase !== 'running' && (
        <p>
          <KeptUntil at={kept_until} />
        </p>
      )}
      <details open={needsFiles}>
        <summary className="inline-flex min-h-11 items-center underline">
          <Plural value={files.length} one="# file" other="# files" />
        </summary>
        <ul className="mt-1 border-s-2 border-line text-body text-ink [&>li:first-child]:border-t-0">
          {files.map((file) => (
            <TransferRow key={file.upload_id} file={file} />
          ))}
        </ul>
      </details>
    </>
  )
}

/** The state of an upload as a tag. */
function UploadStateTag({ upload, state }: Omit<Props, 'onDrop'>) {
  const { status, progress } = upload
  const { transfer, needsFiles } = state
  if (status === 'done')
    return (
      <StateTag tone="ok">
        {isListedAtOnce(upload) ? <Trans>For sale</Trans> : <Trans>Ready to list</Trans>}
      </StateTag>
    )
  if (status === 'failed')
    return (
      <StateTag tone="bad">
        <Trans>Needs a change</Trans>
      </StateTag>
    )
  if (status === 'cut')
    return (
      <StateTag tone="warn">
        <Trans>Needs a decision</Trans>
      </StateTag>
    )
  if (transfer?.phase === 'stopped')
    return (
      <StateTag tone="bad">
        <Trans>Stopped</Trans>
      </StateTag>
    )
  if (transfer && !needsFiles)
    return (
      <StateTag tone="info" icon={rareIcons.upload}>
        {transfer.phase === 'paused' ? <Trans>Paused</Trans> : <Trans>Uploading</Trans>}
      </StateTag>
    )
  return (
    <StateTag tone="warn">
      {status === 'uploading' && <Trans>Waiting for files</Trans>}
      {status === 'queued' && <Trans>Waiting for checks</Trans>}
      {status === 'processing' && <ConvertingWords upload={upload} percent={progress} />}
      {status === 'minted' && <Trans>Numbering</Trans>}
    </StateTag>
  )
}

function Controls({ upload, state: { transfer } }: Omit<Props, 'onDrop'>) {
  const { t } = useLingui()
  const { title, status, files, kid } = upload
  if (status === 'done')
    return (
      <LinkButton small to={`/asset/${kid}/created`}>
        {isListedAtOnce(upload) ? <Trans>All copies</Trans> : <Trans>List copies</Trans>}
      </LinkButton>
    )
  if (status === 'failed') return <RetryButton uuid={upload.uuid} />
  if (status === 'cut') return <AcceptButton upload={upload} />
  if (!transfer || transfer.phase === 'done') return null
  const resume = () => files.forEach(({ upload_id, chunks }) => resumeTransfer(upload_id, chunks))
  if (transfer.phase === 'stopped')
    return (
      <Button small onClick={resume}>
        <Trans>Try again</Trans>
      </Button>
    )
  if (transfer.phase === 'paused')
    return <IconButton icon="play" label={t`Resume ${title}`} onClick={resume} />
  return (
    <IconButton
      icon={rareIcons.pause}
      label={t`Pause ${title}`}
      onClick={() => files.forEach(({ upload_id }) => pauseTransfer(upload_id))}
    />
  )
}
