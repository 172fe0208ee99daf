import { createRequire } from 'node:module'
import { Font } from '@react-pdf/renderer'
import { printableIn } from './printable.shared.ts'

/** The paper's one family: Japanese, Latin, Greek, Cyrillic, and the Korean and Chinese it knows. */
export const PDF_FONT = 'BIZ UDPGothic'

const WEIGHTS = { 400: '400Regular/BIZUDPGothic_400Regular', 700: '700Bold/BIZUDPGothic_700Bold' }
const LONG_WORD = 24 // letters; one without a break would run out of its column
// Japanese line ends (JIS X 4051): what closes stays with what is before it, what opens with what
// comes after.
const PIECE =
  /[（「『【〔［(]*.[、。，．・：；？！）」』】〕］)ー…々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*/gu
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}〓]/u

let ready: Promise<void> | undefined

/**
 * Reads the fonts once in a process (9 MB, about 0.2 s). The library can embed TrueType; of WOFF2,
 * which the pages use, it makes files whose letters do not show.
 */
export function openFonts(): Promise<void> {
  ready ??= readFonts()
  return ready
}

async function readFonts() {
  const { resolve } = createRequire(import.meta.url)
  const fonts = Object.entries(WEIGHTS).map(([weight, name]) => ({
    src: resolve(`@expo-google-fonts/biz-udpgothic/${name}.ttf`),
    fontWeight: Number(weight),
  }))
  Font.register({ family: PDF_FONT, fonts })
  Font.registerHyphenationCallback(breakable)
  await Promise.all(fonts.map(({ fontWeight }) => Font.load(descriptor(fontWeight))))
}

/** Whether the fonts have every letter of it; they must be open. */
export const isPrintable = (text: string) => printable(text) === text

/** The same text with 〓 for each letter that the fonts do not have, so that none is lost unseen. */
export function printable(text: string): string {
  const font = Font.getFont(descriptor(400))?.data
  if (!font) throw new Error('the fonts of papers are not open')
  return printableIn((codePoint) => font.hasGlyphForCodePoint(codePoint), text)
}

const descriptor = (fontWeight: number) =>
  ({ fontFamily: PDF_FONT, fontStyle: 'normal', fontWeight }) as const

/** Where a word may end a line. An empty piece after each keeps the library from adding a hyphen. */
function breakable(word: string): string[] {
  if (CJK.test(word)) return (word.match(PIECE) ?? [word]).flatMap((piece) => [piece, ''])
  if (word.length <= LONG_WORD) return [word]
  return (word.match(new RegExp(`.{1,${LONG_WORD}}`, 'gu')) ?? [word]).flatMap((part) => [part, ''])
}
