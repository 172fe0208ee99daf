import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { parseTyped } from './ranges.shared.ts'

test('typed numbers are read with any dash, comma or width, and a wrong part is named', () => {
  const ranges = [
    { from: 1, to: 5 },
    { from: 8, to: 8 },
    { from: 12, to: 20 },
  ]
  for (const typed of ['1-5, 8, 12-20', '1 – 5 8 12〜20', '１－５、８、１２～２０', '1-5;8;12-20,'])
    deepEqual(parseTyped(typed), { ranges }, typed)
  deepEqual(parseTyped(''), { ranges: [] })
  deepEqual(parseTyped('1-5, eight').wrong, 'eight')
  deepEqual(parseTyped('9-5').wrong, '9-5')
  deepEqual(parseTyped('1-5-9').wrong, '1-5-9')
})
