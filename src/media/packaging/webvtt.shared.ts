/** A cue of a subtitle file, with its times in milliseconds from the start. */
export interface Cue {
  starts_ms: number
  ends_ms: number
  /** The text as written in the file, with its tags. */
  text: string
}

/** A fault in a subtitle file. Lines count from 1; only `size` has none. */
export interface VttFault {
  reason:
    | ('size' | 'utf8' | 'nul' | 'srt' | 'header' | 'header_gap' | 'empty')
    | ('timing' | 'order' | 'turn' | 'setting' | 'arrow' | 'late')
  line?: number
}

export const VTT_BYTES_MAX = 1024 * 1024
const BLOCKS_AT_ONCE = 1_000

const TIME = String.raw`((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]+(.*))?$`)
const SRT_TIMING = /\d:\d\d:\d\d,\d{3}\s*-->/
const SHARE = String.raw`(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)%`
const SETTINGS = new Map<string, RegExp>(
  Object.entries({
    vertical: /^(?:rl|lr)$/,
    line: new RegExp(String.raw`^(?:-?\d+|${SHARE})(?:,(?:start|center|end))?$`),
    position: new RegExp(String.raw`^${SHARE}(?:,(?:line-left|center|line-right))?$`),
    size: new RegExp(`^${SHARE}$`),
    align: /^(?:start|center|end|left|right)$/,
    region: /^\S+$/,
  }),
)

/**
 * Decodes a subtitle file: UTF-8 without a byte order mark, with LF line ends. For another
 * encoding, or a NUL, returns the line of the first invalid character.
 */
export function vttText(bytes: Uint8Array): { text: string; fault?: VttFault } {
  if (bytes.length > VTT_BYTES_MAX) return { text: '', fault: { reason: 'size' } }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const nul = text.indexOf('\0')
    if (nul === -1) return { text: withLineFeeds(text) }
    return { text, fault: { reason: 'nul', line: lineAt(text.slice(0, nul)) } }
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

/** The state of a running parse. */
interface Parse {
  lines: string[]
  cues: Cue[]
  faults: VttFault[]
}

/** The cues and faults of a subtitle file, in the order of their lines. */
export type ParsedVtt = Pick<Parse, 'cues' | 'faults'>

/**
 * Parses WebVTT (W3C, section 4) with LF line ends into its cues and all faults against the
 * standard. Also reports faults that browsers ignore, such as a cue with unreadable times.
 */
export function readVtt(text: string): ParsedVtt {
  const steps = readVttInSteps(text)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Parses WebVTT as `readVtt` does, and stops after each thousand cues, so that others may run. */
export function* readVttInSteps(text: string): Generator<undefined, ParsedVtt> {
  const parse: Parse = { lines: text.split('\n'), cues: [], faults: [] }
  const { lines, cues, faults } = parse
  if (text.trim() === '') return { cues, faults: [{ reason: 'empty', line: 1 }] }
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0]!)) {
    const isSrt = SRT_TIMING.test(lines.slice(0, 5).join('\n'))
    return { cues, faults: [{ reason: isSrt ? 'srt' : 'header', line: 1 }] }
  }
  const body = blockEnd(lines, 0)
  fault(parse, 'header_gap', arrowIn(lines, 1, body))
  let blocks = 0
  for (let at = body; at < lines.length; at++) {
    if (lines[at] === '') continue
    if (++blocks % BLOCKS_AT_ONCE === 0) yield
    const end = blockEnd(lines, at)
    readBlock(parse, at, end)
    at = end
  }
  if (cues.length === 0 && faults.length === 0) faults.push({ reason: 'empty', line: 1 })
  return { cues, faults }
}

/** Returns the end of a block. Empty lines separate blocks. */
function blockEnd(lines: string[], from: number): number {
  const end = lines.indexOf('', from)
  return end === -1 ? lines.length : end
}

/** Returns the first line with an arrow, or -1. */
function arrowIn(lines: string[], from: number, to: number): number {
  const at = lines.slice(from, to).findIndex((line) => line.includes('-->'))
  return at === -1 ? -1 : from + at
}

function fault({ faults }: Parse, reason: VttFault['reason'], at: number) {
  if (at !== -1) faults.push({ reason, line: at + 1 })
}

/**
 * Reads a block. Notes may stand anywhere, styles and regions before the first cue; every other
 * block is a cue.
 */
function readBlock(parse: Parse, from: number, to: number) {
  const { lines, cues } = parse
  const isNote = /^NOTE(?:[ \t]|$)/.test(lines[from]!)
  const isStyle = /^(?:STYLE|REGION)[ \t]*$/.test(lines[from]!)
  if (!isNote && !isStyle) return readCue(parse, from, to)
  if (isStyle && cues.length > 0) fault(parse, 'late', from)
  return fault(parse, 'arrow', arrowIn(lines, from, to))
}

function readCue(parse: Parse, from: number, to: number) {
  const { lines, cues } = parse
  const at = lines[from]!.includes('-->') ? from : from + 1 // an identifier may precede it
  const [, starts = '', ends = '', settings = ''] = TIMING.exec(lines[at] ?? '') ?? []
  if (!starts) return fault(parse, 'timing', timingLine(lines, from, to))
  const cue = {
    starts_ms: milliseconds(starts),
    ends_ms: milliseconds(ends),
    text: lines.slice(at + 1, to).join('\n'),
  }
  if (cue.starts_ms >= cue.ends_ms) fault(parse, 'order', at)
  else if (cue.starts_ms < (cues.at(-1)?.starts_ms ?? 0)) fault(parse, 'turn', at)
  if (!validSettings(settings)) fault(parse, 'setting', at)
  fault(parse, 'arrow', arrowIn(lines, at + 1, to))
  return cues.push(cue)
}

/**
 * Returns the line where times were attempted: the first of a block, or the one below its
 * identifier.
 */
function timingLine(lines: string[], from: number, to: number): number {
  const looksLikeTimes = (line: string | undefined) =>
    line !== undefined && /-->|\d:\d\d/.test(line)
  return !looksLikeTimes(lines[from]) && from + 1 < to && looksLikeTimes(lines[from + 1])
    ? from + 1
    : from
}

/** Returns true if each cue setting occurs once and has a valid value. */
function validSettings(text: string): boolean {
  const words = text.split(/[ \t]+/).filter((word) => word !== '')
  const names = words.map((word) => word.slice(0, word.indexOf(':')))
  return (
    new Set(names).size === names.length &&
    names.every((name, i) => {
      const values = SETTINGS.get(name)
      return values?.test(words[i]!.slice(name.length + 1))
    })
  )
}

function milliseconds(time: string): number {
  const [seconds, minutes, hours = 0] = time.split(':').map(Number).toReversed()
  return Math.round((hours * 3_600 + minutes! * 60 + seconds!) * 1_000)
}

const LETTERS = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    nbsp: '\u{a0}',
    lrm: '\u{200e}',
    rlm: '\u{200f}',
  }),
)

const TAG = /<(?:\/|[a-z.]|\d+:)[^>]*>?/gi // of a name, a class or a time; `<3` is none

/** Returns the words of a cue without tags, with ruby text beside its base. */
export const plainCueText = (text: string): string =>
  text
    .replaceAll(TAG, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => LETTERS.get(name) ?? whole)
