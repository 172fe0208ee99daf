import type { Messages } from '@lingui/core'
import type { Locale } from './locale.ts'

type Message = Exclude<Messages[string], string>
type Token = Message[number]
type Cases = Record<string, Message | string>
const [COUNT, RULE] = ['#', '~'] // ends of the names that `pluralValues` adds
const THOUSANDS = /\B(?=(?:\d{3})+$)/g
/** Separates thousands as in the CLDR; a comma does in languages that are not listed. */
const SEPARATORS: Partial<Record<Locale, string>> = { de: '.', es: '.', fr: '\u202f', pt: '.' }

/**
 * Rewrites the plurals of compiled texts as choices between the values that `pluralValues` adds. Lingui
 * formats the number of each plural with `Intl.NumberFormat`, even if no text shows it, and the first
 * formatter takes a browser 30 ms.
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
  const counted: Token = [name + COUNT]
  const inCase = (inner: Token) =>
    inner === '#' && type === 'plural' ? counted : withoutPlural(inner)
  const cases = Object.fromEntries(
    Object.entries(format as Cases).map(([key, text]) => [
      key,
      Array.isArray(text) ? text.map(inCase) : text,
    ]),
  )
  if (type === 'select') return [name, type, cases]
  const byRule: Token = [name + RULE, 'select', cases]
  const hasExact = Object.keys(cases).some((key) => /^\d/.test(key))
  return hasExact ? [name, 'select', { ...cases, other: [byRule] }] : byRule
}

/** Returns a function that adds to the values of a text the digits and the rule of each number. */
export function pluralValues(locale: Locale) {
  const separator = SEPARATORS[locale] ?? ','
  const isShort = (digits: string) => locale === 'es' && digits.length === 4 // 1234, 12.345
  const format = (digits: string) =>
    isShort(digits) ? digits : digits.replace(THOUSANDS, separator)
  let rules: Intl.PluralRules | undefined
  const ruleOf = (count: number) => (rules ??= new Intl.PluralRules(locale)).select(count)
  const get = (values: Record<string, unknown>, name: string) =>
    name.endsWith(RULE)
      ? ruleOf(Number(values[name.slice(0, -1)]))
      : name.endsWith(COUNT)
        ? format(String(values[name.slice(0, -1)]))
        : values[name]
  return (values: Record<string, unknown>) => new Proxy(values, { get })
}
