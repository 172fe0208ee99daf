import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { direction, type Locale } from '#src/i18n/locale.ts'

/** What stands between the values and elements of a text. */
const BETWEEN = /\{[^{}]*\}|<\/?\d+\/?>/
/** Names and signs stay as they are in every language: a text of one word tells nothing. */
const WORDS = /\p{L}{2,}\P{L}+\p{L}{2,}/u
/** The words that people read: of elements, and of the attributes that are read aloud or shown. */
const READ = />([^<>]+)<|\s(?:aria-label|alt|title|placeholder)="([^"]+)"/g
const ENTITIES = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
}

/** What stands for a value in a text. */
const VALUE = /\{\w+\}/g

const known = new Map<Locale, ReturnType<typeof readTexts>>()

/** Reads the texts of a language: their words, their ids, and the English pieces that differ from them. */
function readTexts(lang: Locale) {
  const po = readFileSync(`src/i18n/po/${lang}.po`, 'utf8')
  const entries = [...po.matchAll(/^(?:msgctxt "(.+)"\n)?msgid "(.+)"\nmsgstr "(.+)"$/gm)]
  const words = new Map(entries.map(([, , english, translation]) => [english!, translation!]))
  const pieces = entries.flatMap(([, , english, translation]) =>
    english!
      .split(BETWEEN)
      .filter((piece) => WORDS.test(piece) && !translation!.includes(piece.trim())),
  )
  return {
    words,
    translations: entries.map(([, , english, translation]) =>
      translation!.replaceAll(VALUE, (name) => (english!.includes(name) ? '' : name)),
    ),
    ids: new Set(entries.map(([, context, english]) => idOf(english!, context))),
    english: new Set(pieces.map((piece) => piece.trim())),
    // Those with the fewest letters of their own, such as `{title} · Renban`, fit everything.
    titles: [...words.keys()]
      .filter((text) => text.endsWith(' · Renban'))
      .toSorted((a, b) => b.replaceAll(VALUE, '').length - a.replaceAll(VALUE, '').length)
      .map((text) => ({ text, pattern: patternOf(text) })),
  }
}

/** Makes a pattern of a text with values, which finds these. */
export const patternOf = (text: string, value: RegExp | string = VALUE) =>
  new RegExp(`^${text.split(value).map(literally).join('(.+)')}$`)
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function textsOf(lang: Locale) {
  const before = known.get(lang)
  if (before) return before
  const read = readTexts(lang)
  known.set(lang, read)
  return read
}

/** Returns the id of a text, as Lingui makes it (`generateMessageId`): it shows where a text is missing. */
const idOf = (english: string, context = '') =>
  createHash('sha256').update(`${english}\u001F${context}`).digest('base64url').slice(0, 6)

/**
 * Returns the title of a page in a language, from the one in English. Values in it stay as they are
 * unless they are texts themselves.
 */
export function titleIn(lang: Locale, english: string): string {
  const { words, titles } = textsOf(lang)
  const wordsOf = (text: string) => words.get(text) ?? text
  for (const { text, pattern } of titles) {
    const values = pattern.exec(english)?.slice(1)
    const names: string[] = text.match(VALUE) ?? []
    if (values)
      return words.get(text)!.replaceAll(VALUE, (name) => wordsOf(values[names.indexOf(name)]!))
  }
  return wordsOf(english)
}

/** Returns the texts of a language, without the names of their values. */
export const translationsOf = (lang: Locale) => textsOf(lang).translations

/** Returns what a page of a language leaves in English or without words, and its language or direction if wrong. */
export function leftInEnglish(html: string, lang: Locale): string[] {
  const { english, ids } = textsOf(lang)
  const { 0: root = '' } = /<html[^>]*>/.exec(html) ?? []
  const wrong = [`lang="${lang}"`, `dir="${direction(lang)}"`].filter((one) => !root.includes(one))
  const shown = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
  const left = [...shown.matchAll(READ)]
    .map(([, text, attribute]) => decoded(text ?? attribute!).trim())
    .filter((text) => english.has(text) || ids.has(text))
  return [...wrong.map((one) => `no ${one}`), ...left.map((text) => `“${text}”`)]
}

const decoded = (text: string) =>
  text.replaceAll(/&#?\w+;/g, (entity) => new Map(Object.entries(ENTITIES)).get(entity) ?? entity)
