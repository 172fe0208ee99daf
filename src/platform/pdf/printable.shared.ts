/** Set where no letter is: the mark that Japanese printers put for type they do not have. */
const GETA = '〓'

/** The same text with 〓 for each letter that a font does not have, so that none is lost unseen. */
export function printableIn(has: (codePoint: number) => boolean, text: string): string {
  return Array.from(text.normalize('NFC')) // code points: a font has letters, not syllables
    .map((letter) => (has(letter.codePointAt(0)!) ? letter : markOf(letter)))
    .join('')
}

/** Accents, joiners and other marks without a width belong to a letter that was marked already. */
const markOf = (letter: string) => (/[\p{M}\p{Cf}\p{Cc}]/u.test(letter) ? '' : GETA)
