import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { pickSpecial } from '#src/ui/numbering.ts'
import { byPrice, inChunks, relistCalls } from './bulk.shared.ts'

test('three hundred copies at two prices are sent once each, in chunks of a hundred', () => {
  const copies = Array.from({ length: 300 }, (_, i) => ({ asset_token_id: `c${i}`, number: i + 1 }))
  const special = new Set(pickSpecial(copies, { first: 1, last: 999 }))
  deepEqual(
    Array.from(special, ({ number }) => number).filter((number) => number <= 101),
    [1, 11, 22, 33, 44, 55, 66, 77, 88, 99, 101],
  )
  const calls = byPrice(copies, (copy) => (special.has(copy) ? 9_000 : 1_000))
  const parts = inChunks(calls, new Set(['c1', 'c2']))
  deepEqual(
    parts.map(({ sale_price, asset_token_ids }) => [sale_price, asset_token_ids.length]),
    [
      [9_000, special.size],
      [1_000, 100],
      [1_000, 100],
      [1_000, 98 - special.size],
    ],
  )
  equal(new Set(parts.flatMap((part) => part.asset_token_ids)).size, 298)
})

test('copies that are listed for rent again keep price, period and clock', () => {
  const terms = { sale_price: null, rent_price: 300, rental_period_seconds: 86_400 }
  const calls = relistCalls.rental([
    { asset_token_id: 'c1', ...terms, rental_clock: 'first_play' },
    { asset_token_id: 'c2', ...terms, rental_clock: 'payment' },
    { asset_token_id: 'c3', ...terms, rental_clock: 'first_play' },
  ])
  deepEqual(
    calls.map((call) => [call.rental_clock, call.asset_token_ids]),
    [
      ['first_play', ['c1', 'c3']],
      ['payment', ['c2']],
    ],
  )
})

test('no number stands out if every chosen number is special', () => {
  const copies = [{ number: 1 }, { number: 77 }]
  deepEqual(pickSpecial(copies, { first: 1, last: 100 }), [])
})
