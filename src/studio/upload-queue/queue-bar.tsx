import { Plural, Trans } from '@lingui/react/macro'
import { resumeTransfer, pauseTransfer, type Transfer } from '#src/studio/file-transfer/sending.tsx'
import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import { holdLine, type InLine, letLineGo, waitAgain } from './line.tsx'
import { TransferWords } from './sending-words.tsx'
import type { Standing } from './standing.shared.ts'

/** All that this browser has to send, as one: how far, how fast, and what can be done with all of it. */
export function QueueBar(props: {
  uploads: readonly (Standing & { upload: Upload })[]
  line: readonly InLine[]
  label: string
  onDropAll: () => void
}) {
  const { uploads, line, label, onDropAll } = props
  const own = uploads.filter(({ sending }) => sending)
  const count = own.length + line.length
  if (count < 2 && line.length === 0) return null
  const all = sumOf(
    own.map(({ sending }) => sending!),
    line,
  )
  const files = own.flatMap(({ upload }) => upload.files)
  const isStopped = all.phase === 'stopped' || line.some(({ phase }) => phase === 'refused')
  function goOn() {
    letLineGo('paused')
    for (const { upload_id, chunks } of files) resumeTransfer(upload_id, chunks)
    for (const { id, phase } of line) if (phase === 'refused') waitAgain(id)
  }
  function pause() {
    holdLine('paused')
    for (const { upload_id } of files) pauseTransfer(upload_id)
  }
  return (
    <div className="panel grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-auto max-sm:basis-full">
          <strong className="font-semibold">
            <Plural value={count} one="# title to send" other="# titles to send" />
          </strong>
        </p>
        {all.phase === 'sending' ? (
          <Button small icon="pause" onClick={pause}>
            <Trans>Pause all</Trans>
          </Button>
        ) : (
          <Button small icon={isStopped ? 'again' : 'play'} onClick={goOn}>
            {isStopped ? <Trans>Try all again</Trans> : <Trans>Go on with all</Trans>}
          </Button>
        )}
        <Button small icon="remove" onClick={onDropAll}>
          <Trans>Drop all</Trans>
        </Button>
      </div>
      <Progress label={label} value={all.sent / (all.size || 1)} />
      <p className="text-small text-ink-2">
        <TransferWords
          sending={{ ...all, phase: all.phase === 'stopped' ? 'sending' : all.phase }}
        />
      </p>
    </div>
  )
}

/** Under way while anything is; else stopped where something has, and paused where nothing has. */
function sumOf(transfers: readonly Transfer[], line: readonly InLine[]): Transfer {
  const sum = (of: 'sent' | 'size' | 'speed') =>
    transfers.reduce((total, one) => total + one[of], 0)
  const is = (phase: Transfer['phase']) => transfers.some((one) => one.phase === phase)
  const isReading = line.some(({ phase }) => phase === 'reading')
  const isStopped = is('stopped') || line.some(({ phase }) => phase === 'refused')
  const phase =
    is('sending') || is('waiting') || isReading ? 'sending' : isStopped ? 'stopped' : 'paused'
  return {
    ...{ phase, sent: sum('sent'), speed: sum('speed'), partsUp: [] },
    size: sum('size') + line.reduce((total, { size }) => total + size, 0),
    isOffline: transfers.some(({ isOffline }) => isOffline),
  }
}
