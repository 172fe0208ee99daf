import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { addSeconds } from '#core/clock.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { listSerialsForSale, withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { builtPages } from '#src/app.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { secondProcess } from '../../../test/second-process.ts'
import { waitForChangeFeed } from '../../../test/live-listeners.ts'
import { type TestApp, tenTimes, waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'

const pages = await builtPages()
const LONG_MS = 600_000
const HEARD_SECONDS = 1

/** Opens an app whose guests' pages stay in the cache until a notification empties it. */
async function openFixtures(t: TestContext) {
  const fixtures = await brandFixtures(t, 1, { pages })
  const { here, mika } = fixtures
  here.config.guestListsMs = LONG_MS
  const ren = await here.person('Ren', { balance: 9_000 })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  for (const brand_id of [null, fixtures.brand.id])
    await mika.call(updateAsset, { kid: film.kid, brand_id })
  const group = await fixtures.make('Autumn nights', [film.kid])
  await waitForChangeFeed(here)
  const paths = {
    home: '/',
    title: `/asset/${film.kid}`,
    brand: '/brand/kita-eiga',
    group: `/group/${group.encrypted_id}`,
  }
  return { ...fixtures, ren, film, paths }
}

type Headers = Record<string, string>
const GUEST = { cookie: 'lang=en' }

async function open({ url }: { url: string }, path: string, headers: Headers = GUEST) {
  const [response] = (await once(get(url + path, { headers }), 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const isPacked = response.headers['content-encoding'] === 'gzip'
  const html = String(isPacked ? gunzipSync(bytes) : bytes)
  return { status: response.statusCode, headers: response.headers, bytes, html }
}

/** Opens a page a minute later. A page from the cache does not show the new time. */
async function isFresh({ clock, url }: TestApp, path: string, headers: Headers = GUEST) {
  clock.now = addSeconds(clock.now, 60)
  return (await open({ url }, path, headers)).html.includes(clock.now.toISOString())
}

const withoutNonces = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '')

test('SH-16 each answer from the cache has its own nonce, in its policy and its scripts', async (t) => {
  const { here, paths } = await openFixtures(t)
  for (const path of Object.values(paths)) {
    const seen = new Set<string>()
    const bodies = new Set<string>()
    for (const coding of ['gzip', 'gzip', 'identity', 'identity', 'br']) {
      const page = await open(here, path, { ...GUEST, 'accept-encoding': coding })
      equal(page.status, 200, path)
      equal(page.headers['content-encoding'], coding === 'gzip' ? 'gzip' : undefined)
      equal(Number(page.headers['content-length']), page.bytes.length)
      equal(page.headers.vary, 'cookie, accept-language, accept-encoding')
      const policy = page.headers['content-security-policy'] as string
      const [nonce = ''] = policy.match(/(?<=script-src 'self' 'nonce-)[^']{24}/) ?? []
      ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`))
      const nonces = [...page.html.matchAll(/nonce="([^"]*)"/g)].map(([, of]) => of)
      ok(nonces.length > 3)
      deepEqual(new Set(nonces), new Set([nonce]))
      seen.add(nonce)
      bodies.add(page.html.replaceAll(nonce, ''))
    }
    equal(seen.size, 5)
    equal(bodies.size, 1, 'all are the same page')
  }
})

test('SH-16 ten guests at once get one page, and each path its own', async (t) => {
  const { here, paths } = await openFixtures(t)
  for (const path of Object.values(paths)) {
    const all = await Promise.all(tenTimes(() => open(here, path)))
    equal(new Set(all.map(({ html }) => withoutNonces(html))).size, 1)
  }
  const each = await Promise.all(Object.values(paths).map((path) => open(here, path)))
  equal(new Set(each.map(({ html }) => html)).size, each.length)
})

test('SH-16 a sale, a price, words, a brand, a setting and a withdrawal show at once, in every process', async (t) => {
  const { here, mika, ren, brand, kids, film, paths } = await openFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const other = await secondProcess(here)
  const shows = async (path: string, text: RegExp) => {
    for (const process of [here, other]) {
      const page = () => open(process, path)
      const { html } = await waitUntil(page, ({ html: now }) => text.test(now), HEARD_SECONDS)
      match(html, text, path)
    }
  }
  await shows(paths.title, /Available \(3\)/)
  await ren.call(purchaseForFree, film.order(2, 1_000))
  await shows(paths.title, /Available \(2\)/)
  await mika.call(listSerialsForSale, {
    asset_token_ids: [film.tokens.get(1)!, film.tokens.get(3)!],
    listing_type: 'sale',
    sale_price: 777,
    reprice: true,
  })
  for (const path of [paths.home, paths.title, paths.group]) await shows(path, /¥777/)
  await mika.call(updateAsset, { kid: film.kid, title: 'Renamed film' })
  for (const path of [paths.home, paths.title, paths.group]) await shows(path, /Renamed film/)
  await mika.call(updateBrand, { id: brand.id, name: 'Minami Eiga' })
  await shows(paths.brand, /Minami Eiga/)
  const unsold = `/asset/${kids[0]}`
  await shows(unsold, /Available/)
  await shows(paths.brand, new RegExp(unsold))
  await mika.call(withdrawAsset, { kid: kids[0]! })
  await shows(unsold, /Page not found/)
  await shows(paths.brand, new RegExp(`^(?!.*${unsold})`, 's'))
  const closed = { version: 0, reason: 'Test', maintenance: true, maintenance_note: 'Back at noon' }
  await sora.call(changeSettings, closed)
  for (const path of [paths.home, paths.brand, paths.group]) await shows(path, /Back at noon/)
})

test('SH-16 a person signed in never gets a page of a guest, nor a guest one of a person', async (t) => {
  const { here, ren, mika, paths } = await openFixtures(t)
  const canary = 'Canary Ren'
  await here.app.db
    .updateTable('account')
    .set({ username: canary })
    .where('id', '=', ren.account_id)
    .execute()
  const asRen = { cookie: `lang=en; session=${ren.token}` }
  for (const path of Object.values(paths)) {
    const rounds = tenTimes((i) => open(here, path, i % 2 === 0 ? asRen : GUEST))
    for (const [i, page] of (await Promise.all(rounds)).entries()) {
      equal(page.html.includes(canary), i % 2 === 0, path)
      equal(page.headers['cache-control'], i % 2 === 0 ? 'no-store' : 'private, no-cache')
    }
    const byKey = await open(here, path, { authorization: `Bearer ${mika.token}`, ...GUEST })
    ok(byKey.html.includes('sign-out'), path)
  }
})

test('SH-16 nobody with a sign-in, a coupon or an ended session under way gets a cached page', async (t) => {
  const { here, paths } = await openFixtures(t)
  for (const path of Object.values(paths)) {
    deepEqual([await isFresh(here, path), await isFresh(here, path)], [true, false], path)
    for (const cookie of ['browser=b', 'coupon=ABCD', 'session=over'])
      ok(await isFresh(here, path, { cookie: `lang=en; ${cookie}` }), cookie)
    ok(await isFresh(here, path, { ...GUEST, authorization: 'Bearer over' }))
    equal(await isFresh(here, path, { cookie: 'lang=en; other=1' }), false)
  }
})

test('SH-16 languages and countries never mix, by cookie, browser or address', async (t) => {
  const { here, paths } = await openFixtures(t)
  await here.run('currency.fetch_rates')
  Object.assign(here.config, { trustedProxies: ['127.0.0.1', '::1'], regionHeader: 'x-country' })
  const ways = [
    ['en', { cookie: 'lang=en', 'accept-language': 'ja' }],
    ['ja', { 'accept-language': 'ja-JP, en;q=0.5' }],
    ['ar', { cookie: 'lang=ar' }],
    ['de', { 'accept-language': 'de' }],
  ] as const
  const currencies = { JP: '', FR: 'EUR', KR: 'KRW' }
  for (let round = 0; round < 2; round++)
    for (const [country, currency] of Object.entries(currencies))
      for (const [lang, headers] of ways) {
        const from = { ...headers, 'x-country': country }
        const { html } = await open(here, `${paths.title}?no=1`, from)
        match(html, new RegExp(`^<!DOCTYPE html><html lang="${lang}"`))
        const shown = /\\"currency\\",\\"(\w{3})\\"/.exec(html)?.[1] ?? ''
        ok(shown === (currency || 'JPY'), `${country} ${shown}`)
      }
  const chosen = await open(here, '/?lang=de', {})
  equal(chosen.headers['set-cookie']?.[0], 'lang=de; Path=/; SameSite=Lax')
  match(chosen.html, /<html lang="de"/)
  const plain = await open(here, '/', { 'accept-language': 'de' })
  equal(plain.headers['set-cookie'], undefined)
})

test('SH-16 only pages are kept, and only for their time', async (t) => {
  const { here, mika, film, paths } = await openFixtures(t)
  await mika.call(withdrawAsset, { kid: film.kid })
  await waitForChangeFeed(here)
  equal((await open(here, paths.title)).status, 404)
  equal((await open(here, '/group/create')).status, 401)
  equal((await open(here, '/brand/nobody')).status, 404)
  equal(await isFresh(here, paths.brand), true)
  equal(await isFresh(here, paths.brand), false)
  here.config.guestListsMs = 1
  await isFresh(here, '/')
  equal(await waitUntil(() => isFresh(here, '/'), Boolean, HEARD_SECONDS), true)
})
