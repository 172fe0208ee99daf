import { halfWidth, inKatakana, inLarge } from '#src/platform/bank-directory/kana.shared.ts'

/** Bytes that a holder's name may have in a transfer file (Zengin 総合振込, data record, field C30). */
const ZENGIN_BYTES = 30

const LIKENESS: Record<string, string> = {
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
}
/** Forms of company, each abbreviated by the kana of one of its letters. */
const COMPANY = String.raw`(?:株式会社|有限会社|合同会社|\([株有同]\))`
const BEFORE = new RegExp(String.raw`^${COMPANY}\s*(?=.)`, 'u')
const AFTER = new RegExp(String.raw`(?<=.)\s*${COMPANY}$`, 'u')
const KANA_OF: Record<string, string> = { 株: 'カ', 有: 'ユ', 同: 'ド' }

/** All but full-width katakana without small ones, A-Z, 0-9 and the symbols that may be registered. */
const OTHER_LETTER = /[^アイウエオカ-ヂツ-モヤユヨラ-ロワ-ヴー0-9A-Z(),\-./"¥ ]/gu

/**
 * The letters of an account holder's name that no bank takes, each once (product.md, section 5);
 * none where the name is good or has nothing in it yet.
 */
export const holderFaults = (holder: string): string[] => [...new Set(holder.match(OTHER_LETTER))]

/** Whether a name may be registered: good letters only, and something is left of it to be sent. */
export const isHolder = (holder: string): boolean =>
  holderFaults(holder).length === 0 && zenginHolder(holder).text !== ''

/**
 * The same name as it may be registered: half-width kana, hiragana, small kana, full-width and
 * lower-case letters rewritten. `undefined` where it is good already or no rewriting helps (kanji).
 */
export function convertHolder(holder: string): string | undefined {
  if (isHolder(holder)) return undefined
  const alike = rewritten(holder, LIKENESS).normalize('NFKC')
  const katakana = inKatakana(shortCompany(alike.trim()))
  const converted = inLarge(katakana).toUpperCase().replace(/\s+/g, ' ').trim()
  return isHolder(converted) ? converted : undefined
}

/** As banks write them: closed before the name, opened after it. */
function shortCompany(name: string): string {
  const kanaOf = (form: string) => KANA_OF[/[株有同]/.exec(form)![0]]
  return name
    .replace(BEFORE, (form) => `${kanaOf(form)})`)
    .replace(AFTER, (form) => `(${kanaOf(form)}`)
}

/**
 * A name as the bank gets it, one byte a letter: ﾞ and ﾟ are bytes of their own, ー is -, and what
 * Zengin files have no place for is dropped. `isCut`: it had more than 30 bytes.
 */
export function zenginHolder(holder: string): { text: string; isCut: boolean } {
  const whole = halfWidth(holder).replace(/[",]/g, '').trim()
  return { text: whole.slice(0, ZENGIN_BYTES).trimEnd(), isCut: whole.length > ZENGIN_BYTES }
}

const rewritten = (text: string, by: Record<string, string>) =>
  text.replace(/./gsu, (letter) => by[letter] ?? letter)
