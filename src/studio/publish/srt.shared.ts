const TIME = String.raw`(\d+):(\d{1,2}):(\d{1,2})[,.](\d{1,3})`
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`)
const TAGS = /<(?!\/?[biu]>)[^<>]*>|\{\\[^}]*\}/gi // fonts, and places as SubStation writes them

interface Block {
  starts: string
  ends: string
  lines: string[]
}

/**
 * SubRip as WebVTT (W3C, section 4): a header, points for commas, no counters before the times, and
 * cues in the order of their times. Bold, italic and underlined stay, other marks go; what would be
 * shown for no time at all is left out.
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

/** A block begins at its times: empty lines before them, and even within a text, do no harm. */
function blocksOf(lines: string[]): Block[] {
  const at = lines.flatMap((line, i) => (TIMING.test(line) ? [i] : []))
  return at.map((from, i) => {
    const [, ...parts] = TIMING.exec(lines[from]!)!
    const text = lines.slice(from + 1, at[i + 1])
    const isCounted = at[i + 1] !== undefined && /^\d+$/.test(text.at(-1) ?? '')
    const said = isCounted ? text.slice(0, -1) : text
    return {
      ...{ starts: timeOf(parts.slice(0, 4)), ends: timeOf(parts.slice(4)) },
      lines: said.filter((line) => line !== '').map(plain),
    }
  })
}

/** As wide as any time in a film is, so that their order as text is their order. */
function timeOf([hours, minutes, seconds, thousandths]: string[]): string {
  const two = (part = '') => part.padStart(2, '0')
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${thousandths!.padEnd(3, '0')}`
}

/** WebVTT would take a line with an arrow for times, and a bare bracket for a tag. */
const plain = (line: string) =>
  line
    .replaceAll(TAGS, '')
    .replaceAll('-->', '→')
    .replaceAll(/&(?!\w+;)/g, '&amp;')
    .replaceAll(/<(?!\/?[biu]>)/gi, '&lt;')
    .replaceAll(/<\/?[BIU]>/g, (tag) => tag.toLowerCase())
