const LONG_WORD = 24 // letters; longer words are broken, or they would overflow their column
// Line breaking rules (JIS X 4051): closing marks stay with the text before them, opening marks
// with the text after them, and words and numbers in Latin letters and digits stay whole.
const PIECE =
  /[（「『【〔［(“‘《〈]*(?:[¥+-]?[\p{sc=Latn}\p{Nd}]+(?:[.,:/'-][\p{sc=Latn}\p{Nd}]+)*[.%]?|.)[、。，．・：；？！）」』】〕］)”’》〉ー…々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*/gu
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}〓]/u

/**
 * Splits a word where a line may break. The empty piece after each keeps the library from adding a
 * hyphen.
 */
export function breakable(word: string): string[] {
  if (CJK.test(word))
    return (word.match(PIECE) ?? [word]).flatMap((piece) => [...partsOf(piece), ''])
  const parts = partsOf(word)
  return parts.length === 1 ? parts : [...parts, '']
}

/** Cuts a word that would overflow its column. */
const partsOf = (word: string): string[] =>
  word.length <= LONG_WORD
    ? [word]
    : (word.match(new RegExp(`.{1,${LONG_WORD}}`, 'gu')) ?? [word]).flatMap((part, i) =>
        i === 0 ? [part] : ['', part],
      )
