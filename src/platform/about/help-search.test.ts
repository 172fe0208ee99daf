import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { helpSearch } from './help-search.shared.ts'

const entry = (id: string, title: string, ...answer: string[]) => ({ id, title, answer })
const ids = (found: { id: string }[]) => found.map(({ id }) => id)

const english = [
  entry('code', 'I didn’t get a code', 'Check your spam folder.', 'Request a new code.'),
  entry('payout', 'When do I receive my earnings?', 'Payouts are sent the following month.'),
  entry('coupon', 'How do I use a coupon?', 'Enter its code.'),
]

test('SH-18 words of a question and its answer are found, those of the question first', () => {
  deepEqual(ids(helpSearch(english, 'en')('code')), ['code', 'coupon'])
  deepEqual(ids(helpSearch(english, 'en')('SPAM')), ['code'])
})

test('SH-18 all words count, or else some, and words may be begun or mistyped', () => {
  deepEqual(ids(helpSearch(english, 'en')('coupon code')), ['coupon'])
  deepEqual(ids(helpSearch(english, 'en')('receipt of earnings')), ['payout'])
  deepEqual(ids(helpSearch(english, 'en')('earn')), ['payout'])
  deepEqual(ids(helpSearch(english, 'en')('cupon')), ['coupon'])
  deepEqual(helpSearch(english, 'en')('zebra'), [])
})

test('SH-18 accents, widths and missing spaces do not count', () => {
  const french = [entry('a', 'Recevoir un reçu', 'Téléchargez-le.'), entry('b', 'Louer', '')]
  deepEqual(ids(helpSearch(french, 'fr')('telechargez RECU')), ['a'])
  const japanese = [
    entry('a', '領収書はどこですか', 'PDFで受け取れます。'),
    entry('b', '映画が再生できません', 'ブラウザーを更新してください。'),
  ]
  deepEqual(ids(helpSearch(japanese, 'ja')('映画の再生')), ['b'])
  deepEqual(ids(helpSearch(japanese, 'ja')('ＰＤＦ')), ['a'])
})
