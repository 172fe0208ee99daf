import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createTitle } from '../../../test/titles.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, waitUntil, tenTimes, testApp } from '../../../test/test-app.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { delistSerials, listSerialsForSale } from './listing.shared.ts'

const [OLD, NEW] = [1_000, 2_000]

/** Creates a title by Mika whose copies are listed at the old price. */
async function repriceFixtures(t: TestContext, copies = 10) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies, price: OLD })
  const reprice = (numbers: number[], batch?: string) =>
    mika.call(listSerialsForSale, {
      listing_type: 'sale',
      reprice: true,
      sale_price: NEW,
      asset_token_ids: numbers.map((number) => film.tokens.get(number)!),
      ...(batch && { batch }),
    })
  const prices = async () => {
    const board = () => mika.call(listSerials, { id: film.kid })
    const isOpen = ({ status }: { status: string }) => status !== 'preparing'
    const { items } = await waitUntil(board, (answer) => answer.items.every(isOpen))
    const offered = items.filter(({ status }) => status === 'buyable')
    return new Map(offered.map(({ number, sale_price }) => [number, sale_price]))
  }
  const sales = () =>
    here.app.db
      .selectFrom('purchase')
      .innerJoin('listing', 'listing.id', 'purchase.listing_id')
      .select(['purchase.number', 'purchase.price', 'listing.sale_price', 'listing.status'])
      .execute()
  return { here, mika, film, reprice, prices, sales }
}

test('one call reprices listed copies, answers for each, and opens them again', async (t) => {
  const { here, mika, film, reprice, prices } = await repriceFixtures(t, 4)
  const ren = await here.person('Ren', { balance: 500 })
  await ren.call(purchaseSerial, film.order(1, 500))
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(2)!] })

  const { batch, items } = await reprice([1, 2, 3])

  deepEqual(
    items.map(({ outcome, code }) => code ?? outcome),
    ['serial_being_purchased', 'preparing', 'preparing'],
  )
  ok(batch)
  deepEqual(
    await prices(),
    new Map([
      [2, NEW],
      [3, NEW],
      [4, OLD],
    ]),
  )
})

test('a call without `reprice` leaves the price of listed copies alone', async (t) => {
  const { mika, film, prices } = await repriceFixtures(t, 1)
  const asset_token_ids = [film.tokens.get(1)!]
  const call = { listing_type: 'sale' as const, sale_price: NEW, asset_token_ids }
  equal((await mika.call(listSerialsForSale, call)).error?.code, 'already_listed')
  deepEqual(await prices(), new Map([[1, OLD]]))
})

test('a call of a batch in which every copy is refused answers for each copy', async (t) => {
  const { here, film, reprice } = await repriceFixtures(t, 2)
  const ren = await here.person('Ren', { balance: OLD })
  await ren.call(purchaseForFree, film.order(1, OLD))
  const batch = crypto.randomUUID()
  const { items } = await reprice([1], batch)
  deepEqual(items, [{ asset_token_id: film.tokens.get(1)!, outcome: 'refused', code: 'not_owner' }])
  equal((await reprice([1])).error?.code, 'not_owner')
})

test('ten buyers and a new price at once: no buyer pays a price they were not shown', async (t) => {
  const { here, film, reprice, prices, sales } = await repriceFixtures(t)
  const numbers = tenTimes((i) => i + 1)
  const buyers = await Promise.all(tenTimes((i) => here.person(`Buyer${i}`, { balance: OLD })))

  const buy = (from: number, to: number) =>
    buyers
      .slice(from, to)
      .map((buyer, i) => buyer.call(purchaseForFree, film.order(from + i + 1, OLD)))
  const [early, repriced, late] = await Promise.all([
    Promise.all(buy(0, 5)),
    reprice(numbers),
    Promise.all(buy(5, 10)),
  ])

  const sold = await sales()
  const outcomes = countOutcomes([...early, ...late])
  t.diagnostic(JSON.stringify(outcomes))
  equal(outcomes['done'] ?? 0, sold.length)
  const refused = ['price_changed', 'not_for_sale'].map((code) => outcomes[code] ?? 0)
  equal(sold.length + refused[0]! + refused[1]!, 10)
  for (const sale of sold) deepEqual([sale.price, sale.sale_price, sale.status], [OLD, OLD, 'sold'])
  const changed = repriced.error
    ? []
    : repriced.items.filter(({ outcome }) => outcome === 'preparing')
  equal(changed.length, 10 - sold.length)
  const left = await prices()
  deepEqual(
    Array.from(left.values()),
    Array.from(changed, () => NEW),
  )
})

test('a buyer who waits while the price changes is told the new price and pays nothing', async (t) => {
  const { here, film, sales } = await repriceFixtures(t, 1)
  const ren = await here.person('Ren', { balance: OLD })
  const answer = await whileLocked(here.app.db, {
    lock: sql`select from serial where kid = ${film.kid} for no key update`,
    action: () => ren.call(purchaseForFree, film.order(1, OLD)),
    change: (tx) => sql`update listing set sale_price = ${NEW}`.execute(tx),
  })
  deepEqual([answer.error?.code, answer.error?.params], ['price_changed', { price: NEW }])
  deepEqual(await sales(), [])
})

test('a buyer and a new price wait for one copy: the first wins and the other is refused', async (t) => {
  const { here, film, reprice, sales } = await repriceFixtures(t, 1)
  const ren = await here.person('Ren', { balance: OLD })
  const { db } = here.app
  const both = await whileLocked(db, {
    lock: sql`select from serial where kid = ${film.kid} for no key update`,
    action: () => Promise.all([ren.call(purchaseForFree, film.order(1, OLD)), reprice([1])]),
    waiters: 2,
  })
  const sold = await sales()
  equal(both.filter(({ error }) => error).length, 1)
  equal(sold.length, both[0].error ? 0 : 1)
  for (const sale of sold) equal(sale.price, OLD)
})
