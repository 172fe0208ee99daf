import { toHiragana } from 'wanakana'

const ACCENTS = /[\u0300-\u036f]/g
const SEPARATORS = /[^\p{L}\p{N}']/gu // the apostrophe divides `shin'yu`
/** Vowels that only lengthen the one before them: people type `toukyou`, `tōkyō` and `tokyo`. */
const LONG = new RegExp(
  [
    'ー',
    '(?<=[あかさたなはまやらわがざだばぱぁゃ])あ',
    '(?<=[いきしちにひみりぎじぢびぴぃ])い',
    '(?<=[うくすつぬふむゆるぐずづぶぷぅゅ])う',
    '(?<=[えけせてねへめれげぜでべぺぇ])え',
    '(?<=[おこそとのほもよろをごぞどぼぽぉょ])[おう]',
  ].join('|'),
  'g',
)

/**
 * Converts kana and romaji of any spelling to the form in which readings are compared. While somebody types,
 * an `n` at the end may begin a syllable, and stays.
 */
export function kanaOf(text: string, isTyping = false): string {
  const latin = text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC')
  const letters = latin.toLowerCase().replaceAll(SEPARATORS, '')
  return toHiragana(letters, { convertLongVowelMark: false, IMEMode: isTyping }).replaceAll(
    LONG,
    '',
  )
}

/**
 * Returns what a search text sounds like, to be found in readings; undefined if it is not Japanese in kana
 * or romaji. Leaves out letters at the end, which begin a syllable that is not typed yet.
 */
export function typedKana(q: string): string | undefined {
  const begun = kanaOf(q, true).replace(/[a-z]{1,2}$/, '')
  return [begun, kanaOf(q)].find((kana) => /^[ぁ-ゖ]{2,}$/.test(kana))
}
