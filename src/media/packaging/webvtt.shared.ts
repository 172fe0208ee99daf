/** One subtitle and when it is shown, in milliseconds from the start. */
export interface Cue {
  starts_ms: number
  ends_ms: number
  /** As it stands in the file, with its tags. */
  text: string
}

/** What is wrong with a file. Lines count from 1; only `size` has none. */
export interface VttFault {
  reason:
    | ('size' | 'utf8' | 'srt' | 'header' | 'header_gap' | 'empty')
    | ('timing' | 'order' | 'turn' | 'setting' | 'arrow' | 'late')
  line?: number
}

export const VTT_BYTES_MAX = 1024 * 1024

const TIME = String.raw`((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]+(.*))?$`)
const SRT_TIMING = /\d:\d\d:\d\d,\d{3}\s*-->/
const SHARE = String.raw`(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)%`
const SETTINGS: Record<string, RegExp> = {
  vertical: /^(?:rl|lr)$/,
  line: new RegExp(String.raw`^(?:-?\d+|${SHARE})(?:,(?:start|center|end))?$`),
  position: new RegExp(String.raw`^${SHARE}(?:,(?:line-left|center|line-right))?$`),
  size: new RegExp(`^${SHARE}$`),
  align: /^(?:start|center|end|left|right)$/,
  region: /^\S+$/,
}

/**
 * The text of a subtitle file: UTF-8 without a byte order mark, lines ended by LF. Of another
 * encoding it says in which line it is none.
 */
export function vttText(bytes: Uint8Array): { text: string; fault?: VttFault } {
  if (bytes.length > VTT_BYTES_MAX) return { text: '', fault: { reason: 'size' } }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const nul = text.indexOf('\0')
    if (nul === -1) return { text: withLineFeeds(text) }
    return { text, fault: { reason: 'utf8', line: lineAt(text.slice(0, nul)) } }
  } catch {
    const text = new TextDecoder().decode(bytes)
    return {
      text,
      fault: { reason: 'utf8', line: lineAt(text.slice(0, text.indexOf('\u{fffd}'))) },
    }
  }
}

const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n')
const lineAt = (before: string) => withLineFeeds(before).split('\n').length

/** What is gathered while a file is read; `from` and `to` are lines counted from 0. */
interface Reading {
  lines: string[]
  cues: Cue[]
  faults: VttFault[]
}

/**
 * Reads WebVTT (W3C, section 4) with lines ended by LF: its cues, and all that is against the
 * standard. Where browsers pass over something in silence, as over a cue whose times they cannot
 * read, this says so.
 */
export function readVtt(text: string): { cues: Cue[]; faults: VttFault[] } {
  const reading: Reading = { lines: text.split('\n'), cues: [], faults: [] }
  const { lines, cues, faults } = reading
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0]!)) {
    const isSrt = SRT_TIMING.test(lines.slice(0, 5).join('\n'))
    return { cues, faults: [{ reason: isSrt ? 'srt' : 'header', line: 1 }] }
  }
  const body = blockEnd(lines, 0)
  fault(reading, 'header_gap', arrowIn(lines, 1, body))
  for (let at = body; at < lines.length; at++) {
    if (lines[at] === '') continue
    const end = blockEnd(lines, at)
    readBlock(reading, at, end)
    at = end
  }
  if (cues.length === 0 && faults.length === 0) faults.push({ reason: 'empty', line: 1 })
  return { cues, faults }
}

/** Blocks are parted by empty lines. */
function blockEnd(lines: string[], from: number): number {
  const end = lines.indexOf('', from)
  return end === -1 ? lines.length : end
}

/** The first line with an arrow; -1 without one. */
function arrowIn(lines: string[], from: number, to: number): number {
  const at = lines.slice(from, to).findIndex((line) => line.includes('-->'))
  return at === -1 ? -1 : from + at
}

function fault({ faults }: Reading, reason: VttFault['reason'], at: number) {
  if (at !== -1) faults.push({ reason, line: at + 1 })
}

/** Notes may stand anywhere, styles and regions before the first cue, and all else is a cue. */
function readBlock(reading: Reading, from: number, to: number) {
  const { lines, cues } = reading
  const isNote = /^NOTE(?:[ \t]|$)/.test(lines[from]!)
  const isStyle = /^(?:STYLE|REGION)[ \t]*$/.test(lines[from]!)
  if (!isNote && !isStyle) return readCue(reading, from, to)
  if (isStyle && cues.length > 0) fault(reading, 'late', from)
  return fault(reading, 'arrow', arrowIn(lines, from, to))
}

function readCue(reading: Reading, from: number, to: number) {
  const { lines, cues } = reading
  const at = lines[from]!.includes('-->') ? from : from + 1 // an identifier may stand above
  const [, starts = '', ends = '', settings = ''] = TIMING.exec(lines[at] ?? '') ?? []
  if (!starts) return fault(reading, 'timing', timesAt(lines, from, to))
  const cue = {
    starts_ms: milliseconds(starts),
    ends_ms: milliseconds(ends),
    text: lines.slice(at + 1, to).join('\n'),
  }
  if (cue.starts_ms >= cue.ends_ms) fault(reading, 'order', at)
  else if (cue.starts_ms < (cues.at(-1)?.starts_ms ?? 0)) fault(reading, 'turn', at)
  if (!areSettings(settings)) fault(reading, 'setting', at)
  fault(reading, 'arrow', arrowIn(lines, at + 1, to))
  return cues.push(cue)
}

/** Where times were tried: on the first line of a block, or under its identifier. */
function timesAt(lines: string[], from: number, to: number): number {
  const isTried = (line: string | undefined) => line !== undefined && /-->|\d:\d\d/.test(line)
  return !isTried(lines[from]) && from + 1 < to && isTried(lines[from + 1]) ? from + 1 : from
}

/** Each at most once, each with a value that it may have. */
function areSettings(text: string): boolean {
  const words = text.split(/[ \t]+/).filter((word) => word !== '')
  const names = words.map((word) => word.slice(0, word.indexOf(':')))
  return (
    new Set(names).size === names.length &&
    names.every((name, i) => {
      const values = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined
      return values?.test(words[i]!.slice(name.length + 1))
    })
  )
}

function milliseconds(time: string): number {
  const [seconds, minutes, hours = 0] = time.split(':').map(Number).toReversed()
  return Math.round((hours * 3_600 + minutes! * 60 + seconds!) * 1_000)
}

const LETTERS: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u{a0}',
  lrm: '\u{200e}',
  rlm: '\u{200f}',
}

/** A cue's words as they are read: without tags, and ruby and its base side by side. */
export const plainCueText = (text: string): string =>
  text
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => LETTERS[name] ?? whole)
