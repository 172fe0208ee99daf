import { Plural } from '@lingui/react/macro'
import { Refusal } from '#core/errors.ts'
import { type Cue, plainCueText, type VttFault } from '#src/media/packaging/webvtt.shared.ts'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'
import { RefusalText } from '#src/ui/refusal-message.tsx'

const SHOWN = 3

/** The first subtitles of a file, so that a wrong language or encoding is visible at once. */
export function SubtitlePreview({ cues, language }: { cues: readonly Cue[]; language: string }) {
  const nonEmptyCues = cues.filter(({ text }) => plainCueText(text).trim() !== '')
  const last = clockTime(Math.max(...cues.map(({ ends_ms }) => ends_ms)) / 1_000)
  return (
    <div className="grid gap-1">
      <p>
        <Plural
          value={cues.length}
          one={`# subtitle, until ${last}. It begins:`}
          other={`# subtitles, until ${last}. They begin:`}
        />
      </p>
      <ol>
        {nonEmptyCues.slice(0, SHOWN).map(({ starts_ms, text }, i) => (
          <li key={i} className="flex gap-3">
            <span className="tabular-nums">{clockTime(starts_ms / 1_000)}</span>
            <span
              dir="auto"
              lang={language}
              className="min-w-0 whitespace-pre-line text-ink wrap-anywhere"
            >
              {plainCueText(text)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A fault of a subtitle file, with its line. */
export const SubtitleFault = ({ fault }: { fault: VttFault | undefined }) => (
  <RefusalText error={new Refusal('subtitle_invalid', { ...fault })} />
)

/** The first faults of a subtitle file, by line. */
export function SubtitleFaults({ faults }: { faults: readonly VttFault[] }) {
  const more = faults.length - SHOWN
  return (
    <div role="alert" className="text-bad">
      <ul>
        {faults.slice(0, SHOWN).map((fault, i) => (
          <li key={i}>
            <SubtitleFault fault={fault} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <Plural value={more} one="And # more line." other="And # more lines." />
        </p>
      )}
    </div>
  )
}
