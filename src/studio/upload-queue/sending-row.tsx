import { Trans, useLingui } from '@lingui/react/macro'
import {
  forgetTransfer,
  resumeTransfer,
  pauseTransfer,
  type Transfer,
  useTransfer,
} from '#src/studio/file-transfer/sending.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { CHUNK_BYTES, type Upload } from '#src/media/upload/upload.shared.ts'
import { FileRow } from './file-row.tsx'
import { Parts } from './parts.tsx'
import { ResumeRow } from './resume-row.tsx'
import { TransferWords } from './sending-words.tsx'

export type UploadFile = Upload['files'][number]

/** One file of an upload: up, on its way from this browser, or waiting to be chosen again. */
export function TransferRow({ file }: { file: UploadFile }) {
  const { upload_id, role, file_name, size, completed } = file
  const sending = useTransfer(upload_id)
  const facts = (
    <>
      <RoleWord role={role} />
      {size !== null && `, ${formatBytes(size)}`}
    </>
  )
  if (completed || sending?.phase === 'done')
    return (
      <FileRow name={file_name} facts={facts} progress={1} detail={<Trans>Uploaded</Trans>}>
        <StateTag tone="ok">
          <Trans>Done</Trans>
        </StateTag>
      </FileRow>
    )
  if (!sending) return <ResumeRow file={file} facts={facts} />
  const isStopped = sending.phase === 'stopped'
  return (
    <FileRow
      name={file_name}
      facts={facts}
      progress={sending.sent / sending.size}
      failed={isStopped}
      detail={
        <>
          <TransferWords sending={sending} />
          <Parts sending={sending} />
        </>
      }
    >
      {isStopped && (
        <StateTag tone="bad">
          <Trans>Stopped</Trans>
        </StateTag>
      )}
      <TransferControl file={file} sending={sending} />
    </FileRow>
  )
}

function TransferControl({ file, sending }: { file: UploadFile; sending: Transfer }) {
  const { upload_id, file_name, chunks } = file
  const { t } = useLingui()
  const { phase, failedStep, failedPart, size } = sending
  const goOn = () => resumeTransfer(upload_id, chunks)
  if (phase === 'waiting' || phase === 'sending')
    return (
      <IconButton
        icon="pause"
        label={t`Pause ${file_name}`}
        onClick={() => pauseTransfer(upload_id)}
      />
    )
  if (phase === 'paused')
    return <IconButton icon="play" label={t`Go on with ${file_name}`} onClick={goOn} />
  if (failedStep === 'file')
    return (
      <Button small onClick={() => forgetTransfer(upload_id)}>
        <Trans>Choose it again</Trans>
      </Button>
    )
  return (
    <Button small onClick={goOn}>
      {failedStep !== 'complete' && failedPart !== undefined && size > CHUNK_BYTES ? (
        <Trans>Try part {failedPart} again</Trans>
      ) : (
        <Trans>Try again</Trans>
      )}
    </Button>
  )
}

/** What a file is for, in a word. */
export function RoleWord({ role }: { role: UploadFile['role'] }) {
  if (role === 'poster') return <Trans>Poster</Trans>
  if (role === 'trailer') return <Trans>Trailer</Trans>
  return <Trans>The work</Trans>
}
