import { Trans, useLingui } from '@lingui/react/macro'
import { chunksOf } from '#src/studio/file-transfer/chunks.shared.ts'
import type { Transfer } from '#src/studio/file-transfer/sending.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { CHUNKS_AT_ONCE } from '#src/media/upload/upload.shared.ts'

/** The parts of a large file, each with where it stands; a file that goes up whole has none. */
export function Parts({ sending }: { sending: Transfer }) {
  const { t } = useLingui()
  const { phase, size, partsUp, failedPart } = sending
  const numbers = chunksOf(size).map(({ number }) => number)
  if (numbers.length < 2) return null
  const missing = numbers.filter((number) => !partsUp.includes(number))
  const underWay = phase === 'sending' ? missing.slice(0, CHUNKS_AT_ONCE) : []
  return (
    <ol aria-label={t`Parts`} className="mt-2 flex flex-wrap gap-1.5">
      {numbers.map((number) => (
        <li key={number}>
          <PartTag
            number={number}
            isUp={partsUp.includes(number)}
            isUnderWay={underWay.includes(number)}
            isFailed={phase === 'stopped' && failedPart === number}
          />
        </li>
      ))}
    </ol>
  )
}

function PartTag(props: { number: number; isUp: boolean; isUnderWay: boolean; isFailed: boolean }) {
  const { number, isUp, isUnderWay, isFailed } = props
  if (isUp)
    return (
      <StateTag tone="ok">
        <Trans>Part {number} is up</Trans>
      </StateTag>
    )
  if (isFailed)
    return (
      <StateTag tone="bad">
        <Trans>Part {number} failed</Trans>
      </StateTag>
    )
  if (isUnderWay)
    return (
      <StateTag tone="info" icon="upload">
        <Trans>Part {number} is under way</Trans>
      </StateTag>
    )
  return (
    <StateTag tone="mute">
      <Trans>Part {number}</Trans>
    </StateTag>
  )
}
