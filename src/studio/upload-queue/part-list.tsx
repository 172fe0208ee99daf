import { Trans, useLingui } from '@lingui/react/macro'
import { partsOf } from '#src/studio/file-transfer/file-parts.shared.ts'
import type { Transfer } from '#src/studio/file-transfer/transfers.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { CHUNKS_AT_ONCE } from '#src/media/upload/upload.shared.ts'

/** The parts of a large file, each with its state. Renders nothing for a file that goes up whole. */
export function PartList({ transfer }: { transfer: Transfer }) {
  const { t } = useLingui()
  const { phase, size, storedParts, failedPart } = transfer
  const numbers = partsOf(size).map(({ number }) => number)
  if (numbers.length < 2) return null
  const missing = numbers.filter((number) => !storedParts.includes(number))
  const active = phase === 'running' ? missing.slice(0, CHUNKS_AT_ONCE) : []
  return (
    <ol aria-label={t`Parts`} className="mt-2 flex flex-wrap gap-1.5">
      {numbers.map((number) => (
        <li key={number}>
          <PartTag
            number={number}
            isStored={storedParts.includes(number)}
            isActive={active.includes(number)}
            isFailed={phase === 'stopped' && failedPart === number}
          />
        </li>
      ))}
    </ol>
  )
}

function PartTag(props: {
  number: number
  isStored: boolean
  isActive: boolean
  isFailed: boolean
}) {
  const { number, isStored, isActive, isFailed } = props
  if (isStored)
    return (
      <StateTag tone="ok">
        <Trans>Part {number} uploaded</Trans>
      </StateTag>
    )
  if (isFailed)
    return (
      <StateTag tone="bad">
        <Trans>Part {number} failed</Trans>
      </StateTag>
    )
  if (isActive)
    return (
      <StateTag tone="info" icon={rareIcons.upload}>
        <Trans>Part {number} uploading</Trans>
      </StateTag>
    )
  return (
    <StateTag tone="mute">
      <Trans>Part {number}</Trans>
    </StateTag>
  )
}
