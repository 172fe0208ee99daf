import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { payAt, stateOf } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { orderSeveral, createTitle } from '../../../test/titles.ts'
import {
  countOutcomes,
  waitUntil,
  tenTimes,
  travelTo,
  testApp,
  type TestApp,
} from '../../../test/test-app.ts'
import { CardBusy } from '#src/integrations/card.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { rentSerial } from '#src/sales/rental/rental.shared.ts'
import { cancelPurchase, purchaseForFree, purchaseSerial } from './purchase.shared.ts'

const set = ({ app }: TestApp, value: object) =>
  app.db
    .insertInto('setting')
    .values({ value: JSON.stringify(value), reason: 'test' })
    .execute()

test('a copy is free at once if its checkout cannot be opened, but not while it is being opened', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const film = await createTitle(here, mika, { copies: 1, price: 1_000 })
  const board = () => here.call(listSerials, { id: film.kid })
  const { card } = here.integrations
  const { createCheckout } = card
  const opens = (error?: Error) => {
    card.createCheckout = async (wanted) => {
      if (error) throw error
      return createCheckout(wanted)
    }
    return ren.call(purchaseSerial, film.order(1, 500), error?.name ?? 'CardBusy')
  }

  equal((await opens(new Error('an unknown error of the provider'))).error?.code, 'bug')
  equal((await board()).items[0]!.status, 'buyable')
  equal((await ren.call(getBalance, {})).total, 500)

  const busy = await opens(new CardBusy('the same request is under way'))
  equal(busy.error?.code, 'card_unavailable')
  equal((await board()).items[0]!.status, 'being_purchased')
  await payAt((await opens()).url, CARDS.pays) // the second attempt opens the checkout
  const done = await waitUntil(board, ({ items }) => items[0]!.status !== 'being_purchased')
  equal(done.items[0]!.status, 'not_listed')
})

test('a copy can be paid for as long as it is held, whatever the setting', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  await set(here, { checkout_hold_seconds: 86_400 }) // as long as the provider keeps a page
  equal((await ren.call(purchaseSerial, film.order(1, 0))).error, undefined)
  await set(here, { checkout_hold_seconds: 7_200 })
  const order = await ren.call(purchaseSerial, film.order(2, 0))
  await travelTo(here, addSeconds(here.clock.now, 7_199))
  await payAt(order.url, CARDS.pays)
  const end = await waitUntil(
    () => stateOf(here, order),
    ({ sold }) => sold,
  )
  equal(end.status, 'settled')
})

test('all holds of a crowd end in time, not only twenty', async (t) => {
  const here = await testApp(t, { role: 'web' })
  await set(here, { holds_per_person: 100 })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 21 })
  const offer = { listing_type: 'sale' as const, sale_price: 1_000 }
  await mika.call(listSerialsForSale, { ...offer, asset_token_ids: [...film.tokens.values()] })
  await here.app.runDueJobs()
  const orders = [...film.tokens.keys()].map((number) =>
    ren.call(purchaseSerial, { ...film.order(number, 0), asset_sale_price: 1_000 }),
  )
  deepEqual(countOutcomes(await Promise.all(orders)), { done: 21 })

  here.clock.now = addSeconds(here.clock.now, 901)
  await here.run('purchase.expire_holds')

  const { items } = await here.call(listSerials, { id: film.kid })
  deepEqual(new Set(items.map(({ status }) => status)), new Set(['buyable']))
})

test('a hold with an unknown checkout does not keep other holds from ending', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  const odd = await ren.call(purchaseSerial, film.order(1, 0))
  await ren.call(purchaseSerial, film.order(2, 0))
  const { db } = here.app
  const lost = { checkout_id: 'cs_unknown' }
  await db.updateTable('purchase').set(lost).where('id', '=', odd.purchase_id).execute()

  here.clock.now = addSeconds(here.clock.now, 901)
  await here.run('purchase.expire_holds')

  const board = () => here.call(listSerials, { id: film.kid })
  const statuses = (await board()).items.map(({ status }) => status)
  deepEqual(statuses, ['being_purchased', 'buyable', 'buyable'])
  here.clock.now = addSeconds(here.clock.now, 601)
  await here.run('purchase.expire_holds')
  equal((await board()).items[0]!.status, 'buyable')
})

test('a key that is too long is refused without failing the rest of the batch', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 10, price: 1_000 })
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 1_000 })))
  const answers = await Promise.all(
    people.map((one, i) =>
      one.call(purchaseForFree, film.order(i + 1, 1_000), i === 0 ? 'k'.repeat(6_000) : `key${i}`),
    ),
  )
  deepEqual(countOutcomes(answers), { done: 9, input_invalid: 1 })
})

test('a buyer who cancels while the checkout opens gets no address, and nobody can pay it', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 1, price: 1_000 })
  const { card } = here.integrations
  const { createCheckout } = card
  let page = ''
  card.createCheckout = async (wanted) => {
    const made = await createCheckout(wanted)
    page = made.id
    await ren.call(cancelPurchase, { kid: film.kid, serial_number: 1 })
    return made
  }

  const answer = await ren.call(purchaseSerial, film.order(1, 0))

  equal(answer.error?.code, 'purchase_closed')
  const closed = await waitUntil(
    () => card.getCheckout(page),
    ({ status }) => status === 'expired',
  )
  equal(closed.status, 'expired')
})

test('nobody can hold more than ten copies without paying', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 12, price: 1_000 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => ren.call(purchaseSerial, film.order(i + 1, 0))),
  )
  deepEqual(countOutcomes(answers), { done: 10, too_many_holds: 2 })
})

test('held points come back as points, and the checkout is closed', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { points: 700, balance: 300 })
  const film = await createTitle(here, mika, { copies: 1, price: 1_000 })
  const { id } = await ren.call(purchaseSerial, film.order(1, 900))
  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 1 })
  const { points, sales_balance } = await ren.call(getBalance, {})
  deepEqual({ points, sales_balance }, { points: 700, sales_balance: 300 })
  const page = await waitUntil(
    () => here.integrations.card.getCheckout(id),
    ({ status }) => status !== 'open',
  )
  equal(page.status, 'expired')
})

test('a buyer sees for each copy of the order that they are paying for it; nobody else does', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const film = await rentalTitle(here, mika, { copies: 4, for_sale: 3 })
  const paying = async (who: Pick<TestApp, 'call'>) => {
    const asked = [1, 2, 3, 4].map((number) => who.call(getSerial, { id: film.kid, number }))
    return (await Promise.all(asked)).map(({ my_payment }) => my_payment)
  }
  const nothing = [null, null, null, null]
  deepEqual(await paying(ren), nothing)

  await ren.call(purchaseSerial, orderSeveral(film, [1, 2], 0))
  await ren.call(rentSerial, film.rent(4, 0))
  deepEqual(await paying(ren), ['sale', 'sale', null, 'rental'])
  for (const other of [here, aoi, mika]) deepEqual(await paying(other), nothing)

  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 2 })
  deepEqual(await paying(ren), [null, null, null, 'rental'])
})
