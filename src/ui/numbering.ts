/** 7 in an edition that ends at 100 is printed `007`. */
export const padNumber = (number: number, last: number) =>
  String(number).padStart(String(last).length, '0')

/**
 * Numbers that collectors look for: the first and the last of the edition, repdigits (77), and
 * palindromes of three digits or more (121).
 */
export function isSpecial(number: number, first: number, last: number): boolean {
  if (number === first || number === last) return true
  const figures = String(number)
  if (figures.length === 1) return false
  const isRepdigit = new Set(figures).size === 1
  const isPalindrome = figures.length >= 3 && figures === Array.from(figures).toReversed().join('')
  return isRepdigit || isPalindrome
}

/** The special ones among some copies; none where all of them are, and so none stands out. */
export function pickSpecial<Copy extends { number: number }>(
  copies: readonly Copy[],
  { first, last }: { first: number; last: number },
): Copy[] {
  const special = copies.filter(({ number }) => isSpecial(number, first, last))
  return special.length < copies.length ? special : []
}

const TICKS_MAX = 200

/**
 * An edition as at most two hundred ticks, the same count of copies to each but the last, lowest
 * first. True: more of its copies are gone than are left.
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
