import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin, parseTyped, typedRanges } from './typed-ranges.shared.ts'

test('typed numbers are read with any dash, comma or width, and a wrong part is named', () => {
  const ranges = [
    [1, 5],
    [8, 8],
    [12, 20],
  ]
  for (const typed of [
    '1-5, 8, 12-20',
    '1 – 5 8 12〜20',
    '１－５、８、１２～２０',
    '1-5;8;12-20,',
    '١-٥، ٨، ١٢-٢٠',
  ])
    deepEqual(parseTyped(typed), { ranges }, typed)
  deepEqual(parseTyped(''), { ranges: [] })
  deepEqual(parseTyped('1-5, eight').wrong, 'eight')
  deepEqual(parseTyped('9-5').wrong, '9-5')
  deepEqual(parseTyped('1-5-9').wrong, '1-5-9')
})

test('typed input selects single numbers and ranges, also with open ends', () => {
  const read = (typed: string) => typedRanges(typed, 1, 999)
  deepEqual(read('12-30, 45, 100-'), [
    [12, 30],
    [45, 45],
    [100, 999],
  ])
  deepEqual(read('１２〜３０、４５'), [
    [12, 30],
    [45, 45],
  ])
  deepEqual(read('30 – 12 -5'), undefined)
  deepEqual(read(' 30 – 12  7 '), [
    [12, 30],
    [7, 7],
  ])
  deepEqual(typedRanges('-15', 11, 20), [[11, 15]])
  for (const odd of ['', ' , ', '-', '7-9-11', 'all', '1.5', '12-x, 4']) equal(read(odd), undefined)
  equal(isWithin(45, read('12-30, 45')!), true)
  equal(isWithin(31, read('12-30, 45')!), false)
})
