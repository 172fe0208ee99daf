import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { nextDuePayout } from './payout-deadlines.shared.ts'

test('MN-12 the payout to request has all earnings due in its month in Japan, as there is one a month', () => {
  const december = [
    { amount: 7_740, at: '2026-12-02T14:59:59.999Z' },
    { amount: 1_980, at: '2026-12-03T14:59:59.999Z' },
    { amount: 1_710, at: '2026-12-31T14:59:59.999Z' },
  ]
  const january = { amount: 5_000, at: '2026-12-31T15:00:00.000Z' }
  deepEqual(nextDuePayout([...december, january]), {
    sum: 11_430,
    hasSeveral: true,
    by: '2026-12-02T14:59:59.999Z',
    month: '2026-12',
    from: '2026-11-30T15:00:00.000Z',
  })
  deepEqual(nextDuePayout([january]), {
    sum: 5_000,
    hasSeveral: false,
    by: '2026-12-31T15:00:00.000Z',
    month: '2027-01',
    from: '2026-12-31T15:00:00.000Z',
  })
  equal(nextDuePayout([]), undefined)
})
