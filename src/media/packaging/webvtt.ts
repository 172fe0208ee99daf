import { fail } from '#core/errors.ts'
import { readVtt, VTT_BYTES_MAX, type VttFault, vttText } from './webvtt.shared.ts'

export interface SubtitleText {
  /** BCP 47, as Intl writes it: `ja`, `zh-Hant`. */
  language: string
  /** The file, UTF-8 without a byte order mark, lines ended by LF. */
  text: string
  cues: number
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * A subtitle as it came with an upload, held to the standard (W3C WebVTT, section 4). Cue settings
 * stay as they are. Refuses `subtitle_invalid` with a `reason` (language, base64, or one of
 * `VttFault`) and the first `line` that is wrong.
 */
export function readSubtitle(language: string, b64Data: string): SubtitleText {
  const canonical = languageOf(language)
  if (b64Data.length > (VTT_BYTES_MAX / 3) * 4 + 4) refuse({ reason: 'size' })
  if (b64Data === '' || !BASE64.test(b64Data)) fail('subtitle_invalid', { reason: 'base64' })
  const { text, fault } = vttText(Buffer.from(b64Data, 'base64'))
  if (fault) refuse(fault)
  const { cues, faults } = readVtt(text)
  const [first] = faults
  if (first) refuse(first)
  return { language: canonical, text, cues: cues.length }
}

/**
 * The same for players: a file that was made for another stream may say where that stream's clock
 * stood (RFC 8216, 3.5), and would be shown so much later. Ours all begin at 0.
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
