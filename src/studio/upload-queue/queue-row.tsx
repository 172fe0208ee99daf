import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { resumeTransfer, pauseTransfer } from '#src/studio/file-transfer/sending.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, IconButton, LinkButton } from '#src/ui/button.tsx'
import { RefusalText } from '#src/ui/refused.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { When } from '#src/ui/when.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import { VersionWords } from './after-upload.tsx'
import { FileRow } from './file-row.tsx'
import { type InLine, leaveLine, waitAgain } from './line.tsx'
import { failureOf, Retry } from './retry.tsx'
import { TransferRow } from './sending-row.tsx'
import { TransferWords } from './sending-words.tsx'
import type { Standing } from './standing.shared.ts'

/** A title that waits in this browser until it is begun. */
export const LineRow = memo(function LineRow({ title: waiting }: { title: InLine }) {
  const { t } = useLingui()
  const { id, title, phase, read, size, error } = waiting
  const percent = size > 0 ? Math.floor((read / size) * 100) : 0
  return (
    <FileRow
      name={title}
      facts={formatBytes(size)}
      progress={phase === 'reading' ? read / size : undefined}
      detail={
        phase === 'reading' ? (
          <Trans>Reading the files, {percent} %</Trans>
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
          <Button small onClick={() => waitAgain(id)}>
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : (
        <StateTag tone="mute">
          <Trans>Waiting</Trans>
        </StateTag>
      )}
      <IconButton icon="remove" label={t`Drop ${title}`} onClick={() => leaveLine([id])} />
    </FileRow>
  )
})

interface Props {
  upload: Upload
  standing: Standing
  onDrop: () => void
}

/** An upload of one title: how far it is, what is wrong with it, and what can be done. */
export function UploadRow({ upload, standing, onDrop }: Props) {
  const { t } = useLingui()
  const { uuid, title, status, files, created_at } = upload
  const { sending } = standing
  const hasDetail = ['uploading', 'processing', 'failed'].includes(status)
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
  return (
    <FileRow
      name={title}
      to={`/create/${uuid}`}
      facts={
        <>
          <Plural value={files.length} one="# file" other="# files" />
          {bytes > 0 && `, ${formatBytes(bytes)}`}, <When at={created_at} />
        </>
      }
      progress={progressOf(upload, standing)}
      failed={sending?.phase === 'stopped'}
      detail={hasDetail && <Detail upload={upload} standing={standing} />}
    >
      <UploadState upload={upload} standing={standing} />
      <Controls upload={upload} standing={standing} />
      {(status === 'uploading' || status === 'failed') && (
        <IconButton icon="remove" label={t`Drop ${title}`} onClick={onDrop} />
      )}
    </FileRow>
  )
}

function progressOf({ status, progress }: Upload, { sending }: Standing): number | undefined {
  if (sending) return sending.sent / (sending.size || 1)
  return status === 'processing' ? progress / 100 : undefined
}

function Detail({ upload, standing: { sending, isLost } }: Omit<Props, 'onDrop'>) {
  const { status, files } = upload
  if (status === 'processing') return <VersionWords upload={upload} />
  if (status === 'failed')
    return (
      <p className="text-bad">
        <RefusalText error={failureOf(upload)} />
      </p>
    )
  return (
    <>
      {sending && <TransferWords sending={sending} />}
      <details open={isLost}>
        <summary className="inline-flex min-h-11 items-center underline">
          <Plural value={files.length} one="Its file" other="Its # files" />
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

/** Where an upload stands, in a word. */
function UploadState({ upload: { status, progress }, standing }: Omit<Props, 'onDrop'>) {
  const { sending, isLost } = standing
  if (status === 'done')
    return (
      <StateTag tone="ok">
        <Trans>Ready to list</Trans>
      </StateTag>
    )
  if (status === 'failed')
    return (
      <StateTag tone="bad">
        <Trans>Needs a change</Trans>
      </StateTag>
    )
  if (sending?.phase === 'stopped')
    return (
      <StateTag tone="bad">
        <Trans>Stopped</Trans>
      </StateTag>
    )
  if (sending && !isLost)
    return (
      <StateTag tone="info" icon="upload">
        {sending.phase === 'paused' ? <Trans>Paused</Trans> : <Trans>Being sent</Trans>}
      </StateTag>
    )
  return (
    <StateTag tone="warn">
      {status === 'uploading' && <Trans>Waiting for its files</Trans>}
      {status === 'queued' && <Trans>Waiting to be checked</Trans>}
      {status === 'processing' && <Trans>Making versions, {progress} %</Trans>}
      {status === 'minted' && <Trans>Numbering</Trans>}
    </StateTag>
  )
}

function Controls({ upload, standing: { sending } }: Omit<Props, 'onDrop'>) {
  const { t } = useLingui()
  const { title, status, files, kid } = upload
  if (status === 'done')
    return (
      <LinkButton small to={`/asset/${kid}/created`}>
        <Trans>List copies</Trans>
      </LinkButton>
    )
  if (status === 'failed') return <Retry uuid={upload.uuid} />
  if (!sending || sending.phase === 'done') return null
  const goOn = () => files.forEach(({ upload_id, chunks }) => resumeTransfer(upload_id, chunks))
  if (sending.phase === 'stopped')
    return (
      <Button small onClick={goOn}>
        <Trans>Try again</Trans>
      </Button>
    )
  if (sending.phase === 'paused')
    return <IconButton icon="play" label={t`Go on with ${title}`} onClick={goOn} />
  return (
    <IconButton
      icon="pause"
      label={t`Pause ${title}`}
      onClick={() => files.forEach(({ upload_id }) => pauseTransfer(upload_id))}
    />
  )
}
