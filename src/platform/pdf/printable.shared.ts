/** The geta mark, with which Japanese printers replace missing type. */
const GETA = '〓'

type Has = (codePoint: number) => boolean

// Splits by code point: fonts have letters, not grapheme clusters.
const lettersOf = (text: string) => Array.from(text.normalize('NFC'))

/** Replaces each letter missing from a font by 〓, so that no letter disappears unnoticed. */
export const printableIn = (has: Has, text: string): string =>
  lettersOf(text)
    .map((letter) => (has(letter.codePointAt(0)!) ? letter : isReplaced(letter) ? GETA : ''))
    .join('')

/** Returns the letters of a text that are missing from a font. */
export const lettersWithout = (has: Has, text: string): string[] =>
  lettersOf(text).filter((letter) => !has(letter.codePointAt(0)!))

/** Tells if 〓 replaces a missing letter: accents, joiners and marks without a width are left out. */
export const isReplaced = (letter: string) => !/[\p{M}\p{Cf}\p{Cc}]/u.test(letter)

/** The Arabic vowel marks, which texts may leave out. PDFs do: the library sets them too low. */
export const VOWEL_MARKS = /[\u064B-\u0652\u0670]/gu
export const isVowelMark = (codePoint: number) =>
  (codePoint >= 0x64b && codePoint <= 0x652) || codePoint === 0x670
