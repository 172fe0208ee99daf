import { Plural, Trans } from '@lingui/react/macro'
import {
  resumeTransfer,
  pauseTransfer,
  type Transfer,
} from '#src/studio/file-transfer/transfers.tsx'
import { Button } from '#src/ui/button.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { Progress } from '#src/ui/progress.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import {
  pauseQueue,
  type QueuedTitle,
  resumeQueue,
  retryTitle,
  useIsQueuePaused,
} from './title-queue.tsx'
import { TransferWords } from './transfer-words.tsx'
import type { UploadState } from './upload-state.shared.ts'

/** The combined progress of this browser's transfers and queued titles, with buttons for all of them. */
export function QueueBar(props: {
  uploads: readonly (UploadState & { upload: Upload })[]
  queued: readonly QueuedTitle[]
  label: string
  onDropAll: () => void
}) {
  const { uploads, queued, label, onDropAll } = props
  const isPaused = useIsQueuePaused()
  const own = uploads.filter(({ transfer }) => transfer)
  const count = own.length + queued.length
  if (count < 2 && queued.length === 0) return null
  const all = sumOf(
    own.map(({ transfer }) => transfer!),
    queued,
    isPaused,
  )
  const files = own.flatMap(({ upload }) => upload.files)
  const isStopped = all.phase === 'stopped' || queued.some(({ phase }) => phase === 'refused')
  function resumeAll() {
    resumeQueue('user')
    for (const { upload_id, chunks } of files) resumeTransfer(upload_id, chunks)
    for (const { id, phase } of queued) if (phase === 'refused') retryTitle(id)
  }
  function pauseAll() {
    pauseQueue('user')
    for (const { upload_id } of files) pauseTransfer(upload_id)
  }
  return (
    <div className="panel grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-auto max-sm:basis-full">
          <strong className="font-semibold">
            <Plural value={count} one="# title to upload" other="# titles to upload" />
          </strong>
        </p>
        {all.phase === 'running' ? (
          <Button small icon={rareIcons.pause} onClick={pauseAll}>
            <Trans>Pause all</Trans>
          </Button>
        ) : (
          <Button small icon={isStopped ? rareIcons.again : 'play'} onClick={resumeAll}>
            {isStopped ? <Trans>Try all again</Trans> : <Trans>Resume all</Trans>}
          </Button>
        )}
        <Button small icon={rareIcons.remove} onClick={onDropAll}>
          <Trans>Cancel all</Trans>
        </Button>
      </div>
      <Progress label={label} value={all.sent / (all.size || 1)} />
      <p className="text-small text-ink-2">
        <TransferWords
          transfer={{ ...all, phase: all.phase === 'stopped' ? 'running' : all.phase }}
        />
      </p>
    </div>
  )
}

/**
 * Combines transfers and queued titles: running if any runs, else stopped if any stopped, else paused.
 * Reading a title does not count as running while the queue is paused.
 */
function sumOf(
  transfers: readonly Transfer[],
  queued: readonly QueuedTitle[],
  isPaused: boolean,
): Transfer {
  const sum = (field: 'sent' | 'size' | 'speed') =>
    transfers.reduce((total, one) => total + one[field], 0)
  const is = (phase: Transfer['phase']) => transfers.some((one) => one.phase === phase)
  const isReading = !isPaused && queued.some(({ phase }) => phase === 'reading')
  const isStopped = is('stopped') || queued.some(({ phase }) => phase === 'refused')
  const phase =
    is('running') || is('waiting') || isReading ? 'running' : isStopped ? 'stopped' : 'paused'
  return {
    phase,
    sent: sum('sent'),
    speed: sum('speed'),
    storedParts: [],
    size: sum('size') + queued.reduce((total, { size }) => total + size, 0),
    isOffline: transfers.some(({ isOffline }) => isOffline),
  }
}
