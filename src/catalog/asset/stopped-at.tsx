import { Trans, useLingui } from '@lingui/react/macro'
import { Progress } from '#src/ui/progress.tsx'
import type { Asset } from './asset.shared.ts'
import { clockTime } from './clock-time.shared.ts'

type Stopped = Pick<Asset, 'title' | 'my_position_seconds' | 'duration_seconds'>

/** Shows how much of a title the reader has played, if they stopped in it. */
export function StoppedAt({ asset }: { asset: Stopped }) {
  const { t } = useLingui()
  const { title, my_position_seconds: seconds, duration_seconds: duration } = asset
  if (seconds === null || duration === null || duration === 0) return null
  const [at, whole] = [clockTime(seconds), clockTime(duration)]
  return (
    <div className="mt-2 grid gap-1">
      <Progress label={t`${title}: ${at} of ${whole}`} value={seconds / duration} />
      <p aria-hidden className="text-hint text-ink-2 tabular-nums">
        <Trans>
          {at} of {whole}
        </Trans>
      </p>
    </div>
  )
}
