import { Trans, useLingui } from '@lingui/react/macro'
import {
  forgetTransfer,
  resumeTransfer,
  pauseTransfer,
  type Transfer,
  useTransfer,
} from '#src/studio/file-transfer/transfers.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { CHUNK_BYTES, type Upload } from '#src/media/upload/upload.shared.ts'
import { FileRow } from './file-row.tsx'
import { PartList } from './part-list.tsx'
import { ResumeRow } from './resume-row.tsx'
import { TransferWords } from './transfer-words.tsx'

export type UploadFile = Upload['files'][number]

/** A file of an upload: stored, in transfer from this browser, or to be chosen again. */
export function TransferRow({ file }: { file: UploadFile }) {
  const { upload_id, role, file_name, size, completed } = file
  const transfer = useTransfer(upload_id)
  const facts = (
    <>
      <RoleWord role={role} />
      {size !== null && (
        <>
          {', '}
          <span className="amount">{formatBytes(size)}</span>
        </>
      )}
    </>
  )
  if (completed || transfer?.phase === 'done')
    return (
      <FileRow name={file_name} facts={facts} progress={1} detail={<Trans>Uploaded</Trans>}>
        <StateTag tone="ok">
          <Trans>Done</Trans>
        </StateTag>
      </FileRow>
    )
  if (!transfer) return <ResumeRow file={file} facts={facts} />
  const isStopped = transfer.phase === 'stopped'
  return (
    <FileRow
      name={file_name}
      facts={facts}
      progress={transfer.sent / transfer.size}
      failed={isStopped}
      detail={
        <>
          <TransferWords transfer={transfer} />
          <PartList transfer={transfer} />
        </>
      }
    >
      {isStopped && (
        <StateTag tone="bad">
          <Trans>Stopped</Trans>
        </StateTag>
      )}
      <TransferControl file={file} transfer={transfer} />
    </FileRow>
  )
}

function TransferControl({ file, transfer }: { file: UploadFile; transfer: Transfer }) {
  const { upload_id, file_name, chunks } = file
  const { t } = useLingui()
  const { phase, failedStep, failedPart, size } = transfer
  const resume = () => resumeTransfer(upload_id, chunks)
  if (phase === 'waiting' || phase === 'running')
    return (
      <IconButton
        icon={rareIcons.pause}
        label={t`Pause ${file_name}`}
        onClick={() => pauseTransfer(upload_id)}
      />
    )
  if (phase === 'paused')
    return <IconButton icon="play" label={t`Resume ${file_name}`} onClick={resume} />
  if (failedStep === 'file')
    return (
      <Button small onClick={() => forgetTransfer(upload_id)}>
        <Trans>Choose the file again</Trans>
      </Button>
    )
  return (
    <Button small onClick={resume}>
      {failedStep !== 'complete' && failedPart !== undefined && size > CHUNK_BYTES ? (
        <Trans>Retry part {failedPart}</Trans>
      ) : (
        <Trans>Try again</Trans>
      )}
    </Button>
  )
}

/** The name of a file's role. */
export function RoleWord({ role }: { role: UploadFile['role'] }) {
  if (role === 'poster') return <Trans>Poster</Trans>
  if (role === 'trailer') return <Trans>Trailer</Trans>
  if (role === 'extra') return <Trans>Extra</Trans>
  return <Trans>The work</Trans>
}
