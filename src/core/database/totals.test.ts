import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { totalOf } from './totals.ts'

test('a list is counted only if the part that was read does not end it', async () => {
  let counts = 0
  const count = () => Promise.resolve({ rows: [{ n: ++counts + 100 }] })
  const total = (read: number, part: { limit: number; offset: number }) =>
    totalOf(Array.from({ length: read }), part, count)

  equal(await total(0, { limit: 10, offset: 0 }), 0)
  equal(await total(9, { limit: 10, offset: 0 }), 9)
  equal(await total(1, { limit: 10, offset: 20 }), 21)
  equal(counts, 0)
  equal(await total(10, { limit: 10, offset: 0 }), 101) // there may be more
  equal(await total(0, { limit: 10, offset: 20 }), 102) // behind the end
})
