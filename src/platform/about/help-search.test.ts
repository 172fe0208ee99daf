import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { searchHelp } from './help-search.shared.ts'

const entry = (id: string, title: string, ...answer: string[]) => ({ id, title, answer })
const ids = (found: { id: string }[]) => found.map(({ id }) => id)

const english = [
  entry('code', 'I didn’t get a code', 'Check your spam folder.', 'Request a new code.'),
  entry('payout', 'When do I receive my earnings?', 'Payouts are sent the following month.'),
  entry('coupon', 'How do I use a coupon?', 'Enter its code.'),
]

test('SH-18 words of a question and its answer are found, those of the question first', () => {
  deepEqual(ids(searchHelp(english, 'code', 'en')), ['code', 'coupon'])
  deepEqual(ids(searchHelp(english, 'SPAM', 'en')), ['code'])
})

test('SH-18 all words count, or else some, and words may be begun or mistyped', () => {
  deepEqual(ids(searchHelp(english, 'coupon code', 'en')), ['coupon'])
  deepEqual(ids(searchHelp(english, 'receipt of earnings', 'en')), ['payout'])
  deepEqual(ids(searchHelp(english, 'earn', 'en')), ['payout'])
  deepEqual(ids(searchHelp(english, 'cupon', 'en')), ['coupon'])
  deepEqual(searchHelp(english, 'zebra', 'en'), [])
})

test('SH-18 accents, widths and missing spaces do not count', () => {
  const french = [entry('a', 'Recevoir un reçu', 'Téléchargez-le.'), entry('b', 'Louer', '')]
  deepEqual(ids(searchHelp(french, 'telechargez RECU', 'fr')), ['a'])
  const japanese = [
    entry('a', '領収書はどこですか', 'PDFで受け取れます。'),
    entry('b', '映画が再生できません', 'ブラウザーを更新してください。'),
  ]
  deepEqual(ids(searchHelp(japanese, '映画の再生', 'ja')), ['b'])
  deepEqual(ids(searchHelp(japanese, 'ＰＤＦ', 'ja')), ['a'])
})
