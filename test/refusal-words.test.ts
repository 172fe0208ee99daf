import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type Endpoint, type InputOf, requestOf } from '#core/http/endpoint.ts'
import { builtPages } from '#src/app.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import { occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { registerBank } from './bank-accounts.ts'
import { codesOf, numberCoupons, EXPIRES_AT } from './coupons.ts'
import type { Person } from './people.ts'
import { testApp, travelTo } from './test-app.ts'
import { createTitle } from './titles.ts'

const pages = await builtPages()
type Words = readonly [en: string, ja: RegExp]

/** Opens a test app; `assertMessages` checks a refusal in English and in Japanese. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date('2030-01-10T03:00:00Z') })
  const messages = async <E extends Endpoint>(who: Person, call: E, input: InputOf<E>) => {
    const { url, body } = requestOf(call, input)
    const messageIn = async (language: string) => {
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        authorization: `Bearer ${who.token}`,
        'accept-language': language,
      }
      const answer = await fetch(here.url + url, { method: call.method, headers, body: body! })
      equal(answer.ok, false, `${call.path} was not refused`)
      return ((await answer.json()) as { error_messages: string[] }).error_messages.join(' ')
    }
    return [await messageIn('en'), await messageIn('ja')] as const
  }
  const assertMessages = async <E extends Endpoint>(
    who: Person,
    call: E,
    input: InputOf<E>,
    [en, ja]: Words,
  ) => {
    const [english, japanese] = await messages(who, call, input)
    equal(english, en)
    equal(ja.test(japanese), true, japanese)
  }
  return { here, assertMessages }
}

test('MN-08 ER-06 each obstacle to a payout has its own message', async (t) => {
  const { here, assertMessages } = await openFixtures(t)
  const rich = await here.person('Rich', { balance: 2_000_000 })
  const poor = await here.person('Poor', { balance: 1_199 })
  const buyer = await here.person('Buyer', { balance: 3_000 })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, price: 2_500 })
  const ask = (who: Person, amount: number, words: Words) =>
    assertMessages(who, requestPayout, { amount }, words)

  await ask(rich, 5_000, ['Register a bank account first. Payouts go there.', /振込先口座/])
  for (const who of [rich, poor, buyer]) await registerBank(here, who)
  await ask(poor, 1_000, ['Your balance does not cover this. Check the amount.', /残高/])
  const bounds = 'A payout can be ¥1,000 to ¥999,999. Change the amount.'
  await ask(rich, 999, [bounds, /¥1,000から¥999,999/])
  await ask(rich, 1_000_000, [bounds, /¥1,000から¥999,999/])
  equal((await buyer.call(purchaseSerial, film.order(1, 2_400))).error, undefined)
  await ask(buyer, 1_000, [
    'Part of your balance is held for a purchase in progress. Finish or cancel it first.',
    /購入/,
  ])
  equal((await rich.call(requestPayout, { amount: 5_000 })).error, undefined)
  await ask(rich, 1_000, [
    'You already requested a payout this month. You can request the next one next month.',
    /今月/,
  ])
})

test('MN-13 ER-08 each reason to refuse a coupon has its own message', async (t) => {
  const { here, assertMessages } = await openFixtures(t)
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, holding_limit: 1 })
  const { id } = await numberCoupons(mika, film, [1, 2, 3])
  const [used, occupied, open] = await codesOf(mika, id)
  equal((await ren.call(occupyCoupon, { id: used! })).status, 'used')
  equal((await ren.call(occupyCoupon, { id: occupied! })).status, 'occupied')
  const take = (who: Person, code: string, words: Words) =>
    assertMessages(who, occupyCoupon, { id: code }, words)

  await take(aoi, used!, [
    'This coupon has already been used. Ask its sender for another.',
    /すでに使われ/,
  ])
  await take(aoi, occupied!, [
    'Someone else has already claimed this coupon. Ask its sender for another.',
    /ほかの方/,
  ])
  const unknown = 'No coupon has this code. Check each character and try again.'
  await take(aoi, '0000-0000-0000-0000', [unknown, /コード/])
  const own = 'You created this coupon, so you cannot use it. Give the code to someone else.'
  await take(mika, open!, [own, /ご自分で作った/])
  await travelTo(here, EXPIRES_AT)
  await take(aoi, open!, ['This coupon has expired. Ask its sender for another.', /期限/])
})

test('a refusal counts one second and a thousand seconds in the right form', async () => {
  const { serverTexts } = await pages()
  const wait = (lang: string, seconds: number) =>
    serverTexts.refusal(lang, 'too_many_requests', { seconds })
  equal(wait('en', 1), 'Too many requests. Try again in 1 second.')
  equal(wait('en', 1_000), 'Too many requests. Try again in 1,000 seconds.')
  equal(wait('ja', 1_000), 'リクエストが多すぎます。1,000秒後にもう一度お試しください。')
})
