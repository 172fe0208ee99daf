import { halfWidth, inKatakana, inLarge } from '#src/platform/bank-directory/kana.shared.ts'

/** The bytes of a holder's name in a transfer file (Zengin 総合振込, data record, field C30). */
export const HOLDER_BYTES = 30

/** Characters replaced by similar ones that banks accept. */
const LIKENESS = new Map(
  Object.entries({
    '\\': '¥',
    '・': '.',
    '。': '.',
    '、': ',',
    ゛: '\u3099',
    ゜: '\u309a',
    '‐': '-',
    '‑': '-',
    '–': '-',
    '—': '-',
    '―': '-',
    '−': '-',
    '“': '"',
    '”': '"',
  }),
)
/** The legal forms of companies. Banks abbreviate each to the kana of one of its letters. */
const COMPANY = String.raw`(?:株式会社|有限会社|合同会社|\([株有同]\))`
const BEFORE = new RegExp(String.raw`^${COMPANY}\s*(?=.)`, 'u')
const AFTER = new RegExp(String.raw`(?<=.)\s*${COMPANY}$`, 'u')
const KANA_OF = new Map<string, string>(Object.entries({ 株: 'カ', 有: 'ユ', 同: 'ド' }))

/** Anything but large full-width katakana, A-Z, 0-9 and the symbols that may be registered. */
const OTHER_LETTER = /[^アイウエオカ-ヂツ-モヤユヨラ-ロワ-ヴー0-9A-Z(),\-./"¥ ]/gu

/**
 * Returns the letters of a holder's name that banks do not accept, each once. The list is empty for
 * a valid or empty name.
 */
export const holderFaults = (holder: string): string[] => [...new Set(holder.match(OTHER_LETTER))]

/** Checks that a name has accepted letters only, and is not empty in a transfer file. */
export const isHolder = (holder: string): boolean =>
  holderFaults(holder).length === 0 && zenginHolder(holder).text !== ''

/**
 * Rewrites a name to one that may be registered: converts half-width kana, hiragana, small kana,
 * full-width and lower-case letters. Returns `undefined` if it is valid already or cannot be
 * converted (kanji).
 */
export function convertHolder(holder: string): string | undefined {
  if (isHolder(holder)) return undefined
  const alike = rewritten(holder, LIKENESS).normalize('NFKC')
  const katakana = inKatakana(shortCompany(alike.trim()))
  const converted = inLarge(katakana).toUpperCase().replace(/\s+/g, ' ').trim()
  return isHolder(converted) ? converted : undefined
}

/** Abbreviates the legal form as banks do: `カ)` before the name, `(カ` after it. */
function shortCompany(name: string): string {
  const kanaOf = (form: string) => KANA_OF.get(/[株有同]/.exec(form)![0])
  return name
    .replace(BEFORE, (form) => `${kanaOf(form)})`)
    .replace(AFTER, (form) => `(${kanaOf(form)}`)
}

/**
 * Converts a name to half-width kana, one byte a letter: ﾞ and ﾟ take a byte each, and ー becomes -.
 * Drops the symbols that Zengin files do not allow. `isCut` is true if the name had over 30 bytes.
 */
export function zenginHolder(holder: string): { text: string; isCut: boolean } {
  const whole = halfWidth(holder).replace(/[",]/g, '').trim()
  return { text: whole.slice(0, HOLDER_BYTES).trimEnd(), isCut: whole.length > HOLDER_BYTES }
}

const rewritten = (text: string, by: Map<string, string>) =>
  text.replace(/./gsu, (letter) => by.get(letter) ?? letter)
