import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt, stateOf } from '../../../test/card-purchase.ts'
import { openDispute, ownerAndState, payOrder } from '../../../test/disputes.ts'
import { claim, mailAbout } from '../../../test/gifts.ts'
import type { Person } from '../../../test/people.ts'
import { orderSeveral, peopleWithTitle } from '../../../test/titles.ts'
import { tenTimes, travelTo, waitUntil } from '../../../test/test-app.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { getReceipt } from '#src/finance/receipt/receipt.shared.ts'
import {
  purchaseForFree,
  purchaseSerial,
  getPurchase,
} from '#src/sales/purchase/purchase.shared.ts'
import { listGifts } from './gift.shared.ts'

const gift = { from_name: 'Ren', message: 'Enjoy!', emails: ['kai@example.test'] }
const price = 1_000

const giftsOf = async (who: Person) => (await who.call(listGifts, {})).items

test('GF-05 a copy bought as a gift from balance is sent at once, and its history hides the price', async (t) => {
  const { here, ren, aoi, film } = await peopleWithTitle(t, { price })
  const { purchase_id } = await ren.call(purchaseForFree, { ...film.order(1, price), gift })
  const [given] = await giftsOf(ren)
  deepEqual([given!.status, given!.email, given!.copy.number], ['open', 'kai@example.test', 1])
  const text = await mailAbout(here, 'kai@example.test', /Ren has a gift for you/)
  equal(/1,000|¥/.test(text), false)
  equal((await ren.call(getPurchase, { id: purchase_id })).is_gift, true)
  equal((await ren.call(listGifts, { purchase_id })).total, 1)

  equal((await claim(aoi, given!)).number, 1)
  const { history } = await aoi.call(getSerial, { id: film.kid, number: 1 })
  deepEqual(
    history.slice(0, 2).map((entry) => [entry.kind, entry.price]),
    [
      ['gift', null],
      ['sale', null],
    ],
  )
  const { recent_sales } = await here.call(getAsset, { id: film.kid })
  deepEqual(recent_sales, [])
  equal((await aoi.call(getReceipt, { purchase_id })).error?.code, 'not_found')
  equal((await ren.call(getReceipt, { purchase_id })).error, undefined)
})

test('GF-05 of ten gifts bought at once, only as many are made as a day allows', async (t) => {
  const { here, ren, film } = await peopleWithTitle(t, { price: 100, copies: 10 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await sora.call(changeSettings, { version: 0, reason: 'a trial', gifts_per_day: 3 })
  const answers = await Promise.all(
    tenTimes((i) => ren.call(purchaseForFree, { ...film.order(i + 1, 100), gift })),
  )
  equal(answers.filter(({ error }) => error?.code === 'too_many_gifts').length, 7)
  equal((await giftsOf(ren)).length, 3)
  equal((await ren.call(getBalance, {})).total, 4_700)
})

test('GF-05 a gift that was not paid in time does not count for its day', async (t) => {
  const { here, ren, film } = await peopleWithTitle(t, { price: 100, copies: 3 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await sora.call(changeSettings, { version: 0, reason: 'a trial', gifts_per_day: 1 })
  equal((await ren.call(purchaseSerial, { ...film.order(1, 0), gift })).error, undefined)
  const second = { ...film.order(2, 100), gift }
  equal((await ren.call(purchaseForFree, second)).error?.code, 'too_many_gifts')
  await travelTo(here, new Date(here.clock.now.getTime() + 3_600_000))
  await here.run('purchase.expire_holds')
  equal((await ren.call(purchaseForFree, second)).status, 'settled')
})

test('GF-05 a gift paid by card waits for the payment, and is sent by it alone', async (t) => {
  const { here, ren, film } = await peopleWithTitle(t, { price })
  const paid = await ren.call(purchaseSerial, { ...film.order(1, 0), gift })
  deepEqual(
    (await giftsOf(ren)).map(({ status, path }) => [status, path]),
    [['awaiting_payment', null]],
  )
  deepEqual(await here.inbox('kai@example.test'), [])
  await payAt(paid.url, CARDS.pays)
  await mailAbout(here, 'kai@example.test', /has a gift for you/)
  equal((await giftsOf(ren))[0]!.status, 'open')
  equal((await stateOf(here, paid)).sold, true)
})

test('GF-05 a gift that is not paid in time is never sent', async (t) => {
  const { here, ren, film } = await peopleWithTitle(t, { price })
  const paid = await ren.call(purchaseSerial, { ...film.order(1, 0), gift })
  equal(paid.error, undefined)
  await travelTo(here, new Date(here.clock.now.getTime() + 3_600_000))
  await here.run('purchase.expire_holds')
  deepEqual(await giftsOf(ren), [])
  equal((await ren.call(listGifts, { status: 'canceled' })).total, 1)
  deepEqual(await here.inbox('kai@example.test'), [])
})

test('GF-05 a gift whose payment is disputed is taken back while nobody has claimed it', async (t) => {
  const { here, ren, aoi, film } = await peopleWithTitle(t, { price })
  const order = await ren.call(purchaseSerial, { ...film.order(1, 0), gift })
  const intent = await payOrder(here, order)
  const [given] = await waitUntil(
    () => giftsOf(ren),
    ([one]) => one?.status === 'open',
  )
  await openDispute(here, intent)
  await waitUntil(
    () => giftsOf(ren),
    ([one]) => one?.status === 'revoked',
  )
  equal((await claim(aoi, given!)).error?.code, 'gift_closed')
  deepEqual(await ownerAndState(here, film, 1), ['Ren', 'frozen'])
})

test('GF-05 several copies are bought as gifts in one order, in the order of their numbers', async (t) => {
  const { ren, film } = await peopleWithTitle(t, { price })
  const emails = ['a@example.test', 'b@example.test']
  const order = orderSeveral(film, [2, 1], 2 * price)
  const wrong = await ren.call(purchaseForFree, { ...order, gift })
  equal(wrong.error?.code, 'gift_people_mismatch')
  equal((await ren.call(purchaseForFree, { ...order, gift: { ...gift, emails } })).error, undefined)
  const items = await giftsOf(ren)
  deepEqual(
    items.map(({ copy, email }) => [copy.number, email]),
    [
      [1, emails[0]],
      [2, emails[1]],
    ],
  )
})

test('GF-05 an order of a gift sent ten times with one key makes one gift', async (t) => {
  const { ren, film } = await peopleWithTitle(t, { price })
  const key = randomUUID()
  const body = { ...film.order(1, price), gift }
  const answers = await Promise.all(tenTimes(() => ren.call(purchaseForFree, body, key)))
  equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  equal((await giftsOf(ren)).length, 1)
})
