import { Trans } from '@lingui/react/macro'
import type { SummedError } from '#src/ui/error-summary.tsx'
import { type DraftFile, type DraftFiles, faultOf, type FileRole } from './draft-files.tsx'
import { FaultWords, MissingWork } from './files-section.tsx'
import { subtitleFault, type Subtitles, subtitlesId } from './subtitles.shared.ts'

/** Returns the faults of the files of a new title, in the order of their rows. */
export function fileFaults(files: DraftFiles, subtitles: readonly Subtitles[]): SummedError[] {
  const drafts = Object.entries(files) as [FileRole, DraftFile][]
  const missing = files.asset ? [] : [{ field: 'asset', message: <MissingWork /> }]
  const wrong = drafts.flatMap(([role, draft]) => {
    const fault = faultOf(role, draft)
    return fault
      ? [{ field: role, label: draft.file.name, message: <FaultWords fault={fault} /> }]
      : []
  })
  const wrongSubtitles = subtitles.flatMap((one, i) => {
    const fault = subtitleFault(one, subtitles)
    const message =
      fault === 'srt' ? (
        <Trans>Convert the .srt file, or remove it.</Trans>
      ) : (
        <Trans>Needs a change</Trans>
      )
    return fault ? [{ field: subtitlesId(i), label: one.name, message }] : []
  })
  return [...missing, ...wrong, ...wrongSubtitles]
}
