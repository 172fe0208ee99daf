import type { Messages } from '@lingui/core'
import type { Locale } from './locale.ts'

type Message = Exclude<Messages[string], string>
type Token = Message[number]
type Cases = Record<string, Message | string>
const [COUNT, RULE] = ['#', '~'] // ends of the names that `pluralValues` adds
const THOUSANDS = /\B(?=(?:\d{3})+$)/g
/** What stands between thousands, from the CLDR: a comma in languages that are not listed. */
const SEPARATORS: Partial<Record<Locale, string>> = { de: '.', es: '.', fr: '\u202f', pt: '.' }

/**
 * Rewrites the plurals of compiled texts as choices between the values that `pluralValues` adds. Lingui
 * formats the number of each plural with `Intl.NumberFormat`, even if no text shows it, and its first
 * use takes a browser 27 ms.
 */
export const withoutPlurals = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [
      id,
      typeof message === 'string' ? message : message.map(withoutPlural),
    ]),
  )

function withoutPlural(token: Token): Token {
  if (typeof token === 'string') return token
  const [name, type, format] = token
  if (type !== 'plural' && type !== 'select') return token
  const counted = [`${name}${COUNT}`] satisfies Token as Token
  const inCase = (inner: Token) =>
    inner === '#' && type === 'plural' ? counted : withoutPlural(inner)
  const cases = Object.fromEntries(
    Object.entries(format as Cases).map(([key, text]) => [
      key,
      Array.isArray(text) ? text.map(inCase) : text,
    ]),
  )
  if (type === 'select') return [name, type, cases]
  // An exact number goes before the rule of the language.
  return [name, 'select', { ...cases, other: [[name + RULE, 'select', cases]] }]
}

/** Returns a function that adds, for each number among the values of a text, its digits and its rule. */
export function pluralValues(locale: Locale) {
  const separator = SEPARATORS[locale] ?? ','
  const isShort = (digits: string) => locale === 'es' && digits.length === 4 // 1234, 12.345
  const grouped = (digits: string) =>
    isShort(digits) ? digits : digits.replace(THOUSANDS, separator)
  let rules: Intl.PluralRules | undefined
  return (values: Record<string, unknown>) => {
    const added: Record<string, string> = {}
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'number') {
        added[name + COUNT] = grouped(String(value))
        added[name + RULE] = (rules ??= new Intl.PluralRules(locale)).select(value)
      }
    return { ...values, ...added }
  }
}
