import { createRequire } from 'node:module'
import { Font } from '@react-pdf/renderer'
import { printableIn } from './printable.shared.ts'

/** The one font family of PDFs: Japanese, Latin, Greek, Cyrillic, some Korean and Chinese. */
export const PDF_FONT = 'BIZ UDPGothic'

const WEIGHTS = { 400: '400Regular/BIZUDPGothic_400Regular', 700: '700Bold/BIZUDPGothic_700Bold' }
const LONG_WORD = 24 // letters; longer words are broken, or they would overflow their column
// Line breaking rules (JIS X 4051): closing marks stay with the text before them, opening marks
// with the text after them.
const PIECE =
  /[（「『【〔［(]*.[、。，．・：；？！）」』】〕］)ー…々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*/gu
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}〓]/u

let ready: Promise<void> | undefined

/**
 * Reads the fonts, once per process (9 MB, about 0.2 s). The fonts are TrueType: with WOFF2, which
 * the pages use, the library writes files with invisible letters.
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

/** Tells if the fonts have every letter of a text. Call `openFonts` first. */
export const isPrintable = (text: string) => printable(text) === text

/** Replaces each letter missing from the fonts by 〓, so that no letter disappears unnoticed. */
export function printable(text: string): string {
  const font = Font.getFont(descriptor(400))?.data
  if (!font) throw new Error('the PDF fonts are not open')
  return printableIn((codePoint) => font.hasGlyphForCodePoint(codePoint), text)
}

const descriptor = (fontWeight: number) =>
  ({ fontFamily: PDF_FONT, fontStyle: 'normal', fontWeight }) as const

/**
 * Splits a word where a line may break. The empty piece after each keeps the library from adding a
 * hyphen.
 */
function breakable(word: string): string[] {
  if (CJK.test(word)) return (word.match(PIECE) ?? [word]).flatMap((piece) => [piece, ''])
  if (word.length <= LONG_WORD) return [word]
  return (word.match(new RegExp(`.{1,${LONG_WORD}}`, 'gu')) ?? [word]).flatMap((part) => [part, ''])
}
