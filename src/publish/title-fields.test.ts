import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_FIELDS, titleForm } from './title-fields.shape.ts'

/** The fields that the form of a new title finds wrong with this in it. */
function wrong(said: object) {
  const fields = { ...FIRST_FIELDS, title: 'Fern', description: 'Of the wood.', ...said }
  return titleForm.safeParse(fields).error?.issues.map(({ path }) => path.join('.')) ?? []
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
