/** Katakana in the order of their half-width letters, ｱ to ﾝ (JIS X 0201, 0xB1 to 0xDD). */
const KANA =
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン'
const HALF_A = 0xff71
const SMALL = 'ァィゥェォッャュョヮヵヶ'
const LARGE = 'アイウエオツヤユヨワカケ'
/**
 * Half-width letters out of that order. ヰ and ヱ have none of their own; the two voicing marks are
 * letters.
 */
// oxfmt-ignore
const HALF = new Map<string, string>(Object.entries({ ヲ: 'ｦ', ヰ: 'ｲ', ヱ: 'ｴ', ー: '-', '\u3099': 'ﾞ', '\u309a': 'ﾟ' }))

/** Converts kana and letters of any width for Zengin files: half-width, capital, one byte each. */
export function halfWidth(text: string): string {
  const decomposed = text.normalize('NFKC').normalize('NFD')
  return inLarge(decomposed).replace(/./gsu, halfOf).toUpperCase()
}

function halfOf(letter: string): string {
  const place = KANA.indexOf(letter)
  return HALF.get(letter) ?? (place < 0 ? letter : String.fromCharCode(HALF_A + place))
}

/** Converts hiragana to katakana, 96 code points higher (Unicode blocks 3040 and 30A0). */
export const inKatakana = (text: string) =>
  text.replace(/[ぁ-ゖ]/g, (kana) => String.fromCodePoint(kana.codePointAt(0)! + 0x60))

/** Converts small kana to large ones, as banks write them. */
export const inLarge = (text: string) =>
  text.replace(/[ァィゥェォッャュョヮヵヶ]/g, (kana) => LARGE[SMALL.indexOf(kana)]!)
