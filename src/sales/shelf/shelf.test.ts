import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { putSuspension } from '#src/admin/users/suspension.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { followBrand, listFollows, stopFollowing } from '#src/catalog/follow/follow.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { claim, giveOne } from '../../../test/gifts.ts'
import type { Person } from '../../../test/people.ts'
import { listForRent } from '../../../test/rentals.ts'
import { countDeadlocks, whileLocked } from '../../../test/row-locks.ts'
import { tenTimes, type TestApp, testApp } from '../../../test/test-app.ts'
import { createTitle, listForSale, orderSeveral, type Title } from '../../../test/titles.ts'
import { storedKeys } from '../../../test/uploads.ts'
import { getOwnShelf, getShelf, listShelfChoices, putOwnShelf } from './shelf.shared.ts'

const PRICE = 300
const NUMBERS = [7, 8, 9]

/** Opens a test app in which Ren owns Nos. 7, 8 and 9 of Mika's title, and follows her brand. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const aoi = await here.person('Aoi', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 20, price: PRICE, title: 'Tide Table' })
  equal((await ren.call(purchaseForFree, orderSeveral(film, NUMBERS, PRICE * 3))).error, undefined)
  const brand = await mika.call(createBrand, { name: 'Kita Films', account: 'kita-films' })
  await ren.call(followBrand, { brand_id: brand.id })
  return { here, mika, ren, aoi, film, brand }
}

const idsOf = ({ tokens }: Title, numbers: number[]) => numbers.map((number) => tokens.get(number)!)

/** A shelf that is public and shows nothing but these copies. */
const plain = (film: Title, numbers: number[]) => ({
  is_public: true,
  is_indexed: false,
  shows_brands: false,
  shows_count: false,
  about: '',
  asset_token_ids: idsOf(film, numbers),
})

/** Returns the numbers on a public shelf as a guest sees them. */
async function numbersOn({ call }: Pick<TestApp, 'call'>, username = 'Ren') {
  const { copies } = await call(getShelf, { username })
  return copies.map(({ number }) => number)
}

async function resell(here: TestApp, from: Person, to: Person, film: Title, number: number) {
  await listForSale(here, from, idsOf(film, [number]), PRICE)
  const order = { ...film.order(number, PRICE), owner_account_id: from.account_id }
  equal((await to.call(purchaseForFree, order)).error, undefined)
}

test('SF-01 a shelf is off at first, and shows only what its person chose, in their order', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  const own = await ren.call(getOwnShelf, {})
  deepEqual([own.is_public, own.is_indexed, own.copies, own.edited_at], [false, false, [], null])
  deepEqual([own.numbers_count, own.brands.map(({ account }) => account)], [3, ['kita-films']])
  equal((await here.call(getShelf, { username: 'Ren' })).error?.code, 'not_found')

  await ren.call(putOwnShelf, plain(film, [9, 7]))
  const shelf = await here.call(getShelf, { username: 'ren' })
  deepEqual(shelf.copies.map(({ title, number }) => [title, number]), [['Tide Table', 9], ['Tide Table', 7]]) // oxfmt-ignore
  deepEqual([shelf.username, shelf.about, shelf.brands, shelf.numbers_count, shelf.is_indexed], ['Ren', '', null, null, false]) // oxfmt-ignore

  const more = { shows_brands: true, shows_count: true, is_indexed: true }
  const about = ' Films by the sea\n\u202eand trains '
  await ren.call(putOwnShelf, { ...plain(film, [8, 9]), ...more, about })
  const all = await here.call(getShelf, { username: 'Ren' })
  deepEqual(all.copies.map(({ number }) => number), [8, 9]) // oxfmt-ignore
  deepEqual([all.about, all.numbers_count, all.is_indexed], ['Films by the sea and trains', 3, true]) // oxfmt-ignore
  deepEqual(all.brands, [{ name: 'Kita Films', account: 'kita-films', hero_picture: null }])
  const { items } = await ren.call(listFollows, { what: 'brand' })
  await ren.call(stopFollowing, { id: items[0]!.id })
  deepEqual((await here.call(getShelf, { username: 'Ren' })).brands, [])
})

test('SF-02 copies that are sold or given leave the shelf at once, and are not back when bought again', async (t) => {
  const { here, mika, ren, aoi, film } = await openFixtures(t)
  await ren.call(putOwnShelf, plain(film, [7, 8, 9]))
  await listForSale(here, ren, idsOf(film, [9]), PRICE)
  deepEqual(await numbersOn(here), [7, 8, 9]) // still Ren's
  await resell(here, ren, aoi, film, 7)
  deepEqual(await numbersOn(here), [8, 9])
  const gift = await giveOne(ren, film, 8)
  deepEqual(await numbersOn(here), [8, 9])
  equal((await claim(mika, gift)).error, undefined)
  deepEqual(await numbersOn(here), [9])
  await resell(here, aoi, ren, film, 7)
  deepEqual(await numbersOn(here), [9])
  deepEqual((await ren.call(getOwnShelf, {})).copies.map(({ number }) => number), [9]) // oxfmt-ignore
  await ren.call(putOwnShelf, plain(film, [7, 9]))
  deepEqual(await numbersOn(here), [7, 9])
})

test('a shelf has one stored picture, which is made anew only if it looks different', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  const stored = async (numbers: number[], more = {}) => {
    await ren.call(putOwnShelf, { ...plain(film, numbers), ...more })
    equal((await fetch(`${here.url}/shelf/ren/picture.png`)).status, 200)
    return storedKeys(here.integrations, 'share/')
  }
  const first = await stored([7, 8])
  equal(first.length, 1)
  deepEqual(await stored([7, 8], { is_indexed: true, shows_count: true }), first)
  const second = await stored([8, 7])
  equal(second.length, 1)
  notEqual(second[0], first[0])
})

test('SF-02 a copy that is rented out stays on the shelf', async (t) => {
  const { here, ren, aoi, film } = await openFixtures(t)
  await ren.call(putOwnShelf, plain(film, [7]))
  const [seven] = idsOf(film, [7])
  await listForRent(here, ren, { tokens: new Map([[7, seven!]]) }, { rent_price: 200, days: 3 })
  const rented = await aoi.call(rentForFree, {
    kid: film.kid,
    asset_token_id: seven!,
    owner_account_id: ren.account_id,
    asset_rent_price: 200,
    rental_period_seconds: 3 * DAY_SECONDS,
    balance_to_use: 200,
    rental_clock: 'payment',
    lang: 'en',
  })
  equal(rented.error, undefined)
  deepEqual(await numbersOn(here), [7])
})

test('SF-02 copies of titles that are no longer published are not shown', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  await ren.call(putOwnShelf, { ...plain(film, [7]), shows_count: true })
  const set = { published_at: null }
  await here.app.db.updateTable('asset').set(set).where('kid', '=', film.kid).execute()
  const { copies, numbers_count } = await here.call(getShelf, { username: 'Ren' })
  deepEqual([copies, numbers_count], [[], 0])
  equal((await ren.call(listShelfChoices, {})).total, 0)
  equal((await ren.call(putOwnShelf, plain(film, [7]))).error?.code, 'not_owner')
})

test('SF-03 copies of others, own works and copies named twice are refused, and nothing is changed', async (t) => {
  const { here, mika, ren, film } = await openFixtures(t)
  await ren.call(putOwnShelf, plain(film, [8]))
  const codeOf = async (who: Person, numbers: number[]) =>
    (await who.call(putOwnShelf, { ...plain(film, numbers), about: 'changed' })).error?.code
  equal(await codeOf(ren, [7, 10]), 'not_owner')
  equal(await codeOf(ren, [7, 7]), 'input_invalid')
  equal(await codeOf(mika, [1]), 'not_owner')
  deepEqual(await numbersOn(here), [8])
  equal((await here.call(getShelf, { username: 'Ren' })).about, '')
  const many = [...film.tokens.values()].flatMap((id) => [id, id, id, id])
  const input = { ...plain(film, []), asset_token_ids: many.slice(0, 61) }
  equal((await ren.call(putOwnShelf, input)).error?.code, 'input_invalid')
  equal((await ren.call(putOwnShelf, { ...plain(film, []), about: 'x'.repeat(161) })).error?.code, 'input_invalid') // oxfmt-ignore
})

test('SF-03 people choose among the copies of their collection', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const other = await createTitle(here, mika, { copies: 3, price: PRICE, title: '夜行バス' })
  here.clock.now = new Date(here.clock.now.getTime() + 1_000)
  await ren.call(purchaseForFree, other.order(2, PRICE))
  const named = async (input = {}) => {
    const { items, total } = await ren.call(listShelfChoices, input)
    return [total, ...items.map(({ title, number }) => `${title} ${number}`)]
  }
  deepEqual(await named(), [4, '夜行バス 2', 'Tide Table 7', 'Tide Table 8', 'Tide Table 9'])
  deepEqual(await named({ q: 'TIDE ', limit: 1, offset: 1 }), [3, 'Tide Table 8'])
  deepEqual((await mika.call(listShelfChoices, {})).items, [])
})

test('SF-04 a person needs a username of their own before their shelf is public', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  const generated = 'collector-0123456789'
  await ren.call(updateCurrentAccount, { username: generated })
  equal((await ren.call(putOwnShelf, plain(film, [7]))).error?.code, 'username_not_chosen')
  const off = { ...plain(film, [7]), is_public: false }
  equal((await ren.call(putOwnShelf, off)).error, undefined)
  await ren.call(updateCurrentAccount, { username: 'Ren' })
  await ren.call(putOwnShelf, plain(film, [7]))
  deepEqual(await numbersOn(here), [7])
  await ren.call(updateCurrentAccount, { username: generated })
  equal((await here.call(getShelf, { username: generated })).error?.code, 'not_found')
})

test('SF-04 a shelf that is off, a suspended person and an unknown name are refused alike', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const replyOf = async (username: string) => {
    const response = await fetch(`${here.url}/api/2.0/shelves/${encodeURIComponent(username)}`)
    return [response.status, await response.text()]
  }
  const unknown = await replyOf('Nobody')
  equal(unknown[0], 404)
  for (const name of ['', ' ', '%', 'Re_', '.', 'x'.repeat(200)]) equal((await replyOf(name))[0], 404, name) // oxfmt-ignore
  deepEqual(await replyOf('Ren'), unknown)
  await ren.call(putOwnShelf, { ...plain(film, [7]), is_public: false })
  deepEqual(await replyOf('Ren'), unknown)
  await ren.call(putOwnShelf, plain(film, [7]))
  equal((await replyOf('Ren'))[0], 200)
  const suspension = { id: ren.account_id, suspended: true, reason: 'a trial' }
  equal((await sora.call(putSuspension, suspension)).error, undefined)
  deepEqual(await replyOf('Ren'), unknown)
})

test('SF-04 a reply has nothing else of a person, whatever they entered', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  const canary = 'Kanaria'
  await ren.call(updateCurrentAccount, { first_name: canary, last_name: `${canary}-2` })
  await registerBank(here, ren, { account_number: '7360154' })
  await ren.call(putOwnShelf, plain(film, [7]))
  const { wallet_address, joined_at } = await here.app.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', ren.account_id)
    .executeTakeFirstOrThrow()
  const response = await fetch(`${here.url}/api/2.0/shelves/Ren`)
  const text = await response.text()
  equal(response.headers.get('cache-control'), 'no-store')
  const hidden = [canary, ren.email, ren.account_id, wallet_address, joined_at, '7360154', 'kita']
  const numbers = idsOf(film, [8, 9])
  for (const secret of [...hidden, ...numbers, here.clock.now.toISOString(), String(PRICE)])
    ok(!text.toLowerCase().includes(secret.toLowerCase()), secret)
})

test('SF-05 of ten changes at once one remains, whole and in its order', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  const { db } = here.app
  await ren.call(putOwnShelf, plain(film, [9]))
  const orders = [[7, 8, 9], [9, 8, 7], [8]]
  const put = (i: number) => {
    const numbers = orders[i % orders.length]!
    return ren.call(putOwnShelf, { ...plain(film, numbers), about: numbers.join(' ') })
  }
  const answers = await whileLocked(db, {
    lock: sql`select from account where id = ${ren.account_id} for no key update`,
    action: () => Promise.all(tenTimes(put)),
    waiters: 10,
  })
  deepEqual(answers.filter(({ error }) => error), []) // oxfmt-ignore
  const { about, copies } = await here.call(getShelf, { username: 'Ren' })
  equal(copies.map(({ number }) => number).join(' '), about)
  equal(await countDeadlocks(db), 0)
})

test('SF-05 a copy that is put on the shelf while it is sold is refused', async (t) => {
  const { here, ren, aoi, film } = await openFixtures(t)
  const { db } = here.app
  const [id] = idsOf(film, [7])
  const put = await whileLocked(db, {
    lock: sql`update serial set owner = ${aoi.account_id} where asset_token_id = ${id}`,
    action: () => ren.call(putOwnShelf, plain(film, [7])),
    waiters: 1,
  })
  equal(put.error?.code, 'not_owner')
  await db.updateTable('serial').set({ owner: ren.account_id }).where('asset_token_id', '=', id!).execute() // oxfmt-ignore
})

test('SF-05 a shelf that was changed elsewhere is not overwritten', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  const first = await ren.call(putOwnShelf, { ...plain(film, [7]), edited_at: null })
  here.clock.now = new Date(here.clock.now.getTime() + 1_000)
  const change = { ...plain(film, [8]), edited_at: first.edited_at }
  equal((await ren.call(putOwnShelf, change)).error, undefined)
  equal((await ren.call(putOwnShelf, change)).error?.code, 'changed_elsewhere')
  deepEqual(await numbersOn(here), [8])
})
