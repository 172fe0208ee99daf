import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { fromJapanInput, toJapanInput } from './japan-input.ts'

test('times of a field are on a clock in Japan', () => {
  equal(fromJapanInput('2026-11-21T21:00'), '2026-11-21T12:00:00.000Z')
  equal(toJapanInput('2026-11-21T12:00:00.000Z'), '2026-11-21T21:00')
  equal(fromJapanInput(''), null)
})

test('an invalid time, or a year of six digits, returns undefined', () => {
  for (const typed of ['123456-01-01T10:00', 'soon', '2026-13-01T10:00'])
    equal(fromJapanInput(typed), undefined, typed)
})
