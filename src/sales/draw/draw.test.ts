import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { payAt, silenceProvider } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import type { Person } from '../../../test/people.ts'
import { waitForChangeFeed } from '../../../test/live-listeners.ts'
import { listForSale } from '../../../test/titles.ts'
import { countOutcomes, waitUntil, tenTimes, travelTo } from '../../../test/test-app.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { updateGroup } from '#src/catalog/group/group.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import {
  cancelPurchase,
  listPurchases,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { commitmentOf } from '#src/sales/commitment/commitment.shared.ts'
import { getDraw, getDrawResult, randomlyPurchase } from './draw.shared.ts'
import { drawCopies } from './draw-copies.shared.ts'

/** Creates a group of titles with two copies each at 500 yen. */
async function drawFixtures(t: TestContext, titles = 4) {
  const { here, mika, kids, make } = await brandFixtures(t, titles)
  const group = await make('Winter films', kids)
  const id = group.encrypted_id
  const order = (number_of_purchases: number, balance_to_use = number_of_purchases * 500) => ({
    group_id: id,
    number_of_purchases,
    balance_to_use,
  })
  return { here, mika, kids, group, id, order }
}

const held = async (who: Person) =>
  (await who.call(listPurchases, { limit: 100 })).items.map(({ kid, number, status }) => ({
    kid,
    number,
    status,
  }))

test('a draw whose payment could not begin is tried again with the same key, and draws the same copies', async (t) => {
  const { here, id, order } = await drawFixtures(t)
  const ren = await here.person('Ren')
  const answer = await silenceProvider(here, 'create')
  const { commitment } = await ren.call(getDraw, { id })
  const draw = () =>
    ren.call(randomlyPurchase, { ...order(2, 0), commitment: commitment! }, 'one click')
  equal((await draw()).error?.code, 'card_unavailable')
  await answer()

  const drawn = await draw()

  equal(drawn.status, 'reserved')
  equal(drawn.commitment, commitment)
  deepEqual(await draw(), drawn)
  const copies = async (status: string) =>
    (await held(ren)).filter((one) => one.status === status).map(({ kid, number }) => [kid, number])
  deepEqual(await copies('reserved'), await copies('canceled'))
})

test('BR-09 three copies at random are distinct, bought together, and the draw can be repeated', async (t) => {
  const { here, mika, kids, id, order } = await drawFixtures(t)
  const ren = await here.person('Ren', { balance: 2_000 })
  const before = await ren.call(getDraw, { id })
  equal(before.price, 500)
  equal(before.remaining, 8)
  deepEqual(
    before.lots.map(({ kid, remaining }) => [kid, remaining]),
    kids.map((kid) => [kid, 2]),
  )

  const bought = await ren.call(randomlyPurchase, {
    ...order(3),
    commitment: before.commitment!,
    client_seed: 'my-own-word',
    price: 500,
  })

  equal(bought.status, 'settled')
  const mine = await held(ren)
  equal(mine.length, 3)
  equal(await mika.balance(), 1_350)
  equal((await ren.call(getBalance, {})).total, 500)
  const drawn = await here.call(getDrawResult, { id: bought.purchase_id })
  equal(drawn.commitment, before.commitment)
  equal(await commitmentOf(drawn.seed!), before.commitment)
  const again = await drawCopies({ ...drawn, seed: drawn.seed! })
  const sorted = (all: { kid: string; number: number }[]) =>
    all.map(({ kid, number }) => `${kid} ${number}`).toSorted()
  deepEqual(sorted(again), sorted(mine))
  deepEqual(sorted(drawn.drawn), sorted(mine))
  equal(drawn.client_seed, 'my-own-word')
  const next = await ren.call(getDraw, { id })
  notEqual(next.commitment, before.commitment)
  equal(next.remaining, 5)

  const { kid, number } = mine[0]!
  const { items } = await here.call(listSerials, { id: kid, from: number, to: number })
  await listForSale(here, ren, [items[0]!.asset_token_id], 500)
  equal((await here.call(getDraw, { id })).remaining, 5) // resales are not drawn
})

test('BR-08 nothing is drawn outside the sale, at differing prices, or if too few copies are left', async (t) => {
  const { here, mika, kids, group, id, order } = await drawFixtures(t, 2)
  const ren = await here.person('Ren', { balance: 9_000 })
  const code = async (input: object = order(1)) =>
    (await ren.call(randomlyPurchase, input as ReturnType<typeof order>)).error?.code
  const sale = (from: number, to: number) =>
    mika.call(updateGroup, {
      id,
      name: group.name,
      sale_starting_at: addSeconds(here.clock.now, from).toISOString(),
      sale_ending_at: addSeconds(here.clock.now, to).toISOString(),
    })
  await sale(60, 120)
  deepEqual(
    [await code(), (await here.call(getDraw, { id })).obstacle],
    ['sale_not_started', 'sale_not_started'],
  )
  await sale(-120, -60)
  deepEqual(
    [await code(), (await here.call(getDraw, { id })).obstacle],
    ['sale_ended', 'sale_ended'],
  )
  await sale(-60, 600)

  equal(await code({ ...order(5), balance_to_use: 2_500 }), 'not_enough_copies')
  equal(await code({ ...order(1), price: 400 }), 'price_changed')
  equal(await code({ ...order(1), balance_to_use: 501 }), 'balance_exceeds_price')
  equal(await code({ ...order(1), commitment: '0'.repeat(64) }), 'draw_changed')
  equal(await code({ ...order(1), group_id: 'unknown' }), 'not_found')
  const { rows } = await sql<{ asset_token_id: string }>`
    select asset_token_id from serial where kid = ${kids[0]} and number = 1
  `.execute(here.app.db)
  const dearer = { listing_type: 'sale' as const, sale_price: 600, reprice: true }
  await mika.call(listSerialsForSale, {
    ...dearer,
    asset_token_ids: rows.map(({ asset_token_id }) => asset_token_id),
  })
  await waitUntil(
    () => here.call(getDraw, { id }),
    ({ obstacle }) => obstacle === 'prices_differ',
  )
  deepEqual(
    [await code(), (await here.call(getDraw, { id })).obstacle],
    ['random_not_offered', 'prices_differ'],
  )
  deepEqual(await held(ren), [])
  equal((await mika.call(randomlyPurchase, order(1))).error?.code, 'random_not_offered')
})

test('guests share what is left to draw until a copy is sold, and each sees what their country may buy', async (t) => {
  const { here, mika, kids, id, order } = await drawFixtures(t, 2)
  await mika.call(updateAsset, { kid: kids[0]!, only_japan_accessible: true })
  const ren = await here.person('Ren', { balance: 500 })
  await waitForChangeFeed(here)
  Object.assign(here.config, { trustedProxies: ['127.0.0.1', '::1'], regionHeader: 'x-country' })
  here.config.guestListsMs = 600_000
  const guest = async (country: string) => {
    const headers = { 'x-country': country }
    const response = await fetch(`${here.url}/api/2.0/groups/${id}/draw`, { headers })
    return (await response.json()) as ReplyOf<typeof getDraw>
  }
  const titles = ({ lots }: ReplyOf<typeof getDraw>) => lots.map(({ title }) => title)
  const before = await guest('JP')
  deepEqual([before.remaining, before.lots.length], [4, 2])
  deepEqual((await guest('GB')).lots, before.lots.slice(1))
  // The cache is not told of this change, so only people who are signed in see it.
  await sql`alter table asset disable trigger asset_is_told`.execute(here.app.db)
  await sql`update asset set title = 'Renamed' where kid = ${kids[1]}`.execute(here.app.db)
  deepEqual(titles(await guest('JP')), titles(before))
  deepEqual(titles(await ren.call(getDraw, { id })).slice(-1), ['Renamed'])

  equal((await ren.call(randomlyPurchase, order(1))).status, 'settled')

  const after = await waitUntil(
    () => guest('JP'),
    ({ remaining }) => remaining === 3,
  )
  equal(after.remaining, 3)
})

test('BR-09 a draw has as many copies as the settings allow, whatever other purchases may have', async (t) => {
  const { here, id, order } = await drawFixtures(t)
  const value = JSON.stringify({ copies_per_draw: 3, purchases_per_action: 2 })
  await here.app.db
    .insertInto('setting')
    .values({ value, reason: 'a trial', changed_at: here.clock.now.toISOString() })
    .execute()
  const ren = await here.person('Ren', { balance: 2_000 })
  equal((await ren.call(getDraw, { id })).most, 3)
  const refused = await ren.call(randomlyPurchase, order(4))
  deepEqual(refused.error, { code: 'too_many_at_once', params: { limit: 3 } })
  equal((await ren.call(randomlyPurchase, order(3))).status, 'settled')
  equal((await held(ren)).length, 3)
})

test('SL-05 a draw leaves out titles of which the buyer holds the maximum', async (t) => {
  const { here, mika, kids, order } = await drawFixtures(t, 2)
  await mika.call(updateAsset, { kid: kids[0]!, holding_limit: 1 })
  const ren = await here.person('Ren', { balance: 9_000 })
  equal((await ren.call(randomlyPurchase, order(3))).status, 'settled')
  const mine = await held(ren)
  equal(mine.filter(({ kid }) => kid === kids[0]).length, 1)
  equal((await ren.call(randomlyPurchase, order(1))).error?.code, 'not_enough_copies')
})

test('an unpaid draw is repeated with the same seeds, and its seed stays hidden', async (t) => {
  const { here, id, order } = await drawFixtures(t)
  const ren = await here.person('Ren')
  const { commitment } = await ren.call(getDraw, { id })
  const first = await ren.call(randomlyPurchase, { ...order(2, 0), client_seed: 'first' })
  equal(first.status, 'reserved')
  equal(first.commitment, commitment)
  const hidden = await here.call(getDrawResult, { id: first.purchase_id })
  equal(hidden.seed, null)
  const [copy, ...rest] = await held(ren)
  await ren.call(cancelPurchase, { kid: copy!.kid, serial_number: copy!.number })

  equal((await ren.call(getDraw, { id })).commitment, commitment)
  const second = await ren.call(randomlyPurchase, { ...order(2, 0), client_seed: 'second' })

  const again = await here.call(getDrawResult, { id: second.purchase_id })
  equal(again.client_seed, 'first')
  deepEqual(again.drawn, hidden.drawn)
  equal(rest.length, 1)
  await payAt(second.url!, CARDS.pays)
  const paid = await waitUntil(
    () => here.call(getDrawResult, { id: second.purchase_id }),
    ({ status }) => status === 'settled',
  )
  equal(await commitmentOf(paid.seed!), commitment)
})

test('a buyer cannot redraw until they like the numbers, neither by holding copies nor by two draws at once', async (t) => {
  const { here, mika, kids, id, order } = await drawFixtures(t, 6)
  const ren = await here.person('Ren')
  const aoi = await here.person('Aoi')
  const drawIt = () => ren.call(randomlyPurchase, { ...order(1, 0), client_seed: 'mine' })
  const letGo = ({ kid, number }: { kid: string; number: number }) =>
    ren.call(cancelPurchase, { kid, serial_number: number })
  const first = await drawIt()
  const [one] = await held(ren)
  deepEqual((await drawIt()).error, {
    code: 'draw_unpaid',
    params: { kid: one!.kid, number: one!.number },
  })
  await letGo(one!)
  await travelTo(here, addSeconds(here.clock.now, 1))
  for (const kid of kids.filter((other) => other !== one!.kid).slice(0, 3)) {
    const { items } = await here.call(listSerials, { id: kid })
    const taken = {
      kid,
      asset_token_id: items[0]!.asset_token_id,
      owner_account_id: mika.account_id,
      asset_sale_price: 500,
      balance_to_use: 0,
    }
    equal((await ren.call(purchaseSerial, taken)).error, undefined)
    const other = { ...taken, asset_token_id: items[1]!.asset_token_id }
    equal((await aoi.call(purchaseSerial, other)).error, undefined)
    const again = await drawIt()
    const { drawn } = await here.call(getDrawResult, { id: again.purchase_id })
    deepEqual(drawn, [{ kid: one!.kid, number: one!.number }])
    await letGo(one!)
    await travelTo(here, addSeconds(here.clock.now, 1)) // cancelPurchase cancels the newest
  }
  const { items } = await here.call(listSerials, { id: one!.kid })
  const same = items.find(({ number }) => number === one!.number)!
  await ren.call(purchaseSerial, {
    kid: one!.kid,
    asset_token_id: same.asset_token_id,
    owner_account_id: mika.account_id,
    asset_sale_price: 500,
    balance_to_use: 0,
  })
  equal((await drawIt()).error?.code, 'paying_already')
  equal((await here.call(getDraw, { id })).remaining, 5)
  equal(first.status, 'reserved')
})

test('a repeated request is one draw, even if nothing is left by then', async (t) => {
  const { here, id, order } = await drawFixtures(t, 1)
  const ren = await here.person('Ren', { balance: 2_000 })
  const { commitment } = await ren.call(getDraw, { id })
  const key = randomUUID()
  const body = { ...order(2), commitment: commitment! }
  const one = await ren.call(randomlyPurchase, body, key)
  const two = await ren.call(randomlyPurchase, body, key)
  deepEqual(two, one)
  equal((await held(ren)).length, 2)
})

test('BR-09 ten people draw two of twelve copies at once: six succeed and no copy is sold twice', async (t) => {
  const { here, order } = await drawFixtures(t, 6)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 1_000 })))

  const answers = await Promise.all(people.map((who) => who.call(randomlyPurchase, order(2))))

  const outcome = countOutcomes(answers)
  equal(outcome.done, 6, JSON.stringify(outcome))
  const all = (await Promise.all(people.map(held))).flat()
  equal(new Set(all.map(({ kid, number }) => `${kid} ${number}`)).size, 12)
  for (const answer of answers.filter(({ error }) => !error)) {
    const drawn = await here.call(getDrawResult, { id: answer.purchase_id })
    const again = await drawCopies({ ...drawn, seed: drawn.seed! })
    equal(again.length, 2)
    for (const copy of drawn.drawn)
      ok(again.some((one) => one.kid === copy.kid && one.number === copy.number))
  }
})

test('one person draws five times at once, each time with another seed', async (t) => {
  const { here, order } = await drawFixtures(t, 6)
  const ren = await here.person('Ren', { balance: 5_000 })
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ren.call(randomlyPurchase, order(1))))
  const done = answers.filter(({ error }) => !error)
  ok(done.length > 0)
  for (const { error } of answers) ok(!error || error.code === 'draw_changed')
  const seeds = await Promise.all(
    done.map(async ({ purchase_id }) => (await here.call(getDrawResult, { id: purchase_id })).seed),
  )
  equal(new Set(seeds).size, done.length)
})
