import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { balanceRule, shares } from '#core/money.ts'
import { assert, integer, property } from 'fast-check'
import { sizeOf } from '../../../test/random.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { calculateProfit } from '#src/sales/listing/listing.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { purchaseForFree, purchaseSerial } from './purchase.shared.ts'

const fifty = <T>(make: (i: number) => T): T[] => Array.from({ length: 50 }, (_, i) => make(i))

test('SL-02 fifty people reach for one copy from balance and one gets it', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 10, price: 1_000 })
  const people = await Promise.all(fifty((i) => here.person(`P${i}`, { balance: 1_500 })))

  const answers = await Promise.all(
    people.map((p) => p.call(purchaseForFree, film.order(7, 1_000))),
  )

  deepEqual(countOutcomes(answers), { done: 1, another_user_purchasing: 49 })
  equal(await mika.balance(), 900)
  const winner = people[answers.findIndex((answer) => !answer.error)]!
  const serial = await winner.call(getSerial, { id: film.kid, number: 7 })
  equal(serial.owner_account_id, winner.account_id)
  equal(await winner.balance(), 500)
})

test('SL-02 fifty people reach for one copy with cards and one holds it', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  const people = await Promise.all(fifty((i) => here.person(`P${i}`)))

  const answers = await Promise.all(people.map((p) => p.call(purchaseSerial, film.order(1, 0))))

  deepEqual(countOutcomes(answers), { done: 1, another_user_purchasing: 49 })
})

test('500 attempts on 100 copies sell exactly 100', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(fifty((i) => here.person(`P${i}`, { balance: 1_000_000 })))
  let ms = 0 // the clock advances, so orders of one batch arrive at different times
  Object.defineProperty(here.clock, 'now', { get: () => new Date(Date.UTC(2030, 0, 1) + ms++) })
  for (let seed = 0; seed < sizeOf(2, 10); seed++) {
    const film = await createTitle(here, mika, { copies: 100, price: 100 + seed })
    const orders = Array.from({ length: 500 }, (_, i) => {
      const number = ((i * 7_919 + seed * 104_729) % 100) + 1
      return people[(i * 31 + seed + Math.floor(i / 100)) % 50]!.call(
        purchaseForFree,
        film.order(number, 100 + seed),
      )
    })
    const {
      done,
      another_user_purchasing: late = 0,
      own_serial: own = 0,
    } = countOutcomes(await Promise.all(orders))
    deepEqual({ done, others: late + own }, { done: 100, others: 400 }, `seed ${seed}`)
  }
})

test('AP-08 the same request 50 times with one key is one sale and 50 equal replies', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 10, price: 1_000 })
  const again = () => ren.call(purchaseForFree, film.order(3, 1_000), 'one-key')

  const replies = await Promise.all(Array.from({ length: 50 }, again))

  equal(new Set(replies.map((reply) => JSON.stringify(reply))).size, 1)
  equal(replies[0]!.status, 'settled')
  equal(await ren.balance(), 4_000)
  const other = await ren.call(purchaseForFree, film.order(4, 1_000), 'one-key')
  equal(other.error?.code, 'idempotency_key_reused')
})

test('SL-01 a price that is not the listed one is refused, and nothing moves', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  const cheap = { ...film.order(1, 900), asset_sale_price: 900 }

  const answer = await ren.call(purchaseForFree, cheap, 'a key')

  deepEqual(answer.error, { code: 'price_changed', params: { price: 1_000 } })
  equal(await ren.balance(), 5_000)
  const right = await ren.call(purchaseForFree, film.order(1, 1_000), 'a key')
  equal(right.status, 'settled') // a refusal does not use up the key
})

test('SL-01 RN-01 an amount to pay that is not the price less the balance is refused, and nothing moves', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await rentalTitle(here, mika, { copies: 3, for_sale: 2 })
  const order = film.order(1, 1_000)
  const refused = { code: 'input_invalid', params: { field: 'amount_to_pay' } }
  deepEqual((await ren.call(purchaseForFree, { ...order, amount_to_pay: 1 })).error, refused)
  const rent = { ...film.rent(3, 300), asset_sale_price: 1_000 }
  deepEqual((await ren.call(rentForFree, { ...rent, amount_to_pay: 300 })).error, refused)
  equal(await ren.balance(), 5_000)
  equal((await ren.call(purchaseForFree, { ...order, amount_to_pay: 0 })).status, 'settled')
  equal((await ren.call(rentForFree, { ...rent, amount_to_pay: 0 })).error, undefined)
})

test('a resale pays seller, creator and platform the shares that were shown before', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_000 })
  const aoi = await here.person('Aoi', { balance: 3_333 })
  const film = await createTitle(here, mika, { copies: 10, price: 1_000, royalty_rate_bp: 1_000 })
  await ren.call(purchaseForFree, film.order(7, 1_000))
  const asset_token_id = film.tokens.get(7)!
  const shown = await ren.call(calculateProfit, { asset_token_id, kind: 'sale', price: 3_333 })
  deepEqual([shown.net, shown.royalty, shown.platform_fee], [2_834, 333, 166])
  await listForSale(here, ren, [asset_token_id], 3_333)

  const resale = {
    ...film.order(7, 3_333),
    owner_account_id: ren.account_id,
    asset_sale_price: 3_333,
  }
  const answer = await aoi.call(purchaseForFree, resale)

  equal(answer.status, 'settled')
  equal(await ren.balance(), 1_000 + shown.net)
  equal(await mika.balance(), 900 + shown.royalty)
  equal(await aoi.balance(), 0)
})

test('points pay before the sales balance does', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 700, points: 600 })
  const film = await createTitle(here, mika, { copies: 1, price: 1_000 })
  const { purchase_id } = await ren.call(purchaseForFree, film.order(1, 1_000))
  const row = await here.app.db
    .selectFrom('purchase')
    .select(['points_used', 'sales_used'])
    .where('id', '=', purchase_id)
    .executeTakeFirstOrThrow()
  deepEqual(row, { points_used: 600, sales_used: 400 })
})

test('SL-05 a holding limit counts what is held and what is being paid', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 9_000 })
  const film = await createTitle(here, mika, { copies: 10, price: 100, holding_limit: 2 })
  await ren.call(purchaseSerial, film.order(1, 0))

  const answers = await Promise.all(
    [2, 3, 4].map((n) => ren.call(purchaseForFree, film.order(n, 100))),
  )

  deepEqual(countOutcomes(answers), { done: 1, max_holding_reached: 2 })
})

test('a balance is spent once: ten orders at once on a balance for three', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 3_500 })
  const films = await Promise.all(
    tenTimes(() => createTitle(here, mika, { copies: 1, price: 1_000 })),
  )
  const answers = await Promise.all(
    films.map((film) => ren.call(purchaseForFree, film.order(1, 1_000))),
  )
  deepEqual(countOutcomes(answers), { done: 3, balance_not_enough: 7 })
})

test('a balance is spent once within a batch: ten copies of one title at once', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 3_500 })
  const film = await createTitle(here, mika, { copies: 10, price: 1_000 })
  const answers = await Promise.all(
    tenTimes((i) => ren.call(purchaseForFree, film.order(i + 1, 1_000))),
  )
  deepEqual(countOutcomes(answers), { done: 3, balance_not_enough: 7 })
})

test('MN-04 balance and card minimum follow the examples', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  // prettier-ignore
  const cases: [price: number, balance: number, allowed: number[], refused: number[]][] = [
    [50, 30, [0], [1, 30]],
    [50, 50, [0, 50], [1, 49]],
    [60, 60, [0, 10, 60], [11, 59]],
    [30, 29, [], [0, 29]],
  ]
  for (const [price, balance, allowed, refused] of cases)
    for (const use of [...allowed, ...refused]) {
      const buyer = await here.person(`B${price}-${balance}-${use}`, { balance })
      const film = await createTitle(here, mika, { copies: 1, price })
      const call = use === price ? purchaseForFree : purchaseSerial
      const answer = await buyer.call(call, film.order(1, use))
      equal(answer.error === undefined, allowed.includes(use), `P=${price} B=${balance} u=${use}`)
    }
})

test('MN-04 for any price and balance the card part is zero or at least the minimum', () => {
  const yen = integer({ min: 0, max: 10_000 })
  assert(
    property(integer({ min: 10, max: 10_000 }), yen, yen, (price, balance, minimum) => {
      const rule = balanceRule(price, balance, minimum)
      if (!rule) return price < minimum && balance < price
      const card = price - rule.upTo
      const fits = rule.upTo >= 0 && rule.upTo <= balance && (card >= minimum || price < minimum)
      return fits && rule.all === balance >= price
    }),
  )
})

test('MN-15 shares add up to the price for every price and rate', () => {
  const rate = integer({ min: 0, max: 10_000 }) // price and rate vary independently
  assert(
    property(integer({ min: 10, max: 9_999_999 }), rate, rate, (price, fee, royalty) => {
      const parts = shares(price, { feeRateBp: fee, royaltyRateBp: royalty })
      const whole = parts.net + parts.royalty + parts.platform_fee === price
      return whole && parts.net >= 0 && parts.royalty >= 0 && parts.platform_fee >= 0
    }),
  )
})
