import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { fitsCheckFigure, invoiceNumber, isInvoiceNumber } from './invoice-number.shared.ts'

// Published corporate numbers: the National Tax Agency, the Digital Agency, and one made up whose
// twelve figures add up to a multiple of nine.
const right = ['T7000012050002', 'T8000012010038', 'T9000000000000']
// One figure wrong, two exchanged, one too few or too many, a check figure of 0, other letters.
// oxfmt-ignore
const wrong = [
  'T7000012050003', 'T7000012500002', 'T700001205002', 'T70000120500020', 'T0000012050002',
  '7000012050002', 'T700001205000２', 't7000012050002', '',
]

test('japan.md the first of 13 figures checks the others of a corporate number', () => {
  for (const number of right) equal(fitsCheckFigure(number), true, number)
  for (const number of wrong) equal(fitsCheckFigure(number), false, number)
  for (const check of '12345689') equal(fitsCheckFigure(`T${check}000012050002`), false, check)
})

test('japan.md a registration number is T and 13 figures, as a sole trader may have any', () => {
  for (const number of [...right, 'T7000012050003']) equal(isInvoiceNumber(number), true, number)
  for (const number of wrong.slice(2)) equal(isInvoiceNumber(number), false, number)
})

// oxfmt-ignore
const written = [
  'T7000012050002', ' t7000012050002 ', '7000012050002', 'T7-0000-1205-0002', 'Ｔ７０００ ０１２０５０００２',
  'T7 0000 1205 0002',
]
for (const text of written)
  test(`japan.md "${text}" is understood as T7000012050002`, () => {
    equal(invoiceNumber.parse(text), 'T7000012050002')
  })

test('japan.md what is no registration number is not taken for one', () => {
  for (const text of ['T', 'T123', 'T70000120500020', 'U7000012050002', '株式会社'])
    equal(invoiceNumber.safeParse(text).success, false, text)
})
