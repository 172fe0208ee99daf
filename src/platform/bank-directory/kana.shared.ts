/** In the order of their half-width letters, ｱ to ﾝ (JIS X 0201, 0xB1 to 0xDD). */
const KANA =
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン'
const HALF_A = 0xff71
const SMALL = 'ァィゥェォッャュョヮヵヶ'
const LARGE = 'アイウエオツヤユヨワカケ'
/** ヰ and ヱ have no letter of half the width; the two marks stand alone in it. */
const HALF: Record<string, string> = {
  ...{ ヲ: 'ｦ', ヰ: 'ｲ', ヱ: 'ｴ', ー: '-', '\u3099': 'ﾞ', '\u309a': 'ﾟ' },
}

/** Kana and letters of any width as Zengin files have them: half-width, large, one byte each. */
export function halfWidth(text: string): string {
  const apart = text.normalize('NFKC').normalize('NFD')
  return inLarge(apart).replace(/./gsu, halfOf).toUpperCase()
}

function halfOf(letter: string): string {
  const place = KANA.indexOf(letter)
  return HALF[letter] ?? (place < 0 ? letter : String.fromCharCode(HALF_A + place))
}

/** Hiragana as the katakana 96 places on (Unicode blocks 3040 and 30A0). */
export const inKatakana = (text: string) =>
  text.replace(/[ぁ-ゖ]/g, (kana) => String.fromCodePoint(kana.codePointAt(0)! + 0x60))

/** Small kana as the large ones, which is how banks write them. */
export const inLarge = (text: string) =>
  text.replace(/[ァィゥェォッャュョヮヵヶ]/g, (kana) => LARGE[SMALL.indexOf(kana)]!)
