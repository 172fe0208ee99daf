import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { hasValidCheckDigit, invoiceNumber, isInvoiceNumber } from './invoice-number.shared.ts'

// Corporate numbers of the National Tax Agency and the Digital Agency, and an invented one whose
// twelve weighted digits add up to a multiple of nine.
const right = ['T7000012050002', 'T8000012010038', 'T9000000000000']
// One digit wrong, two exchanged, one too few or too many, a check digit of 0, other letters.
// oxfmt-ignore
const wrong = [
  'T7000012050003', 'T7000012500002', 'T700001205002', 'T70000120500020', 'T0000012050002',
  '7000012050002', 'T700001205000２', 't7000012050002', '',
]

test('the first of the 13 digits of a corporate number is the check digit of the others', () => {
  for (const number of right) equal(hasValidCheckDigit(number), true, number)
  for (const number of wrong) equal(hasValidCheckDigit(number), false, number)
  for (const check of '12345689') equal(hasValidCheckDigit(`T${check}000012050002`), false, check)
})

test('a registration number is T and any 13 digits, as a sole trader’s number has no check digit', () => {
  for (const number of [...right, 'T7000012050003']) equal(isInvoiceNumber(number), true, number)
  for (const number of wrong.slice(2)) equal(isInvoiceNumber(number), false, number)
})

// oxfmt-ignore
const written = [
  'T7000012050002', ' t7000012050002 ', '7000012050002', 'T7-0000-1205-0002', 'Ｔ７０００ ０１２０５０００２',
  'T7 0000 1205 0002',
]
for (const text of written)
  test(`"${text}" is read as T7000012050002`, () => {
    equal(invoiceNumber.parse(text), 'T7000012050002')
  })

test('other texts are refused as registration numbers', () => {
  for (const text of ['T', 'T123', 'T70000120500020', 'U7000012050002', '株式会社'])
    equal(invoiceNumber.safeParse(text).success, false, text)
})
