import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assert as always, integer, property } from 'fast-check'
import { allowedUse, balanceRule } from './money.ts'

const M = 50

test('MN-04 the rest left for the card is always zero or at least its minimum', () => {
  const yen = integer({ min: 0, max: 400 })
  always(
    property(integer({ min: 1, max: 400 }), yen, yen, (price, balance, requested) => {
      const rule = balanceRule(price, balance, M)
      if (!rule) return
      const used = allowedUse(requested, rule, { price, cardMinimum: M })
      ok(used >= 0 && used <= balance && used <= price)
      ok(used === price || price - used >= M)
    }),
  )
})

test('MN-04 a request too close to the price is lowered, and a small price is paid from balance alone', () => {
  const allowed = (requested: number, price: number, balance: number) =>
    allowedUse(requested, balanceRule(price, balance, M)!, { price, cardMinimum: M })
  equal(allowed(55, 60, 58), 10)
  equal(allowed(60, 60, 60), 60)
  equal(allowed(0, 50, 50), 0)
  equal(allowed(0, 30, 30), 30)
})

/** Lists every allowed amount by brute force: the rest is zero, or the card's minimum or more. */
const allowedAmounts = (price: number, balance: number, minimum: number) =>
  Array.from({ length: Math.min(price, balance) + 1 }, (_, use) => use).filter(
    (use) => use === price || price - use >= minimum,
  )

test('MN-04 the rule allows exactly the amounts found by brute force, and lowers other requests to the next one', () => {
  const yen = integer({ min: 0, max: 300 })
  always(
    property(
      integer({ min: 1, max: 300 }),
      yen,
      yen,
      yen,
      (price, balance, cardMinimum, request) => {
        const list = allowedAmounts(price, balance, cardMinimum)
        const rule = balanceRule(price, balance, cardMinimum)
        equal(rule !== undefined, list.length > 0)
        if (!rule) return
        const allowed = new Set(list.map((use) => allowedUse(use, rule, { price, cardMinimum })))
        deepEqual([...allowed], list)
        const used = allowedUse(request, rule, { price, cardMinimum })
        equal(used, list.findLast((use) => use <= request) ?? price)
      },
    ),
    { numRuns: 2_000 },
  )
})
