import { fail } from '#core/errors.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { parseTyped } from '#src/catalog/asset/typed-ranges.shared.ts'

interface Edition {
  first_number: number
  copies_count: number
}

/**
 * Returns numbers such as `1-10, 77` as a multirange of PostgreSQL, and null, which is every number, as
 * it is. Refuses `input_invalid` for other text and for numbers that the title does not have.
 */
export function multirangeOf(numbers: string | null, edition: Edition): string | null {
  if (numbers === null) return null
  const last = lastNumber(edition)
  const { ranges, wrong } = parseTyped(numbers, last)
  const isInEdition = ranges.every(([from, to]) => from >= edition.first_number && to <= last)
  if (wrong !== undefined || ranges.length === 0 || !isInEdition)
    fail('input_invalid', { field: 'numbers' })
  return `{${ranges.map(([from, to]) => `[${from},${to}]`).join()}}`
}

/** Returns a multirange of PostgreSQL as text such as `1-10, 77`. */
export function numbersText(multirange: string | null): string | null {
  if (multirange === null) return null
  return [...multirange.matchAll(/\[(\d+),(\d+)\)/g)]
    .map(([, from, beyond]) => [Number(from), Number(beyond) - 1] as const)
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
    .join(', ')
}
