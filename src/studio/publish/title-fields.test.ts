import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_FIELDS, titleForm } from './title-fields.shared.ts'

const LIMITS = { royaltyMax: 40, copiesMax: 500, priceMin: 10 }

/** The fields that the form of a new title finds wrong with this in it. */
function wrong(said: object) {
  const fields = { ...FIRST_FIELDS, title: 'Fern', description: 'Of the wood.', ...said }
  return (
    titleForm(LIMITS)
      .safeParse(fields)
      .error?.issues.map(({ path }) => path.join('.')) ?? []
  )
}

test('UP-12 the times of a sale and a limit per person are optional, and judged by their fields', () => {
  deepEqual(wrong({}), [])
  const [opens, ends] = ['2030-02-01T21:00', '2030-02-01T21:01']
  deepEqual(wrong({ sale_starting_at: opens }), [])
  deepEqual(wrong({ sale_ending_at: ends }), [])
  deepEqual(wrong({ sale_starting_at: opens, sale_ending_at: ends, holding_limit: 1 }), [])
  deepEqual(wrong({ sale_starting_at: opens, sale_ending_at: opens }), ['sale_ending_at'])
  deepEqual(wrong({ sale_starting_at: ends, sale_ending_at: opens, description: '' }), [
    'description',
    'sale_ending_at',
  ])
  for (const holding_limit of [0, 10_001, 1.5, Number.NaN])
    deepEqual(wrong({ holding_limit }), ['holding_limit'])
})

test('UP-11 the form of a new title keeps to what the house allows', () => {
  deepEqual(wrong({ total_copies: 500, creator_royalty_rate: 40 }), [])
  deepEqual(wrong({ total_copies: 501 }), ['total_copies'])
  deepEqual(wrong({ creator_royalty_rate: 40.01 }), ['creator_royalty_rate'])
  deepEqual(wrong({ rental_creator_royalty_rate: 41 }), ['rental_creator_royalty_rate'])
})
