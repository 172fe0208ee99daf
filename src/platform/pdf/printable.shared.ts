/** The geta mark, with which Japanese printers replace missing type. */
const GETA = '〓'

/** Replaces each letter missing from a font by 〓, so that no letter disappears unnoticed. */
export function printableIn(has: (codePoint: number) => boolean, text: string): string {
  return Array.from(text.normalize('NFC')) // by code point: fonts have letters, not grapheme clusters
    .map((letter) => (has(letter.codePointAt(0)!) ? letter : replacementFor(letter)))
    .join('')
}

/** Returns 〓, or nothing for accents, joiners and other marks without a width of their own. */
const replacementFor = (letter: string) => (/[\p{M}\p{Cf}\p{Cc}]/u.test(letter) ? '' : GETA)
