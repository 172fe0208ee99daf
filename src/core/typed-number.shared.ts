/**
 * Converts full-width and compatibility characters to their usual form (Unicode NFKC), and the digits of
 * Arabic and Persian keyboards to ASCII.
 */
export const plainForm = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/**
 * Parses a whole number as people type it in any of the languages: 1200, ¥1,200, 1.200, 1 200, １２００
 * and ١٬٢٠٠. Returns undefined for anything else, and above 999,999,999.
 */
export function wholeNumber(typed: string): number | undefined {
  const bare = plainForm(typed).replaceAll(/[,\u066c'’¥円\s]/g, '')
  const plain = /^\d{1,3}(?:\.\d{3})+$/.test(bare) ? bare.replaceAll('.', '') : bare
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}
