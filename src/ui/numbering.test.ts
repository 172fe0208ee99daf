import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isSpecial, padNumber, ticksOf } from './numbering.ts'

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)
const grey = (first: number, of: number, gone: readonly number[]) =>
  ticksOf(first, of, gone).flatMap((isGone, i) => (isGone ? [i] : []))

test('a ruler of two hundred copies greys each sold one, a longer one greys ticks that are mostly sold', () => {
  deepEqual(grey(101, 200, [101, 150, 300]), [0, 49, 199])
  equal(ticksOf(1, 200, []).length, 200)

  equal(ticksOf(1, 999, []).length, 200)
  deepEqual(grey(1, 999, [...numbers(1, 3), 6, 7]), [0]) // five to a tick
  deepEqual(grey(1, 999, numbers(996, 998)), [199]) // and four to the last
  deepEqual(grey(1, 10_000, numbers(9_951, 9_976)), [199])
  deepEqual(grey(1, 10_000, numbers(1, 10_000)), [...numbers(0, 199)])
})

test('special numbers are the first, the last, repdigits and palindromes of three digits', () => {
  const special = (of: number) =>
    Array.from({ length: of }, (_, i) => i + 1).filter((number) => isSpecial(number, 1, of))
  deepEqual(special(10), [1, 10])
  deepEqual(special(100), [1, 11, 22, 33, 44, 55, 66, 77, 88, 99, 100])
  deepEqual(
    special(131).filter((number) => number > 99),
    [101, 111, 121, 131],
  )
  equal(isSpecial(777, 1, 999), true)
  equal(isSpecial(1221, 1, 5000), true)
  equal(isSpecial(1212, 1, 5000), false)
  equal(isSpecial(103, 103, 112), true)
})

test('numbers are padded to the digits of the edition', () => {
  equal(padNumber(7, 100), '007')
  equal(padNumber(808, 1000), '0808')
  equal(padNumber(9, 9), '9')
})
