import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { builtPages } from '#src/app.ts'
import { controlProvider, payAt, stateOf, silenceProvider } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { textOf } from '../../../test/page-text.ts'
import type { Person } from '../../../test/people.ts'
import { orderSeveral, createTitle, listForSale } from '../../../test/titles.ts'
import { countOutcomes, waitUntil, tenTimes, testApp } from '../../../test/test-app.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import {
  cancelPurchase,
  listPurchases,
  purchaseForFree,
  purchaseSerial,
} from './purchase.shared.ts'

const pages = await builtPages()
const PRICE = 1_000

async function shop(t: TestContext, { copies = 12, balance = 0 } = {}) {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance })
  const film = await createTitle(here, mika, { copies, price: PRICE })
  return { here, mika, ren, film }
}

/** Returns the states of all copies of an order. */
const states = async (buyer: Person, order_id: string) =>
  (await buyer.call(listPurchases, { order_id })).items.map(({ number, status }) => [
    number,
    status,
  ])

test('SL-05 three numbers are bought together from balance, with one mail', async (t) => {
  const { here, mika, ren, film } = await shop(t, { balance: 3_500 })
  const reply = await ren.call(purchaseForFree, orderSeveral(film, [7, 3, 9], 3_000))
  deepEqual(await states(ren, reply.purchase_id), [
    [7, 'settled'],
    [3, 'settled'],
    [9, 'settled'],
  ])
  equal((await ren.call(getBalance, {})).total, 500)
  equal(await mika.balance(), 2_700)
  const mails = await waitUntil(
    () => here.inbox(ren.email),
    (letters) => letters.length > 0,
  )
  equal(mails.length, 1)
  ok(mails[0]!.subject.startsWith('3 copies are yours'))
  for (const number of [3, 7, 9]) ok(mails[0]!.text.includes(`No. ${number} of`))
})

test('SL-05 none is bought if one copy is gone, has another price or is named twice', async (t) => {
  const { here, ren, film } = await shop(t, { balance: 9_000 })
  const aoi = await here.person('Aoi', { balance: 1_000 })
  await aoi.call(purchaseForFree, film.order(2, PRICE))
  const gone = await ren.call(purchaseForFree, orderSeveral(film, [1, 2, 3], 3_000))
  deepEqual(gone.error, { code: 'another_user_purchasing', params: { number: 2 } })
  const cheap = orderSeveral(film, [1, 3], 1_999)
  cheap.more[0]!.asset_sale_price = 999
  deepEqual((await ren.call(purchaseForFree, cheap)).error, {
    code: 'price_changed',
    params: { price: PRICE, number: 3 },
  })
  const twice = await ren.call(purchaseForFree, orderSeveral(film, [4, 4], 2_000))
  equal(twice.error?.code, 'input_invalid')
  const eleven = Array.from({ length: 11 }, (_, i) => i + 1)
  const many = await ren.call(purchaseForFree, orderSeveral(film, eleven, 11_000))
  deepEqual(many.error, { code: 'too_many_at_once', params: { limit: 10 } })
  equal((await ren.call(getBalance, {})).total, 9_000)
  equal((await ren.call(listPurchases, {})).total, 0)
})

test('SL-04 one payment buys all copies, and the provider’s figures agree', async (t) => {
  const { here, mika, ren, film } = await shop(t, { balance: 1_500 })
  const reply = await ren.call(purchaseSerial, orderSeveral(film, [1, 2, 3], 1_500))
  equal((await ren.call(getBalance, {})).reserved_for_purchase, 1_500)

  await payAt(reply.url, CARDS.pays)

  const end = await waitUntil(
    () => stateOf(here, reply),
    (state) => state.sold,
  )
  deepEqual(end, { status: 'settled', captured: 1_500, refunded: 0, sold: true })
  deepEqual(
    (await states(ren, reply.purchase_id)).map(([, status]) => status),
    ['settled', 'settled', 'settled'],
  )
  equal(await mika.balance(), 2_700)
  here.clock.now = addSeconds(here.clock.now, 7_300)
  await here.run('books.reconcile')
  const checks = await here.app.db
    .selectFrom('books_check')
    .select('differences')
    .where('kind', '=', 'card')
    .execute()
  deepEqual(
    checks.map(({ differences }) => differences),
    [[]],
  )
})

test('RT-26 cancelling one copy releases the whole order, and a late payment is refunded once', async (t) => {
  const { here, ren, film } = await shop(t, { balance: PRICE })
  const reply = await ren.call(purchaseSerial, orderSeveral(film, [4, 5, 6], PRICE))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  const hear = await silenceProvider(here, 'expire')

  const canceled = await ren.call(cancelPurchase, { kid: film.kid, serial_number: 5 })

  deepEqual([canceled.status, canceled.order_copies], ['canceled', 3])
  equal((await ren.call(getBalance, {})).total, PRICE)
  await hear()
  await controlProvider(here, { do: 'resume' })
  await waitUntil(
    () => states(ren, reply.purchase_id),
    (all) => all.every(([, status]) => status === 'refunded'),
  )
  const page = `/payment/purchase/success/-?purchase=${reply.purchase_id}` // of No. 4
  match(await textOf(here, page, ren), /so we refunded it to your card/)
  const answer = await here.integrations.card.getCheckout(reply.id)
  const back = await Array.fromAsync(
    here.integrations.card.listRefunded({
      from: new Date(0),
      to: addSeconds(here.clock.now, 3_600),
    }),
  )
  deepEqual(
    back.map(({ payment_intent, refunded }) => [payment_intent, refunded]),
    [[answer.payment_intent, 2_000]],
  )
})

test('GF-05 RT-25 the page of several gifts says what all of them cost', async (t) => {
  const { here, ren, film } = await shop(t, { balance: 2 * PRICE })
  const gift = { from_name: 'Ren', message: '', emails: ['a@example.test', 'b@example.test'] }
  const order = { ...orderSeveral(film, [1, 2], 2 * PRICE), gift }
  const { purchase_id } = await ren.call(purchaseForFree, order)
  match(
    await textOf(here, `/payment/purchase/success/-?purchase=${purchase_id}`, ren),
    /Your 2 gifts are ready.*You paid ¥2,000 in total, tax included\./,
  )
})

test('RT-25 an old page of a purchase no longer calls a copy the buyer’s that was sold', async (t) => {
  const { here, ren, film } = await shop(t, { balance: 3 * PRICE })
  const aoi = await here.person('Aoi', { balance: PRICE })
  const one = await ren.call(purchaseForFree, film.order(1, PRICE))
  const two = await ren.call(purchaseForFree, orderSeveral(film, [2, 3], 2 * PRICE))
  const look = ({ purchase_id }: { purchase_id: string }) =>
    textOf(here, `/payment/purchase/success/-?purchase=${purchase_id}`, ren)
  match(await look(one), /No\. 1 is yours/)
  match(await look(two), /2 copies are yours/)

  const tokens = [1, 3].map((number) => film.tokens.get(number)!)
  await listForSale(here, ren, tokens, 300)
  for (const number of [1, 3]) {
    const resale = { asset_sale_price: 300, owner_account_id: ren.account_id }
    const sold = await aoi.call(purchaseForFree, { ...film.order(number, 300), ...resale })
    equal(sold.error, undefined)
  }

  match(await look(one), /You bought No\. 1.*You no longer own it/)
  match(await look(two), /You bought 2 copies.*You no longer own all of them/)
})

test('MN-04 more than the card maximum is refused before anything is held, unless balance pays the rest', async (t) => {
  const here = await testApp(t)
  const value = JSON.stringify({ purchases_per_action: 11, holds_per_person: 11 })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000_000 })
  const dear = await createTitle(here, mika, { copies: 11, price: 9_999_999 })
  const all = Array.from({ length: 11 }, (_, i) => i + 1)
  const least = 11 * 9_999_999 - 99_999_999

  const asked = (balance: number) => ren.call(purchaseSerial, orderSeveral(dear, all, balance))

  deepEqual((await asked(least - 1)).error, {
    code: 'card_maximum_exceeded',
    params: { maximum: 99_999_999, least },
  })
  equal((await ren.call(listPurchases, {})).total, 0)
  equal((await ren.call(getBalance, {})).total, 10_000_000)
  const reply = await asked(least)
  equal((await here.integrations.card.getCheckout(reply.id)).amount, 99_999_999)
})

test('SL-02 ten buyers order overlapping threes at once, and each gets all three or none', async (t) => {
  const { here, film } = await shop(t, { copies: 12 })
  const buyers = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 3_000 })))
  const wishes = tenTimes((i) => [0, 4, 8].map((step) => ((i * 5 + step) % 12) + 1))

  const answers = await Promise.all(
    buyers.map((buyer, i) => buyer.call(purchaseForFree, orderSeveral(film, wishes[i]!, 3_000))),
  )

  const outcome = countOutcomes(answers)
  equal((outcome.done ?? 0) + (outcome.another_user_purchasing ?? 0), 10)
  for (const [i, answer] of answers.entries()) {
    const { items } = await buyers[i]!.call(listPurchases, {})
    deepEqual(
      items.map(({ number }) => number).toSorted((a, b) => a - b),
      answer.error ? [] : wishes[i]!.toSorted((a, b) => a - b),
    )
  }
  const { n } = await here.app.db
    .selectFrom('purchase')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  equal(n, 3 * (outcome.done ?? 0))
})
