import { Trans } from '@lingui/react/macro'
import { NO_SPACE, TOO_LARGE } from '#src/media/disk/space.shared.ts'

interface Waiting {
  status: string
  step: string | null
}

/** True for an upload that waits until our servers have space for it. */
export const waitsForSpace = ({ status, step }: Waiting) =>
  status === 'processing' && (step === NO_SPACE || step === TOO_LARGE)

/** The state of an upload that is converted, or that waits for space to be. */
export function ConvertingWords({
  upload,
  percent,
}: {
  upload: Waiting
  /** How much is converted. */
  percent: number
}) {
  if (waitsForSpace(upload)) return <Trans>Waiting for space</Trans>
  return <Trans>Converting, {percent}%</Trans>
}

/** Says what an upload waits for, and that its creator need not do anything. */
export function SpaceWords({ step }: Pick<Waiting, 'step'>) {
  if (step === TOO_LARGE)
    return (
      <Trans>
        This file needs more space than our servers have now. We know about it, and it goes on
        automatically once there is enough. You do not have to do anything.
      </Trans>
    )
  return (
    <Trans>
      Our servers are full of other files that are being converted. Yours goes on automatically once
      there is space.
    </Trans>
  )
}
