import { deepEqual, equal } from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { testApp } from './test-app.ts'

const FORM = 'application/x-www-form-urlencoded'
const PAGES = ['/language', '/sign-out', '/login', '/', '/language.data']
const openApp = async (t: TestContext) => testApp(t, { role: 'web', pages: await builtPages() })

test('a form above 64 kB is refused before it is read, on every page', async (t) => {
  const { url } = await openApp(t)
  const post = (path: string, body: string) =>
    fetch(url + path, { method: 'POST', body, headers: { 'content-type': FORM, origin: url } })
  for (const path of PAGES)
    equal((await post(path, `lang=${'x'.repeat(65_536)}`)).status, 413, path)
  equal((await post('/language', `lang=ja&next=/&unknown=${'x'.repeat(60_000)}`)).status, 200)
})

test('a form without a length is cut off after 64 kB', async (t) => {
  const { url } = await openApp(t)
  const headers = { 'content-type': FORM, origin: url, 'transfer-encoding': 'chunked' }
  const sent = request(`${url}/language`, { method: 'POST', headers }).on('error', () => {})
  const reply = once(sent, 'response')
  const part = 'x'.repeat(16_384)
  for (let i = 0; i < 8; i++) sent.write(part)
  const [response] = (await reply) as [{ statusCode: number }]
  equal(response.statusCode, 413)
  sent.destroy()
})

test('a malformed form is refused as such, and changes nothing', async (t) => {
  const { url } = await openApp(t)
  for (const type of ['multipart/form-data', 'text/plain', 'application/json'])
    for (const path of ['/language', '/login']) {
      const headers = { 'content-type': type, origin: url }
      const response = await fetch(url + path, { method: 'POST', body: 'lang=ja', headers })
      deepEqual(
        [response.status, response.headers.get('set-cookie')],
        [400, null],
        `${path} ${type}`,
      )
    }
})

test('a call that guests may make takes 64 kB, others a megabyte', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const post = (path: string, name: string) =>
    fetch(`${here.url}/api/2.0${path}`, {
      method: 'POST',
      body: JSON.stringify({ [name]: 'x'.repeat(65_536) }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${mika.token}` },
    })
  equal((await post('/login', 'nonce')).status, 413)
  equal((await post('/brands', 'name')).status, 422)
})

test('a body with too many fields, deep or of another type is refused', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const post = async (body: unknown, type = 'application/json') => {
    const headers = { 'content-type': type, authorization: `Bearer ${mika.token}` }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${here.url}/api/2.0/brands`, init)
    return ((await response.json()) as { error: unknown }).error
  }
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown${i}`, 1]))
  const refused = { code: 'body_invalid', params: {} }
  deepEqual(await post(fields(10_001)), refused)
  deepEqual(await post({ name: 'Kita', many: [fields(6_000), fields(6_000)] }), refused)
  let deep: unknown = 1
  for (let i = 0; i < 40; i++) deep = [deep]
  deepEqual(await post({ name: deep }), refused)
  const wrongType = { code: 'wrong_content_type', params: {} }
  for (const type of ['application/json-seq', 'application/jsonp', 'text/json'])
    deepEqual(await post({ name: 'Kita' }, type), wrongType, type)
})

test('64 kB of unknown keys from a guest are refused, and larger bodies before they have arrived', async (t) => {
  const here = await testApp(t, { role: 'web' })
  /** Sends a body; without `isWhole` all but its last byte, for which the reply does not wait. */
  const send = async (path: string, count: number, isWhole: boolean) => {
    const keys = Array.from({ length: count }, (_, i) => `"${i.toString(36)}":1`)
    const body = `{${keys.join(',')}}`
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request(`${here.url}/api/2.0${path}`, { method: 'POST', headers, agent: false })
    const reply = once(sent, 'response')
    sent.on('error', () => {}) // the server may close before the end
    if (isWhole) sent.end(body)
    else sent.write(body.slice(0, -1))
    const [response] = (await reply) as [IncomingMessage]
    const { error } = JSON.parse(await text(response)) as { error: { code: string } }
    sent.destroy()
    return error.code
  }
  equal(await send('/login', 8_000, true), 'input_invalid')
  equal(await send('/login', 120_000, false), 'too_large')
  equal(await send('/brands', 120_000, false), 'not_signed_in')
})
