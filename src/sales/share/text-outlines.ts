import { createRequire } from 'node:module'
import { printableIn } from '#src/platform/pdf/printable.shared.ts'

const FAMILY = 'BIZ UDPGothic of pictures'
const FILE = '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf'

/** What we use of the papers' library: fontkit's font, https://github.com/foliojs/fontkit. */
interface Font {
  unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): {
    advanceWidth: number
    glyphs: { path: { toSVG(): string } }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  }
}

/** The papers' font, bold, as outlines: pictures are drawn on machines that have no fonts. */
export interface TextOutlines {
  /** Pixels. */
  widthOf(text: string, size: number): number
  /** SVG of a line that begins at `x` with its feet on `y`. */
  line(text: string, at: { x: number; y: number; size: number }): string
}

let opened: Promise<TextOutlines> | undefined

/** Reads the font once in a process (4 MB). */
export function openTextOutlines(): Promise<TextOutlines> {
  opened ??= readLetters()
  return opened
}

async function readLetters(): Promise<TextOutlines> {
  const { Font: library } = await import('@react-pdf/renderer') // not before somebody needs it
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

const BREAK = /(?<=[\s\u3000-\u30ff\u3400-\u9fff\uff00-\uff60])/u

/** A text in lines of at most so many pixels; what does not fit into the last ends in an ellipsis. */
export function wrapLines(
  letters: TextOutlines,
  text: string,
  { size, width, lines: most }: { size: number; width: number; lines: number },
): string[] {
  const fits = (line: string) => letters.widthOf(line.trimEnd(), size) <= width
  const lines = ['']
  for (const piece of text
    .trim()
    .split(BREAK)
    .flatMap((word) => (fits(word) ? [word] : Array.from(word))))
    if (fits(lines.at(-1)! + piece)) lines[lines.length - 1] += piece
    else lines.push(piece)
  const kept = lines.slice(0, most).map((line) => line.trimEnd())
  if (lines.length <= most) return kept
  let last = kept.pop()!
  while (last !== '' && !fits(`${last}…`)) last = last.slice(0, -1)
  return [...kept, `${last}…`]
}
