import { Trans } from '@lingui/react/macro'
import type { SummedError } from '#src/ui/error-summary.tsx'
import { type DraftFile, type DraftFiles, faultOf, type FileRole } from './draft-files.tsx'
import { FaultWords, MissingWork } from './files-section.tsx'
import { SubtitleFault } from './subtitle-preview.tsx'
import { SameLanguage } from './subtitle-row.tsx'
import { parseSubtitles, subtitleFault, type Subtitles, subtitlesId } from './subtitles.shared.ts'

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
    const message = fault && <SubtitleFaultWords fault={fault} subtitles={one} />
    return fault ? [{ field: subtitlesId(i), label: one.name, message }] : []
  })
  return [...missing, ...wrong, ...wrongSubtitles]
}

/** Says what to change in a subtitle file: in a broken one its first faulty line. */
function SubtitleFaultWords(props: {
  fault: NonNullable<ReturnType<typeof subtitleFault>>
  subtitles: Subtitles
}) {
  const { fault, subtitles } = props
  if (fault === 'srt') return <Trans>Convert the .srt file, or remove it.</Trans>
  if (fault === 'twice') return <SameLanguage language={subtitles.language} />
  return <SubtitleFault fault={parseSubtitles(subtitles).faults[0]} />
}
