import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { decimalNumber, percentNumber, plainForm, wholeNumber } from './typed-number.shared.ts'

test('whole numbers are read as keyboards and habits of all ten languages write them', () => {
  const written = [
    '1200',
    '¥1,200',
    '１，２００円',
    '1.200',
    '1 200',
    '1\u202f200',
    '1’200',
    '١٢٠٠',
    '١٬٢٠٠',
    '۱۲۰۰',
  ]
  deepEqual(written.map(wholeNumber), Array(written.length).fill(1_200))
  equal(wholeNumber('1.200.000'), 1_200_000)
})

test('texts that are no whole number are refused instead of guessed', () => {
  for (const typed of [
    '',
    ' ',
    '1.5',
    '1,5',
    '1,50',
    '1.20',
    '.200',
    '1,000,00',
    '1,000.000',
    '1’50',
    '1 5',
    '12e3',
    '-5',
    '+5',
    'ten',
    '1234567890',
  ])
    equal(wholeNumber(typed), undefined, typed)
})

test('rates are read with a point or a comma, as keyboards of all ten languages write them', () => {
  const written = ['7.5', '7,5', '7,50', ' 7.5 % ', '７．５', '７，５％', '٧٫٥', '۷٫۵٪']
  deepEqual(written.map(percentNumber), Array(written.length).fill(7.5))
  deepEqual(
    ['0', '12', '2,25', '100'].map((typed) => decimalNumber(typed)),
    [0, 12, 2.25, 100],
  )
  deepEqual(
    ['48 %', '%5', '%5%'].map((typed) => decimalNumber(typed)),
    Array(3).fill(undefined),
  )
})

test('texts that are not a rate, or are ambiguous, are refused', () => {
  for (const typed of [
    '',
    ' ',
    '%',
    '1,000',
    '1.000',
    '1,2,3',
    '1.2.3',
    '7.',
    ',5',
    '-5',
    '1e1',
    'ten',
  ])
    equal(percentNumber(typed), undefined, typed)
})

test('names keep what is not a digit or a compatibility character', () => {
  equal(plainForm('Ｎｏ．٧ — علي'), 'No.7 — علي')
})
