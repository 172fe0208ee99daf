import { Trans, useLingui } from '@lingui/react/macro'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'
import type { CutFile } from './upload.shared.ts'

/** Formats a duration: "2.5 seconds" below a minute, else as a clock. */
function Duration({ seconds }: { seconds: number }) {
  const { i18n } = useLingui()
  if (seconds >= 60) return clockTime(seconds)
  const unit = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const
  return i18n.number(seconds, { ...unit, maximumFractionDigits: 1 })
}

/** Says which file was cut off, and how much of it could be read. */
export function CutWords({ cut: { name, stated_seconds, read_seconds } }: { cut: CutFile }) {
  return (
    <Trans>
      “{name}” should be <Duration seconds={stated_seconds} /> long, but only{' '}
      <Duration seconds={read_seconds} /> could be read. The file is probably incomplete.
    </Trans>
  )
}

/** The action that publishes what could be read: of one file with its duration. */
export function AcceptWords({ cut_files }: { cut_files: readonly CutFile[] }) {
  const [first, ...more] = cut_files
  if (!first || more.length > 0) return <Trans>Publish what could be read</Trans>
  return (
    <Trans>
      Publish the <Duration seconds={first.read_seconds} /> we could read
    </Trans>
  )
}
