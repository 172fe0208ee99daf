import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cacheSerialized, jsonResponse } from '#core/http/json-response.ts'
import { senderLimit } from '#core/http/rate-limit.ts'
import { requests } from '#core/metrics.ts'
import { type Config, readConfig } from '#src/config.ts'
import { builtPages } from '#src/app.ts'
import type { Integrations } from '#src/integrations/integrations.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { waitForChangeFeed } from '../../../test/live-listeners.ts'
import { testApp, waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { READ_HEADERS, repeatedAnswers } from './repeated-answers.ts'

const LONG_MS = 600_000
const HEARD_SECONDS = 1

type Headers = Record<string, string>
interface Asked {
  method?: string
  headers?: Headers
}

async function open(url: string, { method = 'GET', headers = {} }: Asked = {}) {
  const sent = ask(url, { method, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const coding = response.headers['content-encoding']
  const ways = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }
  const text = String(coding ? ways[coding as keyof typeof ways](bytes) : bytes)
  return { status: response.statusCode, headers: response.headers, text }
}

/** Serves one reply that guests share, and counts how often the app is asked for it. */
async function openCounted(t: TestContext, { perMinute, ...of }: Partial<Config> & Limit = {}) {
  const config = { ...readConfig({ NODE_ENV: 'test' }), ...of }
  const shown = { reply: { title: 'Kita' }, isCurrent: true, cookie: '', failures: 0 }
  const asked = { times: 0 }
  const { keep, repeatOr } = repeatedAnswers({
    config,
    integrations: { countries: undefined } as Integrations,
    countSender: perMinute === undefined ? undefined : senderLimit(perMinute),
    routeOf: () => '/counted',
  })
  const app = new Hono()
  app.onError((_, c) => c.text('', 429))
  app.use(keep)
  app.all('*', (c) => {
    asked.times++
    if (perMinute !== undefined && asked.times > 1) return c.text('', 429)
    cacheSerialized(shown.reply, () => {
      if (shown.failures-- > 0) throw new Error('the cache is broken')
      return shown.isCurrent
    })
    const response = jsonResponse(c, shown.reply)
    if (shown.cookie) response.headers.append('set-cookie', shown.cookie)
    return response
  })
  const listener = repeatOr(getRequestListener(app.fetch))
  const server = createServer((request, response) => void listener(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close().closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  /** Tells if the app is asked for the second of two requests. */
  const isAskedTwice = async (request: Asked) => {
    await open(url, request)
    const before = asked.times
    await open(url, request)
    return asked.times > before
  }
  return { url, shown, asked, isAskedTwice }
}
interface Limit {
  perMinute?: number
}

test('SH-17 the app is asked once for what guests share, and again when that is outdated', async (t) => {
  const { url, shown, asked } = await openCounted(t)
  const answers = [await open(url), await open(url), await open(url)]
  equal(asked.times, 1)
  deepEqual(new Set(answers.map(({ text }) => text)), new Set(['{"title":"Kita"}']))
  shown.isCurrent = false
  await open(url)
  await open(url)
  equal(asked.times, 3)
})

test('SH-17 whoever differs in what the app reads is answered by the app', async (t) => {
  const { url, asked, isAskedTwice } = await openCounted(t, {
    trustedProxies: ['127.0.0.1'],
    regionHeader: 'x-country',
  })
  const differing: Headers[] = [
    {},
    { 'accept-language': 'ja' },
    { 'accept-encoding': 'gzip' },
    { cookie: 'lang=ja' },
    { 'x-country': 'JP' },
    { 'x-country': 'FR' },
    { host: 'elsewhere.test' },
  ]
  for (const headers of differing) await open(url, { headers })
  equal(asked.times, differing.length)
  for (const headers of differing) await open(url, { headers })
  equal(asked.times, differing.length)
  for (const cookie of ['session=1', 'browser=1', 'coupon=1', 'wrote=1'])
    ok(await isAskedTwice({ headers: { cookie } }), cookie)
  ok(await isAskedTwice({ headers: { authorization: 'Bearer 1' } }))
  ok(await isAskedTwice({ method: 'HEAD' }))
  ok(await isAskedTwice({ method: 'POST' }))
  ok(!(await isAskedTwice({ headers: { 'x-request-id': 'of-a-proxy' } })))
})

test('SH-17 the app is asked if an answer cannot be repeated', async (t) => {
  const { url, shown, asked } = await openCounted(t)
  await open(url)
  shown.failures = 1
  const lines = captureLog(t, 'could not be repeated')
  const { status, text } = await open(url)
  deepEqual([status, text, asked.times, lines.length], [200, '{"title":"Kita"}', 2, 1])
})

test('SH-17 an answer that sets a cookie is given once', async (t) => {
  const { shown, isAskedTwice } = await openCounted(t)
  shown.cookie = 'lang=ja'
  ok(await isAskedTwice({}))
})

test('SH-17 repeated answers count for the limit of requests, and past it the app refuses', async (t) => {
  const { url, asked } = await openCounted(t, { perMinute: 3 })
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await open(url)).status)
  deepEqual(statuses, [200, 200, 200, 200, 429, 429])
  equal(asked.times, 3)
})

const NONCE = /nonce[-=]"?([\w+/]{22}==)/

/** Returns an answer without what is its own: id, nonce and date. */
function common({ status, headers, text }: Awaited<ReturnType<typeof open>>) {
  const [, nonce = ''] = NONCE.exec(text) ?? []
  const { date: _, 'x-request-id': id, ...rest } = headers
  match(String(id), /^[\w-]{36}$/)
  const strip = (value: string) => (nonce ? value.replaceAll(nonce, '') : value)
  return { nonce, id, shared: { status, headers: strip(JSON.stringify(rest)), text: strip(text) } }
}

test('SH-17 a repeated answer is the app’s own, but for its id, nonce and date', async (t) => {
  const pages = await builtPages()
  const here = await testApp(t, { pages })
  here.config.guestListsMs = LONG_MS
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  await waitForChangeFeed(here)
  const call = `/api/2.0/assets/${film.kid}`
  const paths = [
    call,
    '/api/2.0/assets/listed',
    '/',
    `/asset/${film.kid}`,
    `/asset/${film.kid}?no=1`,
  ]
  for (const path of paths)
    for (const coding of ['gzip', 'br', 'identity', 'gzip, deflate, br', 'deflate']) {
      const request = { headers: { 'accept-encoding': coding } }
      const all = []
      for (let i = 0; i < 3; i++) all.push(common(await open(here.url + path, request)))
      equal(new Set(all.map(({ id }) => id)).size, 3, path)
      equal(new Set(all.map(({ nonce }) => nonce)).size, path.startsWith('/api') ? 1 : 3, path)
      for (const { shared } of all) deepEqual(shared, all[0]!.shared, path)
    }
  const named = await open(here.url + call, { headers: { 'x-request-id': 'of-a-proxy' } })
  equal(named.headers['x-request-id'], 'of-a-proxy')
  const shows = async (text: RegExp) => {
    const seen = await waitUntil(
      () => open(here.url + call),
      (now) => text.test(now.text),
      HEARD_SECONDS,
    )
    match(seen.text, text)
  }
  await shows(/"title":"/)
  await mika.call(updateAsset, { kid: film.kid, title: 'Renamed film' })
  await shows(/Renamed film/)
  const counted = async () =>
    (await requests.get()).values.find(
      ({ labels }) => labels.route === '/api/2.0/assets/:id' && labels.method === 'GET',
    )!.value
  const before = await counted()
  for (let i = 0; i < 3; i++) await open(here.url + call)
  equal((await counted()) - before, 3)
  const closed = { version: 0, reason: 'Test', maintenance: true, maintenance_note: 'Back at noon' }
  await sora.call(changeSettings, closed)
  await shows(/maintenance/)
})

/** Names the headers by which the app refuses changes from other sites. They choose no answer. */
const SITE_HEADERS = ['origin', 'sec-fetch-site']

test('SH-17 the app reads no header of guests that repeated answers do not depend on', async (t) => {
  const here = await testApp(t, { pages: await builtPages() })
  here.config.guestListsMs = LONG_MS
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  await waitForChangeFeed(here)
  const read = new Set<string>()
  for (const way of ['get', 'has'] as const) {
    const native = Headers.prototype[way] as (this: Request['headers'], name: string) => unknown
    t.mock.method(Headers.prototype, way, function of(this: Request['headers'], name: string) {
      if ([...this.keys()].includes('host')) read.add(name.toLowerCase()) // answers have none
      return native.call(this, name)
    })
  }
  for (const path of [
    `/api/2.0/assets/${film.kid}`,
    '/api/2.0/assets/listed',
    '/',
    `/asset/${film.kid}`,
  ])
    await open(here.url + path)
  ok(read.has('accept-language'), 'reading is seen')
  const known = new Set<string>([...READ_HEADERS, ...SITE_HEADERS])
  deepEqual(
    [...read].filter((name) => !known.has(name)),
    [],
  )
})
