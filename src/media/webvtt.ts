import { fail } from '#core/errors.ts'

export interface SubtitleText {
  /** BCP 47, as Intl writes it: `ja`, `zh-Hant`. */
  language: string
  /** The file, UTF-8 without a byte order mark, lines ended by LF. */
  text: string
  cues: number
}

const BYTES_MAX = 1024 * 1024
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const TIME = String.raw`((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]+(.*))?$`)
const SETTING = /^(?:vertical:(?:rl|lr)|(?:line|position|size|align|region):\S+)$/
const SRT_TIMING = /\d\d:\d\d:\d\d,\d{3} --> /

/**
 * A subtitle as it came with an upload, checked as a browser would read it (W3C WebVTT, 4 and 6).
 * Cue settings stay as they are. Refuses `subtitle_invalid` with a `reason` (language, base64,
 * size, utf8, srt, header, timing, order, setting, empty) and, where there is one, the `line`.
 */
export function readSubtitle(language: string, b64Data: string): SubtitleText {
  const canonical = languageOf(language)
  if (b64Data.length > (BYTES_MAX / 3) * 4 + 4) refuse('size')
  if (b64Data === '' || !BASE64.test(b64Data)) refuse('base64')
  const bytes = Buffer.from(b64Data, 'base64')
  if (bytes.length > BYTES_MAX) refuse('size')
  const text = decoded(bytes).replaceAll(/\r\n?/g, '\n')
  return { language: canonical, text, cues: countCues(text.split('\n')) }
}

function languageOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? refuse('language')
  } catch {
    return refuse('language')
  }
}

function decoded(bytes: Buffer): string {
  let text = ''
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    refuse('utf8')
  }
  if (text.includes('\0')) refuse('utf8')
  return text
}

/** Blocks are parted by empty lines; a block with an arrow in its first two lines is a cue. */
function countCues(lines: string[]): number {
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0]!))
    refuse(SRT_TIMING.test(lines.slice(0, 5).join('\n')) ? 'srt' : 'header', 1)
  let cues = 0
  let start = 0 // cues begin no earlier than the ones before them
  // Lines right under WEBVTT belong to the header.
  for (let at = blockEnd(lines, 0); at < lines.length; at++) {
    if (lines[at] === '') continue
    const end = blockEnd(lines, at)
    if (!/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(lines[at]!)) {
      start = readCue(lines, at, start)
      cues += 1
    }
    at = end
  }
  return cues > 0 ? cues : refuse('empty')
}

function blockEnd(lines: string[], from: number): number {
  const end = lines.indexOf('', from)
  return end === -1 ? lines.length : end
}

function readCue(lines: string[], at: number, earliest: number): number {
  const line = lines[at]!.includes('-->') ? at : at + 1 // an identifier may stand above
  const [, from, to, settings] = TIMING.exec(lines[line] ?? '') ?? refuse('timing', line + 1)
  const [start, end] = [milliseconds(from!), milliseconds(to!)]
  if (start >= end || start < earliest) refuse('order', line + 1)
  const words = settings?.trim().split(/[ \t]+/) ?? []
  if (!words.every((word) => word === '' || SETTING.test(word))) refuse('setting', line + 1)
  return start
}

function milliseconds(time: string): number {
  const [seconds, minutes, hours = 0] = time.split(':').map(Number).toReversed()
  return Math.round((hours * 3_600 + minutes! * 60 + seconds!) * 1_000)
}

function refuse(reason: string, line?: number): never {
  return fail('subtitle_invalid', { reason, ...(line !== undefined && { line }) })
}
