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
    deepEqual(parseTyped(typed, 999), { ranges }, typed)
  deepEqual(parseTyped('', 999), { ranges: [] })
  deepEqual(parseTyped('1-5, eight', 999).wrong, 'eight')
  deepEqual(parseTyped('9-5', 999).wrong, '9-5')
  deepEqual(parseTyped('1-5-9', 999).wrong, '1-5-9')
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

test('digits in groups of three are one number where the edition has numbers as long', () => {
  const [one, two] = [[[1_200, 1_200]], [[1, 1], [200, 200]]] // oxfmt-ignore
  deepEqual(typedRanges('1,200', 1, 5_000), one)
  deepEqual(parseTyped('1,200', 5_000).ranges, one)
  deepEqual(typedRanges('1,200', 1, 999), two)
  deepEqual(parseTyped('1,200', 999).ranges, two)
  deepEqual(typedRanges('1, 200', 1, 5_000), two)
  deepEqual(typedRanges('1,001-1,500, 7', 1, 2_000), [
    [1_001, 1_500],
    [7, 7],
  ])
  deepEqual(typedRanges('１，００１〜1,500', 1, 2_000), [[1_001, 1_500]])
  deepEqual(parseTyped('9,001-12,000', 10_000).ranges, [[9_001, 12_000]])
  deepEqual(typedRanges('100,200,300', 1, 5_000), [
    [100, 100],
    [200, 200],
    [300, 300],
  ])
  deepEqual(typedRanges('1,200,1300', 1, 5_000), [[1, 1], [200, 200], [1_300, 1_300]]) // oxfmt-ignore
})
