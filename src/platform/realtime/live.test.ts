import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as allowlists from '#src/catalog/allowlist/allowlist.shared.ts'
import { getAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createCoupons } from '#src/sales/coupon/coupon.shared.ts'
import {
  delistSerials,
  listSerialsForSale,
  withdrawAsset,
} from '#src/sales/listing/listing.shared.ts'
import { getBoard, getSerial } from '#src/catalog/serial/serial.shared.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { waitForChangeFeed, openEventStream, liveFixtures } from '../../../test/live-listeners.ts'
import { createTitle } from '../../../test/titles.ts'
import { waitUntil, tenTimes } from '../../../test/test-app.ts'
import { subscribers } from './subscribers.ts'
import { LIVE_PATH } from './live.shared.ts'
import { changeFeedOf } from './change-feed.ts'
import { connectionLimits } from './connection-limits.ts'

test('SL-02 a hold, a sale and a cancelled hold reach everyone who watches the title, without names', async (t) => {
  const { here, ren, film } = await liveFixtures(t)
  const another = await createTitle(here, ren, { copies: 1 })
  await waitForChangeFeed(here)
  const guest = await openEventStream(t, here, film.kid)
  const other = await openEventStream(t, here, another.kid)
  equal(guest.response.headers.get('content-type'), 'text/event-stream')
  equal(guest.response.headers.get('x-accel-buffering'), 'no')
  equal(guest.response.headers.get('content-encoding'), null)

  await ren.call(purchaseSerial, film.order(7, 0))
  await guest.waitForEvents(1)
  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 7 })
  await guest.waitForEvents(2)
  await ren.call(purchaseForFree, film.order(7, 1_000))
  await guest.waitForEvents(3)

  deepEqual(guest.events(), tenTimes(() => ({ within_ms: 3 })).slice(7))
  equal(other.events().length, 0)
})

test('a refused purchase sends no event, and ten purchases at once send one a second', async (t) => {
  const { here, film } = await liveFixtures(t)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 1_000 })))
  const guest = await openEventStream(t, here, film.kid)
  const begun = performance.now()

  await people[0]!.call(purchaseForFree, { ...film.order(1, 1_000), asset_sale_price: 900 })
  await Promise.all(people.map((one, i) => one.call(purchaseForFree, film.order(i + 1, 1_000))))
  await waitUntil(
    async () => guest.events().length,
    (n) => n > 0,
  )
  await waitForChangeFeed(here) // else the last purchases may still change the version
  const version = changeFeedOf(here.app.db)!.version(film.kid)
  await people[0]!.call(purchaseForFree, { ...film.order(1, 1_000), asset_sale_price: 900 })
  await waitForChangeFeed(here)
  equal(changeFeedOf(here.app.db)!.version(film.kid), version)
  const seconds = Math.floor((performance.now() - begun) / 1_000)
  ok(guest.events().length <= seconds + 1, guest.text)
})

test('a person may have sixteen connections at once, and closing one frees its place', async (t) => {
  const { here, ren, film } = await liveFixtures(t)
  const open = await Promise.all(
    Array.from({ length: 16 }, () => openEventStream(t, here, film.kid, ren)),
  )
  deepEqual(new Set(open.map(({ status }) => status)), new Set([200]))
  const more = await openEventStream(t, here, film.kid, ren)
  equal(more.status, 429)
  equal(more.response.headers.get('retry-after'), '30')
  equal((await openEventStream(t, here, film.kid)).status, 200)

  open[0]!.leave()
  const again = async () => (await openEventStream(t, here, film.kid, ren)).status
  equal(await waitUntil(again, (status) => status === 200), 200)
})

test('a HEAD request takes no connection', async (t) => {
  const { here, film } = await liveFixtures(t)
  const url = `${here.url}${LIVE_PATH}?kid=${film.kid}`
  const { mock } = t.mock.method(changeFeedOf(here.app.db)!, 'subscribe')
  const heads = await Promise.all(Array.from({ length: 201 }, () => fetch(url, { method: 'HEAD' })))
  deepEqual(new Set(heads.map(({ status }) => status)), new Set([200]))
  equal(mock.callCount(), 0)
  equal((await openEventStream(t, here, film.kid)).status, 200)
  equal(mock.callCount(), 1)
})

test('connections are counted per person, per address and per process, and released once', () => {
  const take = connectionLimits({ person: 1, address: 2, app: 3 })
  const [a, b] = [take({ account_id: 'ren', ip: '1' }), take({ ip: '1' })]
  deepEqual([typeof a, typeof b], ['function', 'function'])
  equal(take({ account_id: 'ren', ip: '2' }), 'person')
  equal(take({ ip: '1' }), 'address')
  equal(typeof take({ ip: '2' }), 'function')
  equal(take({ ip: '3' }), 'app')
  if (typeof a === 'function') for (const release of [a, a]) release()
  equal(typeof take({ account_id: 'ren', ip: '3' }), 'function')
  equal(take({ ip: '4' }), 'app')
  const other = connectionLimits({ person: 1, address: 1, app: 3 })
  equal(typeof other({ ip: '2001:db8:1:2::1' }), 'function')
  equal(other({ ip: '2001:db8:1:2::2' }), 'address')
})

test('a malformed id gets no stream', async (t) => {
  const { here } = await liveFixtures(t)
  equal((await openEventStream(t, here, 'none')).status, 422)
  equal((await openEventStream(t, here, randomUUID())).status, 200)
})

test('streams end while the database is not heard, and work again afterwards', async (t) => {
  const { here, ren, film } = await liveFixtures(t)
  const { db, pool } = here.app
  const guest = await openEventStream(t, here, film.kid)
  const before = changeFeedOf(db)!.version(film.kid)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'renban live' and datname = current_database()`
  equal((await pool.query(cut)).rowCount, 1)
  equal(await waitUntil(async () => guest.isOver, Boolean), true)

  const back = await waitUntil(
    () => openEventStream(t, here, film.kid),
    ({ status }) => status === 200,
  )
  equal(back.status, 200)
  ok(changeFeedOf(db)!.version(film.kid) !== before, 'data read before is outdated')
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await back.waitForEvents(1)
})

test('a stopping app ends all streams', async (t) => {
  const { here, film } = await liveFixtures(t)
  const guest = await openEventStream(t, here, film.kid)
  await here.app.endChangeFeed()
  equal(await waitUntil(async () => guest.isOver, Boolean), true)
  equal((await openEventStream(t, here, film.kid)).status, 503)
})

test('a thousand subscribers of one title refresh in turn, once for all changes of a second', async () => {
  const all = subscribers()
  const received: number[] = []
  const subscriber = { changed: (ms: number) => void received.push(ms), heartbeat() {}, end() {} }
  for (let i = 0; i < 1_000; i++) all.subscribe('film', { ...subscriber })
  for (let i = 0; i < 500; i++) all.publish('film')
  await waitUntil(
    async () => received.length,
    (count) => count > 0,
  )
  for (let i = 0; i < 500; i++) all.publish('film')
  deepEqual([received.length, new Set(received)], [1_000, new Set([3_000])])
  await waitUntil(
    async () => received.length,
    (count) => count > 1_000,
  )
  equal(received.length, 2_000)
})

test('guests are answered from the cache until a copy of the title changes', async (t) => {
  const { here, mika, ren, film } = await liveFixtures(t)
  const { config, app } = here
  config.guestListsMs = 600_000
  const ask = async () => {
    const { rows } = await here.call(getBoard, { id: film.kid })
    const one = await here.call(getSerial, { id: film.kid, number: 7 })
    const { sale_listing_copies_count: offered } = await here.call(getAsset, { id: film.kid })
    return [rows.length, one.owner_username, offered]
  }
  deepEqual(await ask(), [10, 'Mika', 10])
  const renamed = { username: 'Mika Okada' } // sends no event
  await app.db.updateTable('account').set(renamed).where('id', '=', mika.account_id).execute()
  deepEqual(await ask(), [10, 'Mika', 10])
  equal((await ren.call(getSerial, { id: film.kid, number: 7 })).owner_username, 'Mika Okada')

  await ren.call(purchaseForFree, film.order(7, 1_000))
  const seen = await waitUntil(ask, ([count]) => count === 9)
  deepEqual([seen[0], seen[2]], [9, 9])
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await waitUntil(ask, ([count]) => count === 8)
  deepEqual((await ask())[0], 8)
})

test('every change that others can see sends an event: delisted, given by coupon, reserved, limited, frozen, withdrawn', async (t) => {
  const { here, mika, film } = await liveFixtures(t)
  const { db } = here.app
  const [one, two] = [film.tokens.get(1)!, film.tokens.get(2)!]
  const of = (asset_token_id: string) =>
    db.updateTable('serial').where('asset_token_id', '=', asset_token_id)
  const other = await createTitle(here, mika, { copies: 1, price: 1_000 })
  let list = ''
  const actions: Record<string, () => Promise<unknown>> = {
    delisted: () => mika.call(delistSerials, { asset_token_ids: [one] }),
    'given by coupon': () =>
      mika.call(createCoupons, {
        name: 'Gift',
        expires_at: '2031-01-01T00:00:00Z',
        asset_token_ids: [one],
      }),
    reserved: async () => {
      const reserved = { name: 'Friends', asset_token_ids: [two] }
      list = (await mika.call(allowlists.createAllowlist, { kid: film.kid, ...reserved })).id
    },
    'people added': () => mika.call(allowlists.addPeople, { id: list, text: 'aoi@example.test' }),
    'people removed': async () => {
      const { items } = await mika.call(allowlists.listPeople, { id: list })
      return mika.call(allowlists.removePeople, { id: list, people: items.map(({ id }) => id) })
    },
    released: () => mika.call(allowlists.updateAllowlist, { id: list, ended: true }),
    frozen: () => of(two).set({ frozen_at: here.clock.now.toISOString() }).execute(),
    thawed: () => of(two).set({ frozen_at: null }).execute(),
    repriced: () =>
      mika.call(listSerialsForSale, {
        listing_type: 'sale' as const,
        sale_price: 1_100,
        reprice: true,
        asset_token_ids: [film.tokens.get(3)!],
      }),
    'limited for each person': () => mika.call(updateAsset, { kid: film.kid, holding_limit: 2 }),
    'kept in Japan': () => mika.call(updateAsset, { kid: film.kid, only_japan_accessible: true }),
    withdrawn: () => mika.call(withdrawAsset, { kid: other.kid }),
  }
  const version = async () => [film, other].map(({ kid }) => changeFeedOf(db)!.version(kid)).join()
  for (const [name, action] of Object.entries(actions)) {
    const before = await version()
    equal(((await action()) as { error?: object } | undefined)?.error, undefined, name)
    notEqual(await waitUntil(version, (now) => now !== before), before, name)
  }
})
