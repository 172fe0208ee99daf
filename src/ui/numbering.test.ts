import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { ticksOf } from './numbering.ts'

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
