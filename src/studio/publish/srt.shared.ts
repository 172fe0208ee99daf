const TIME = String.raw`(\d+):(\d{1,2}):(\d{1,2})[,.](\d{1,3})`
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`)
const TAGS = /<(?!\/?[biu]>)[^<>]*>|\{\\[^}]*\}/gi // font tags, and SubStation positions

interface Block {
  starts: string
  ends: string
  lines: string[]
}

/**
 * Converts SubRip to WebVTT (W3C, section 4): adds the header, replaces decimal commas by points,
 * drops the counters and sorts cues by time. Keeps bold, italic and underline; removes other tags
 * and cues without duration.
 */
export function srtToVtt(srt: string): string {
  const lines = srt
    .replace(/^\u{feff}/u, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
  const blocks = blocksOf(lines)
    .filter(({ starts, ends }) => starts < ends)
    .toSorted((a, b) => (a.starts < b.starts ? -1 : a.starts > b.starts ? 1 : 0))
  const cues = blocks.map(({ starts, ends, lines: text }) =>
    [`${starts} --> ${ends}`, ...text].join('\n'),
  )
  return ['WEBVTT', ...cues].join('\n\n') + '\n'
}

/** Splits the lines into blocks at their timing lines; tolerates empty lines anywhere. */
function blocksOf(lines: string[]): Block[] {
  const at = lines.flatMap((line, i) => (TIMING.test(line) ? [i] : []))
  return at.map((from, i) => {
    const [, ...parts] = TIMING.exec(lines[from]!)!
    const text = lines.slice(from + 1, at[i + 1])
    const endsInCounter = at[i + 1] !== undefined && /^\d+$/.test(text.at(-1) ?? '')
    const content = endsInCounter ? text.slice(0, -1) : text
    return {
      starts: timeOf(parts.slice(0, 4)),
      ends: timeOf(parts.slice(4)),
      lines: content.filter((line) => line !== '').map(escapeText),
    }
  })
}

/** Formats a time with padding, so that times sort as text. */
function timeOf([hours, minutes, seconds, thousandths]: string[]): string {
  const pad = (part = '') => part.padStart(2, '0')
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}.${thousandths!.padEnd(3, '0')}`
}

/** Escapes text that WebVTT would read as a timing line (arrow) or a tag (angle bracket). */
const escapeText = (line: string) =>
  line
    .replaceAll(TAGS, '')
    .replaceAll('-->', '→')
    .replaceAll(/&(?!\w+;)/g, '&amp;')
    .replaceAll(/<(?!\/?[biu]>)/gi, '&lt;')
    .replaceAll(/<\/?[BIU]>/g, (tag) => tag.toLowerCase())
