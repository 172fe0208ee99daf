import { Trans, useLingui } from '@lingui/react/macro'
import { chunksOf } from '#src/sending/chunks.shape.ts'
import {
  pauseSending,
  type Sending,
  sendingJob,
  startSending,
  useSending,
} from '#src/sending/sending.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { CHUNK_BYTES, type Upload } from '#src/upload/upload.shape.ts'
import { FileRow } from './file-row.tsx'
import { ResumeRow } from './resume-row.tsx'

export type UploadFile = Upload['files'][number]

/** One file of an upload: up, on its way from this browser, or waiting to be chosen again. */
export function SendingRow({ file }: { file: UploadFile }) {
  const { upload_id, role, file_name, size, completed } = file
  const sending = useSending(upload_id)
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
      detail={<SendingWords sending={sending} />}
    >
      {isStopped && (
        <StateTag tone="bad">
          <Trans>Stopped</Trans>
        </StateTag>
      )}
      <SendingControl file={file} sending={sending} />
    </FileRow>
  )
}

function SendingControl({ file, sending }: { file: UploadFile; sending: Sending }) {
  const { upload_id, file_name, chunks } = file
  const { t } = useLingui()
  const { phase, failedPart, size } = sending
  const goOn = () => {
    const job = sendingJob(upload_id)
    if (job) startSending({ ...job, there: chunks })
  }
  if (phase === 'waiting' || phase === 'sending')
    return (
      <IconButton
        icon="pause"
        label={t`Pause ${file_name}`}
        onClick={() => pauseSending(upload_id)}
      />
    )
  if (phase === 'paused')
    return <IconButton icon="play" label={t`Go on with ${file_name}`} onClick={goOn} />
  return (
    <Button small onClick={goOn}>
      {failedPart !== undefined && size > CHUNK_BYTES ? (
        <Trans>Try part {failedPart} again</Trans>
      ) : (
        <Trans>Try again</Trans>
      )}
    </Button>
  )
}

function SendingWords({ sending }: { sending: Sending }) {
  const { phase, sent, size, speed, failedPart } = sending
  const parts = chunksOf(size).length
  if (phase === 'waiting') return <Trans>Waits for its turn</Trans>
  if (phase === 'paused')
    return (
      <Trans>
        Paused at {formatBytes(sent)} of {formatBytes(size)}
      </Trans>
    )
  if (phase === 'stopped')
    return parts > 1 && failedPart !== undefined ? (
      <Trans>
        Part {failedPart} of {parts} failed. Check your connection, then try that part again.
      </Trans>
    ) : (
      <Trans>The file did not get through. Check your connection, then try again.</Trans>
    )
  return (
    <>
      <Trans>
        {formatBytes(sent)} of {formatBytes(size)}
      </Trans>
      {speed > 0 && (
        <>
          {' · '}
          {formatBytes(speed)}/s{' · '}
          <TimeLeft seconds={Math.ceil((size - sent) / speed)} />
        </>
      )}
    </>
  )
}

function TimeLeft({ seconds }: { seconds: number }) {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  if (hours > 0)
    return (
      <Trans>
        about {hours} h {minutes} min left
      </Trans>
    )
  if (minutes > 0)
    return (
      <Trans>
        about {minutes} min {rest} s left
      </Trans>
    )
  return <Trans>about {rest} s left</Trans>
}

/** What a file is for, in a word. */
export function RoleWord({ role }: { role: UploadFile['role'] }) {
  if (role === 'poster') return <Trans>Poster</Trans>
  if (role === 'trailer') return <Trans>Trailer</Trans>
  return <Trans>The work</Trans>
}
