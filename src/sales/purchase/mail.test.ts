import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { language } from '#core/language.shared.ts'
import { createTitle } from '../../../test/titles.ts'
import { waitUntil, testApp } from '../../../test/test-app.ts'
import { purchaseForFree } from './purchase.shared.ts'

test('a buyer is mailed in the language of the order, with links to the copy and its receipt', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, {
    title: 'Snow Plough, 4 a.m.',
    copies: 10,
    price: 2_400,
  })
  const said = {
    en: ['No. 7 of “Snow Plough, 4 a.m.” is yours', 'You paid ¥2,400, tax included.'],
    ja: ['No. 8の持ち主になりました', 'お支払い額は¥2,400（税込）です。'],
    // Name and amount are isolated, or the last dot would stand before the name, and the sign after
    // the digits.
    ar: ['رقم 9 من «\u2068Snow Plough, 4 a.m.\u2069» لك', 'دفعت \u2068¥2,400\u2069 شاملًا الضريبة.'],
    ko: ['“Snow Plough, 4 a.m.” 10번이 내 것이 됐어요', '¥2,400(세금 포함)을 결제했어요.'],
  }
  for (const [i, [lang, [subject, price]]] of Object.entries(said).entries()) {
    const number = 7 + i
    const buyer = await here.person(`Ren-${lang}`, { balance: 2_400 })
    const order = { ...film.order(number, 2_400), lang: language.parse(lang) }
    const { purchase_id } = await buyer.call(purchaseForFree, order)
    const [mail] = await waitUntil(
      () => here.inbox(buyer.email),
      ({ length }) => length > 0,
    )
    match(mail!.subject, new RegExp(subject!.replaceAll('.', String.raw`\.`)))
    ok(mail!.text.includes(price!), mail!.text)
    const links = mail!.text.split(/\s+/).filter((word) => word.startsWith('http'))
    equal(
      links.join(),
      `${here.url}/asset/${film.kid}?no=${number},${here.url}/receipts/${purchase_id}`,
    )
  }
})
