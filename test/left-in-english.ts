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

const known = new Map<Locale, Set<string>>()

/** Returns the English texts, or pieces between values, that read differently in a language. */
function englishUnlike(lang: Locale): Set<string> {
  const before = known.get(lang)
  if (before) return before
  const po = readFileSync(`src/i18n/po/${lang}.po`, 'utf8')
  const texts = [...po.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)]
  const pieces = texts.flatMap(([, english, words]) =>
    english!.split(BETWEEN).filter((piece) => WORDS.test(piece) && !words!.includes(piece.trim())),
  )
  const found = new Set(pieces.map((piece) => piece.trim()))
  known.set(lang, found)
  return found
}

/** Returns what a page of a language leaves in English, and its language or direction if wrong. */
export function leftInEnglish(html: string, lang: Locale): string[] {
  const english = englishUnlike(lang)
  const { 0: root = '' } = /<html[^>]*>/.exec(html) ?? []
  const wrong = [`lang="${lang}"`, `dir="${direction(lang)}"`].filter((one) => !root.includes(one))
  const shown = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
  const left = [...shown.matchAll(READ)]
    .map(([, text, attribute]) => decoded(text ?? attribute!).trim())
    .filter((text) => english.has(text))
  return [...wrong.map((one) => `no ${one}`), ...left.map((text) => `“${text}”`)]
}

const decoded = (text: string) =>
  text.replaceAll(/&#?\w+;/g, (entity) => new Map(Object.entries(ENTITIES)).get(entity) ?? entity)
