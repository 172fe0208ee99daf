import { createRequire } from 'node:module'
import LineBreaker from 'linebreak'
import { printableIn } from '#src/platform/pdf/printable.shared.ts'

const FAMILY = 'BIZ UDPGothic of pictures'
const FILE = '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf'

/** The part of fontkit's font that is used here, https://github.com/foliojs/fontkit. */
interface Font {
  unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): {
    advanceWidth: number
    glyphs: { path: { toSVG(): string } }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  }
}

/** Text as outlines in the bold font of the PDFs: servers that render pictures have no fonts. */
export interface TextOutlines {
  /** Returns the width of a line in pixels. */
  widthOf(text: string, size: number): number
  /** Returns a line as SVG, starting at `x` on the baseline `y`. */
  line(text: string, at: { x: number; y: number; size: number }): string
}

let loading: Promise<TextOutlines> | undefined

/** Loads the font once per process (4 MB). */
export function openTextOutlines(): Promise<TextOutlines> {
  loading ??= readLetters()
  return loading
}

async function readLetters(): Promise<TextOutlines> {
  const { Font: library } = await import('@react-pdf/renderer') // loaded lazily
  const src = createRequire(import.meta.url).resolve(FILE)
  const descriptor = { fontFamily: FAMILY, fontStyle: 'normal', fontWeight: 700 } as const
  library.register({ family: FAMILY, fonts: [{ src, fontWeight: 700 }] })
  await library.load(descriptor)
  const font = library.getFont(descriptor)?.data as unknown as Font
  const has = (codePoint: number) => font.hasGlyphForCodePoint(codePoint)
  const set = (text: string) => font.layout(printableIn(has, text))
  return {
    widthOf: (text, size) => (set(text).advanceWidth * size) / font.unitsPerEm,
    line(text, { x, y, size }) {
      const { glyphs, positions } = set(text)
      const scale = size / font.unitsPerEm
      let at = 0
      const paths = glyphs.map(({ path }, i) => {
        const { xAdvance, xOffset, yOffset } = positions[i]!
        const place = `${at + xOffset} ${yOffset}`
        at += xAdvance
        return `<path transform="translate(${place})" d="${path.toSVG()}"/>`
      })
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
    },
  }
}

/** Wraps a text into at most `lines` lines of `width` pixels. The last one ends in an ellipsis if cut. */
export function wrapLines(
  letters: TextOutlines,
  text: string,
  { size, width, lines: most }: { size: number; width: number; lines: number },
): string[] {
  const fits = (line: string) => letters.widthOf(line.trimEnd(), size) <= width
  const lines = ['']
  for (const piece of breakable(text.trim()).flatMap((word) =>
    fits(word) ? word : lettersOf(word),
  ))
    if (fits(lines.at(-1)! + piece)) lines[lines.length - 1] += piece
    else lines.push(piece)
  const kept = lines.slice(0, most).map((line) => line.trimEnd())
  if (lines.length <= most) return kept
  const last = lettersOf(kept.pop()!)
  while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop()
  return [...kept, `${last.join('')}…`]
}

/** Splits a text after each place where a line may end, in any language. */
function breakable(text: string): string[] {
  const breaker = new LineBreaker(text)
  const pieces: string[] = []
  let start = 0
  for (let end = breaker.nextBreak(); end; end = breaker.nextBreak()) {
    pieces.push(text.slice(start, end.position))
    start = end.position
  }
  return pieces
}

const segmenter = new Intl.Segmenter()

/** Splits a text into the letters that people see. */
const lettersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
