import { Trans } from '@lingui/react/macro'
import { chunksOf } from '#src/studio/file-transfer/chunks.shared.ts'
import type { Transfer } from '#src/studio/file-transfer/sending.tsx'
import { formatBytes } from '#src/ui/bytes.ts'

/** How a file's way up goes: how far it is and how fast, or what it waits for, or why it has stopped. */
export function TransferWords({ sending }: { sending: Transfer }) {
  const { phase, sent, size, speed, isOffline } = sending
  if (phase === 'waiting') return <Trans>Waits for its turn</Trans>
  if (phase === 'paused')
    return (
      <Trans>
        Paused at {formatBytes(sent)} of {formatBytes(size)}
      </Trans>
    )
  if (phase === 'stopped') return <StoppedWords sending={sending} />
  if (isOffline)
    return (
      <Trans>
        {formatBytes(sent)} of {formatBytes(size)}. You are offline; it goes on by itself when you
        are back.
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
          {formatBytes(speed)}/s{' · '}
          <TimeLeft seconds={Math.ceil((size - sent) / speed)} />
        </>
      )}
    </>
  )
}

/** What failed, and what to do. */
function StoppedWords({ sending: { failedStep, failedPart, size } }: { sending: Transfer }) {
  const parts = chunksOf(size).length
  const isOne = parts === 1 || failedPart === undefined
  if (failedStep === 'file')
    return (
      <Trans>
        Your browser cannot read this file any more. It was changed, moved or deleted since you
        chose it.
      </Trans>
    )
  if (failedStep === 'complete')
    return <Trans>All of it was sent, but it could not be put together. Try again.</Trans>
  if (failedStep === 'address')
    return isOne ? (
      <Trans>We could not prepare a place for this file. Try again in a moment.</Trans>
    ) : (
      <Trans>
        We could not prepare a place for part {failedPart} of {parts}. Try again in a moment.
      </Trans>
    )
  return isOne ? (
    <Trans>The file did not get through. Check your connection, then try again.</Trans>
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
