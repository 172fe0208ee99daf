import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_FIELDS, titleForm } from './title-form.shared.ts'

const LIMITS = {
  royalty_max_bp: 4_000,
  copies_per_upload: 500,
  price_min: 10,
  price_max: 9_999_999,
}

const BRAND = '0b8d6a52-3c0f-4a8e-9d61-6f2a7a1f4c11'

/** Returns the names of the invalid fields when `values` are entered into the form of a new title. */
function invalidFields(values: object) {
  const texts = { title: 'Fern', description: 'Of the wood.', brand_id: BRAND }
  const fields = { ...DEFAULT_FIELDS, ...texts, ...values }
  const issues = titleForm(LIMITS, () => '2026-12-01T09:00').safeParse(fields).error?.issues ?? []
  return [...new Set(issues.map(({ path }) => path.join('.')))]
}

test('UP-12 the times of a sale and the limit per person are optional and validated', () => {
  deepEqual(invalidFields({}), [])
  const [opens, ends] = ['2030-02-01T21:00', '2030-02-01T21:01']
  deepEqual(invalidFields({ sale_starting_at: opens }), [])
  deepEqual(invalidFields({ sale_ending_at: ends }), [])
  deepEqual(invalidFields({ sale_starting_at: opens, sale_ending_at: ends, holding_limit: 1 }), [])
  deepEqual(invalidFields({ sale_starting_at: opens, sale_ending_at: opens }), ['sale_ending_at'])
  deepEqual(invalidFields({ sale_ending_at: '2026-12-01T09:00' }), ['sale_ending_at'])
  deepEqual(invalidFields({ sale_ending_at: '2026-12-01T09:01' }), [])
  deepEqual(invalidFields({ sale_starting_at: ends, sale_ending_at: opens, description: '' }), [
    'description',
    'sale_ending_at',
  ])
  for (const holding_limit of [0, 10_001, 1.5, Number.NaN])
    deepEqual(invalidFields({ holding_limit }), ['holding_limit'])
})

test('UP-11 the form of a new title enforces the limits of the platform', () => {
  deepEqual(invalidFields({ total_copies: 500, creator_royalty_rate: 40 }), [])
  deepEqual(invalidFields({ total_copies: 501 }), ['total_copies'])
  deepEqual(invalidFields({ creator_royalty_rate: 40.01 }), ['creator_royalty_rate'])
  deepEqual(invalidFields({ rental_creator_royalty_rate: 41 }), ['rental_creator_royalty_rate'])
})

test('UP-12 copies that are listed at once need a brand and an allowed price', () => {
  deepEqual(DEFAULT_FIELDS.sale_price, 1_000)
  deepEqual(invalidFields({ brand_id: null }), ['brand_id'])
  for (const sale_price of [null, 9, 10_000_000, Number.NaN])
    deepEqual(invalidFields({ sale_price }), ['sale_price'])
  deepEqual(invalidFields({ sale_price: 500, min_sellable_price: 500 }), [])
  deepEqual(invalidFields({ sale_price: 499, min_sellable_price: 500 }), ['sale_price'])
  deepEqual(invalidFields({ list_at_once: false, brand_id: null, min_sellable_price: 5_000 }), [])
})
