/** Pads a number to the digits of the edition's last one: 7 of 100 is `007`. */
export const padNumber = (number: number, last: number) =>
  String(number).padStart(String(last).length, '0')

/**
 * Tells if collectors look for a number: the first and the last of the edition, repdigits (77), and
 * palindromes of three digits or more (121).
 */
export function isSpecial(number: number, first: number, last: number): boolean {
  if (number === first || number === last) return true
  const digits = String(number)
  if (digits.length === 1) return false
  const isRepdigit = new Set(digits).size === 1
  const isPalindrome = digits.length >= 3 && digits === Array.from(digits).toReversed().join('')
  return isRepdigit || isPalindrome
}

/** Returns the copies with special numbers, or none if all of them are special. */
export function pickSpecial<Copy extends { number: number }>(
  copies: readonly Copy[],
  { first, last }: { first: number; last: number },
): Copy[] {
  const special = copies.filter(({ number }) => isSpecial(number, first, last))
  return special.length < copies.length ? special : []
}

const TICKS_MAX = 200

/**
 * Divides an edition into at most two hundred ticks of equal size, except the last one. A tick is
 * true if more of its copies are sold than left.
 */
export function ticksOf(first: number, of: number, gone: readonly number[]): boolean[] {
  const each = Math.ceil(of / TICKS_MAX)
  const goneIn = new Map<number, number>()
  for (const number of gone) {
    const tick = Math.floor((number - first) / each)
    goneIn.set(tick, (goneIn.get(tick) ?? 0) + 1)
  }
  return Array.from({ length: Math.ceil(of / each) }, (_, i) => {
    const size = Math.min(each, of - i * each)
    return (goneIn.get(i) ?? 0) * 2 > size
  })
}
