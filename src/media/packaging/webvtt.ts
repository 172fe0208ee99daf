import { setImmediate as otherWork } from 'node:timers/promises'
import { fail } from '#core/errors.ts'
import {
  type ParsedVtt,
  readVttInSteps,
  VTT_BYTES_MAX,
  type VttFault,
  vttText,
} from './webvtt.shared.ts'

export interface SubtitleText {
  /** The language as a canonical BCP 47 tag: `ja`, `zh-Hant`. */
  language: string
  /** The file's text without a byte order mark, with LF line ends. */
  text: string
  cues: number
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Validates an uploaded subtitle file against the standard (W3C WebVTT, section 4). Cue settings
 * stay unchanged. Refuses `subtitle_invalid` with a `reason` (language, base64, or one of
 * `VttFault`) and the first wrong `line`. Other requests are answered meanwhile.
 */
export async function readSubtitle(language: string, b64Data: string): Promise<SubtitleText> {
  const canonical = languageOf(language)
  if (b64Data.length > (VTT_BYTES_MAX / 3) * 4 + 4) refuse({ reason: 'size' })
  if (b64Data === '') refuse({ reason: 'empty', line: 1 })
  if (!BASE64.test(b64Data)) fail('subtitle_invalid', { reason: 'base64' })
  const { text, fault } = vttText(Buffer.from(b64Data, 'base64'))
  if (fault) refuse(fault)
  const { cues, faults } = await parsed(text)
  const [first] = faults
  if (first) refuse(first)
  return { language: canonical, text, cues: cues.length }
}

async function parsed(text: string): Promise<ParsedVtt> {
  const steps = readVttInSteps(text)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await otherWork()
  }
}

/**
 * Removes the timestamp map of another stream (RFC 8216, 3.5), by which players would delay the
 * subtitles. Streams of this platform all begin at 0.
 */
export const withoutTimestampMap = (text: string): string =>
  text.replace(/^(WEBVTT.*\n(?:.+\n)*?)X-TIMESTAMP-MAP=.*\n/, '$1')

function languageOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0]!
  } catch {
    return fail('subtitle_invalid', { reason: 'language' })
  }
}

function refuse(fault: VttFault): never {
  return fail('subtitle_invalid', { ...fault })
}
