import { Trans } from '@lingui/react/macro'
import { partsOf } from '#src/studio/file-transfer/file-parts.shared.ts'
import type { Transfer } from '#src/studio/file-transfer/transfers.tsx'
import { formatBytes } from '#src/ui/bytes.ts'

/** The state of a transfer in words: progress and speed, the reason to wait, or the failure. */
export function TransferWords({ transfer }: { transfer: Transfer }) {
  const { phase, sent, size, speed, isOffline } = transfer
  if (phase === 'waiting') return <Trans>Queued</Trans>
  if (phase === 'paused')
    return (
      <Trans>
        Paused at {formatBytes(sent)} of {formatBytes(size)}
      </Trans>
    )
  if (phase === 'stopped') return <StoppedWords transfer={transfer} />
  if (isOffline)
    return (
      <Trans>
        {formatBytes(sent)} of {formatBytes(size)}. You are offline. The upload resumes when you are
        back online.
      </Trans>
    )
  return (
    <>
      <Trans>
        {formatBytes(sent)} of {formatBytes(size)}
      </Trans>
      {speed > 0 && (
        <>
          {' · '}
          <span className="amount">{formatBytes(speed)}/s</span>
          {' · '}
          <TimeLeft seconds={Math.ceil((size - sent) / speed)} />
        </>
      )}
    </>
  )
}

/** The failed step of a transfer, and advice what to do. */
function StoppedWords({ transfer: { failedStep, failedPart, size } }: { transfer: Transfer }) {
  const parts = partsOf(size).length
  const isWhole = parts === 1 || failedPart === undefined
  if (failedStep === 'file')
    return (
      <Trans>Your browser can no longer read this file. It was changed, moved or deleted.</Trans>
    )
  if (failedStep === 'complete')
    return <Trans>All parts were sent, but we could not join them. Try again.</Trans>
  if (failedStep === 'address')
    return isWhole ? (
      <Trans>The upload could not start. Try again in a moment.</Trans>
    ) : (
      <Trans>
        Part {failedPart} of {parts} could not start. Try again in a moment.
      </Trans>
    )
  return isWhole ? (
    <Trans>The upload failed. Check your connection, then try again.</Trans>
  ) : (
    <Trans>
      Part {failedPart} of {parts} failed. Check your connection, then try that part again.
    </Trans>
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
