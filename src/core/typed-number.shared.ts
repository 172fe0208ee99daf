/**
 * Converts full-width and compatibility characters to their usual form (Unicode NFKC), and the digits of
 * Arabic and Persian keyboards to ASCII.
 */
export const plainForm = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

// Digits alone, or in groups of three with the same sign between them.
const WHOLE = /^(?:\d+|\d{1,3}(?:([.,'’\u066c\s])\d{3})(?:\1\d{3})*)$/

/**
 * Parses a whole number as people type it in any of the languages: 1200, ¥1,200, 1.200, 1 200, １２００
 * and ١٬٢٠٠. Returns undefined for anything else, such as 1,5, and above 999,999,999.
 */
export function wholeNumber(typed: string): number | undefined {
  const bare = plainForm(typed).replaceAll(/[¥円]/g, '').trim()
  const digits = WHOLE.test(bare) ? bare.replaceAll(/\D/g, '') : ''
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

// Digits alone, or with one or two more after a point or a comma (U+066B in Arabic and Persian).
const DECIMAL = /^\d{1,9}(?:[.,\u066b]\d{1,2})?$/

// The same, or with four digits: a group of a whole number has three.
const FINE_DECIMAL = /^\d{1,9}(?:[.,\u066b](?:\d{1,2}|\d{4}))?$/

/**
 * Parses a number with up to two decimals, or with four if it `isFine`, as people type it in any of the
 * languages: 7.5, 7,5, ７．５ and ٧٫٥. Returns undefined for anything else, such as 1,000, which could mean
 * two numbers.
 */
export function decimalNumber(typed: string, isFine = false): number | undefined {
  const bare = plainForm(typed).trim()
  const form = isFine ? FINE_DECIMAL : DECIMAL
  return form.test(bare) ? Number(bare.replace(/[,\u066b]/, '.')) : undefined
}

/** Parses a rate in per cent like `decimalNumber`, with or without its sign. */
export const percentNumber = (typed: string) =>
  decimalNumber(plainForm(typed).replace(/\s*[%\u066a]\s*$/, ''))
