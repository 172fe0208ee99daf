import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assert as always, integer, property } from 'fast-check'
import { allowedUse, balanceRule } from './money.ts'

const M = 50

test('MN-04 whatever is wished, what is left for the card is nothing or at least its minimum', () => {
  const yen = integer({ min: 0, max: 400 })
  always(
    property(integer({ min: 1, max: 400 }), yen, yen, (price, balance, wish) => {
      const rule = balanceRule(price, balance, M)
      if (!rule) return
      const used = allowedUse(wish, rule, { price, cardMinimum: M })
      ok(used >= 0 && used <= balance && used <= price)
      ok(used === price || price - used >= M)
    }),
  )
})

test('MN-04 a wish too near the price is lowered, and all of a small price is taken', () => {
  const allowed = (wish: number, price: number, balance: number) =>
    allowedUse(wish, balanceRule(price, balance, M)!, { price, cardMinimum: M })
  equal(allowed(55, 60, 58), 10)
  equal(allowed(60, 60, 60), 60)
  equal(allowed(0, 50, 50), 0)
  equal(allowed(0, 30, 30), 30)
})

/** Readings A5, word for word: what is left is nothing, or the card's minimum or more. */
const fitting = (price: number, balance: number, minimum: number) =>
  Array.from({ length: Math.min(price, balance) + 1 }, (_, use) => use).filter(
    (use) => use === price || price - use >= minimum,
  )

test('MN-04 A5 the rule allows what the reading lists and nothing else, and a wish is lowered to the next of it', () => {
  const yen = integer({ min: 0, max: 300 })
  always(
    property(integer({ min: 1, max: 300 }), yen, yen, yen, (price, balance, cardMinimum, wish) => {
      const list = fitting(price, balance, cardMinimum)
      const rule = balanceRule(price, balance, cardMinimum)
      equal(rule !== undefined, list.length > 0)
      if (!rule) return
      const allowed = new Set(list.map((use) => allowedUse(use, rule, { price, cardMinimum })))
      deepEqual([...allowed], list)
      const used = allowedUse(wish, rule, { price, cardMinimum })
      equal(used, list.findLast((use) => use <= wish) ?? price)
    }),
    { numRuns: 2_000 },
  )
})
