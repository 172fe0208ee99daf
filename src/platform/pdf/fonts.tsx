import { createRequire } from 'node:module'
import { Font } from '@react-pdf/renderer'
import { createContext, useContext } from 'react'
import { direction, type Locale } from '#src/i18n/locale.ts'
import { breakable } from './line-breaks.shared.ts'
import { isReplaced, isVowelMark, lettersWithout, printableIn } from './printable.shared.ts'

/** The font families of PDFs, each with the letters for which it is opened. */
const families = {
  japanese: 'biz-udpgothic/*/BIZUDPGothic_*.ttf', // also Latin, Greek and Cyrillic
  korean: 'nanum-gothic/*/NanumGothic_*.ttf',
  simplified: 'noto-sans-sc/*/NotoSansSC_*.ttf', // all 20,902 Chinese characters of Unicode 1
  traditional: 'noto-sans-tc/*/NotoSansTC_*.ttf',
  arabic: 'ibm-plex-sans-arabic/*/IBMPlexSansArabic_*.ttf',
}
type Family = keyof typeof families
const WEIGHTS = { 400: '400Regular', 700: '700Bold' }

/** The families of a language, the preferred one first: Chinese characters differ by language. */
const first: Partial<Record<Locale, readonly Family[]>> = {
  ar: ['arabic', 'japanese'],
  ko: ['japanese', 'korean'], // the library cannot read the space of the Korean font
  'zh-Hans': ['simplified', 'japanese'],
  'zh-Hant': ['traditional', 'japanese'],
}

/** The family for letters that a document's own families lack. */
const others: readonly [letters: RegExp, family: Family][] = [
  [/\p{scx=Hang}/u, 'korean'],
  [/\p{scx=Han}/u, 'simplified'],
  [/\p{scx=Arab}/u, 'arabic'],
]

// A text in Latin letters keeps its order in an Arabic document, and marks around it stay where they are.
const ISOLATE = '\u2068'
const END_ISOLATE = '\u2069'

/** The fonts of one document. */
export interface PdfFonts {
  /** The families in which each letter is looked up. */
  families: string[]
  /** Replaces each letter missing from the families by 〓, so that no letter disappears unnoticed. */
  printable: (text: string) => string
  /** True if the families have every letter of the texts for which they were opened. */
  isComplete: boolean
}

const opened = new Map<Family, Promise<void>>()

/**
 * Opens the fonts for a document in `lang` with `texts` written by users, each font once per process.
 * The fonts are TrueType: with WOFF2, which the pages use, the library writes files with invisible
 * letters.
 */
export async function openFonts(lang: Locale, texts: readonly string[]): Promise<PdfFonts> {
  const stack: Family[] = [...(first[lang] ?? ['japanese'])]
  await Promise.all(stack.map(open))
  const has = (codePoint: number) =>
    !isVowelMark(codePoint) &&
    stack.some((family) => fontOf(family).hasGlyphForCodePoint(codePoint))
  const lacking = () => texts.flatMap((text) => lettersWithout(has, text)).join('')
  for (const [letters, family] of others) {
    if (stack.includes(family) || !letters.test(lacking())) continue
    await open(family)
    stack.push(family)
  }
  const isRtl = direction(lang) === 'rtl'
  return {
    families: stack,
    printable(text) {
      const printed = printableIn(has, text)
      return isRtl ? ISOLATE + printed + END_ISOLATE : printed
    },
    isComplete: texts.every((text) => !lettersWithout(has, text).some(isReplaced)),
  }
}

function open(family: Family): Promise<void> {
  const opening = opened.get(family)
  if (opening) return opening
  const ready = read(family).catch((error: unknown) => {
    opened.delete(family)
    throw error
  })
  opened.set(family, ready)
  return ready
}

async function read(family: Family) {
  const { resolve } = createRequire(import.meta.url)
  const path = `@expo-google-fonts/${families[family]}`
  const fonts = Object.entries(WEIGHTS).map(([weight, name]) => ({
    src: resolve(path.replaceAll('*', name)),
    fontWeight: Number(weight),
  }))
  Font.register({ family, fonts })
  Font.registerHyphenationCallback(breakable)
  await Promise.all(fonts.map(({ fontWeight }) => Font.load(descriptor(family, fontWeight))))
  for (const { fontWeight } of fonts) {
    keepLetters(fontOf(family, fontWeight))
    hideIsolates(fontOf(family, fontWeight))
  }
}

function fontOf(family: Family, weight = 400) {
  const font = Font.getFont(descriptor(family, weight))?.data
  if (!font) throw new Error(`the ${family} font of PDFs is not open`)
  return font as typeof font & Glyphs
}

/** The part of a font that returns glyphs, with the code points of the letters that they show. */
interface Glyphs {
  getGlyph(id: number, letters?: number[]): { codePoints: number[] }
}

/**
 * Lets the letters of a font be copied and searched in all documents. The library caches a glyph without
 * its letter if it met it first as a part of another, as that of ح in ج.
 */
function keepLetters(font: Glyphs) {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, letters = []) => {
    const glyph = getGlyph(id, letters)
    if (glyph.codePoints.length === 0) glyph.codePoints = letters
    return glyph
  }
}

/** Keeps the marks around users' texts from the font for missing letters. Fonts print nothing for them. */
function hideIsolates(font: ReturnType<typeof fontOf>) {
  const hasGlyph = font.hasGlyphForCodePoint.bind(font)
  font.hasGlyphForCodePoint = (codePoint: number) =>
    String.fromCodePoint(codePoint) === ISOLATE ||
    String.fromCodePoint(codePoint) === END_ISOLATE ||
    hasGlyph(codePoint)
}

const descriptor = (fontFamily: Family, fontWeight: number) =>
  ({ fontFamily, fontStyle: 'normal', fontWeight }) as const

export const FontsContext = createContext<PdfFonts | undefined>(undefined)

/** Returns the fonts of the document that is rendered. */
export function usePdfFonts(): PdfFonts {
  const fonts = useContext(FontsContext)
  if (!fonts) throw new Error('the PDF fonts are not open')
  return fonts
}
