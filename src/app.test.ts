import { deepEqual, equal, ok } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openChromium } from '../test/chromium.ts'
import { captureLog } from '../test/log-capture.ts'
import { testApp, waitUntil } from '../test/test-app.ts'
import { builtPages } from './app.ts'

test('scripts and style sheets are sent as compressed when they were built, and kept for a year', async (t) => {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  for (const file of ['js', 'css'].map((kind) => globSync(`build/client/built/*.${kind}`)[0]!)) {
    const path = file.replace('build/client', '')
    for (const [accepted, coding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      const headers = { 'accept-encoding': accepted }
      const [response] = (await once(get(here.url + path, { headers }), 'response')) as [
        IncomingMessage,
      ]
      equal(response.headers['content-encoding'], coding)
      equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
      const bytes = await buffer(response)
      if (coding)
        equal(bytes.length, readFileSync(`${file}.${accepted === 'gzip' ? 'gz' : 'br'}`).length)
      deepEqual(unpack(bytes), readFileSync(file))
    }
  }
})

test('a bug of a page is logged as one of a call: with a reference and its request, without addresses', async (t) => {
  const built = await (await builtPages())()
  const fails = () => Promise.reject(new TypeError('no copy of ren@example.test'))
  const answer: typeof built.answer = (request, _, app) => built.answer(request, fails, app)
  const here = await testApp(t, { role: 'web', pages: async () => ({ ...built, answer }) })
  const lines = captureLog(t, '"what":"bug"')
  const response = await fetch(`${here.url}/login`, { headers: { 'x-request-id': 'broken-page' } })
  equal(response.status, 500)
  const logged = lines.map((line) => {
    const [, reference] = /"request":"broken-page","reference":"(\w+)".*no copy of …@…/.exec(line)!
    return reference!
  })
  const [, shown] = /send us this code: (\w+)/.exec(await response.text())!
  ok(logged.includes(shown!))
})

test('a changing request is taken from a page of the same scheme, host and port only', async (t) => {
  const { url } = await testApp(t, { role: 'web' })
  const { port } = new URL(url)
  const post = async (origin: string) =>
    (await fetch(`${url}/api/2.0/nonce`, { method: 'POST', headers: { origin } })).status
  equal(await post(url), 200)
  const others = [`https://localhost:${port}`, 'http://localhost', 'http://localhost:1', 'null']
  for (const origin of others) equal(await post(origin), 403, origin)
})

test('calls of the API that only read are answered with a slash at the end, too', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${mika.token}`)
    const response = await fetch(`${here.url}/api/2.0${path}`, { ...init, headers })
    return [response.status, await response.json()]
  }
  for (const path of ['/assets/created', '/accounts/current', '/openapi.json'])
    deepEqual(await call(`${path}/`), await call(path), path)
  equal((await call('/assets/created/'))[0], 200)
  const body = JSON.stringify({ name: 'Kita Eiga', account: 'kita' })
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'one' }
  equal((await call('/brands/', { method: 'POST', headers, body }))[0], 404)
  equal((await call('/brands', { method: 'POST', headers, body }))[0], 200)
  equal((await call('/assets/created//'))[0], 404)
  equal((await call('/nothing/'))[0], 404)
  const feed = await fetch(`${here.url}/api/2.0/live/?kid=${crypto.randomUUID()}`)
  equal(feed.status, 200)
  await feed.body!.cancel()

  await here.app.db
    .insertInto('setting')
    .values({
      value: '{"maintenance":true}',
      reason: 'a trial',
      changed_at: here.clock.now.toISOString(),
    })
    .execute()
  const isClosed = async () => (await call('/assets/created/'))[0] === 503
  equal(await waitUntil(isClosed, Boolean), true)
  equal((await call('/accounts/current/'))[0], 200)
})

test('pages may not use camera, microphone or place', async (t) => {
  const { url } = await testApp(t, { role: 'web', pages: await builtPages() })
  const policy = (await fetch(url)).headers.get('permissions-policy')!.split(', ')
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment'])
    ok(policy.includes(`${feature}=()`), feature)
})

test('Chromium knows every feature that pages may not use', async (t) => {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const page = await (await openChromium(here))()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Permissions-Policy')) complaints.push(message.text())
  })
  await page.goto('/about')
  deepEqual(complaints, [])
})

test('a database whose disk or memory is full, or that is busy, is unavailable and no bug', async (t) => {
  const { url, app } = await testApp(t, { role: 'web' })
  const raising = (state: string) =>
    app.pool.query(`
      create or replace function fault() returns trigger language plpgsql as
        $$ begin raise exception using errcode = '${state}'; end $$;
      create or replace trigger fault before insert on nonce execute function fault()`)
  const lines = captureLog(t)
  const ask = async () => {
    const response = await fetch(`${url}/api/2.0/nonce`, { method: 'POST' })
    const { error } = (await response.json()) as { error: { code: string } }
    return [response.status, error.code, response.headers.get('retry-after')]
  }
  for (const state of ['53100', '53200', '53300', '55P03']) {
    await raising(state)
    deepEqual(await ask(), [503, 'unavailable', '5'], state)
  }
  ok(!lines.some((line) => line.includes('"what":"bug"')))
  await raising('53400')
  deepEqual((await ask()).slice(0, 2), [500, 'bug'])
})
