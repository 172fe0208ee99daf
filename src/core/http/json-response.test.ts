import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { jsonResponse, cacheSerialized } from './json-response.ts'

/** Serves a long reply that counts how often it is serialized. */
function countingReply() {
  const facts = { items: Array.from({ length: 100 }, (_, n) => ({ n, title: `Title ${n}` })) }
  const count = { times: 0 }
  const reply = { toJSON: () => ((count.times += 1), facts) }
  const app = new Hono().use(compress()).get('/', (c) => jsonResponse(c, reply))
  const ask = (coding?: string) =>
    app.request('/', { headers: { ...(coding && { 'accept-encoding': coding }) } })
  return { facts, count, reply, ask }
}

test('a cached reply is serialized once per content coding and sent in the accepted coding', async () => {
  const { facts, count, reply, ask } = countingReply()
  cacheSerialized(reply)
  for (const [accepted, coding, unpack] of [
    [undefined, null, (bytes: Buffer) => bytes],
    ['identity', null, (bytes: Buffer) => bytes],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const) {
    const response = await ask(accepted)
    equal(response.headers.get('content-encoding'), coding, accepted)
    equal(response.headers.get('cache-control'), 'no-store')
    equal(response.headers.get('vary'), 'Accept-Encoding')
    const bytes = Buffer.from(await response.arrayBuffer())
    equal(Number(response.headers.get('content-length')), bytes.length)
    deepEqual(JSON.parse(unpack(bytes).toString()), facts)
  }
  equal(count.times, 3) // plain, gzip and Brotli
})

test('any other reply is serialized for each request', async () => {
  const { facts, count, ask } = countingReply()
  for (const coding of ['identity', 'gzip']) {
    const bytes = Buffer.from(await (await ask(coding)).arrayBuffer())
    deepEqual(JSON.parse((coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()), facts)
  }
  equal(count.times, 2)
  cacheSerialized(undefined)
  const nothing = await new Hono().get('/', (c) => jsonResponse(c, undefined)).request('/')
  ok(nothing.status === 204 && nothing.headers.get('cache-control') === 'no-store')
})

test('a reply is compressed at once unless it is short, or so long that others would wait', async () => {
  const answer = async (characters: number, one = 'a') => {
    const reply = { text: one.repeat(characters) }
    const app = new Hono().use(compress()).get('/', (c) => jsonResponse(c, reply))
    const { headers } = await app.request('/', { headers: { 'accept-encoding': 'gzip, br' } })
    return { coding: headers.get('content-encoding'), length: headers.get('content-length') }
  }
  deepEqual(await answer(100), { coding: null, length: '111' })
  const { coding, length } = await answer(10_000)
  ok(coding === 'gzip' && Number(length) < 100, `${coding} ${length}`)
  deepEqual(await answer(100_000), { coding: 'gzip', length: null }) // as a stream
  equal((await answer(400, 'あ')).coding, 'gzip') // 1,200 bytes
  equal((await answer(30_000, 'あ')).length, null)
})
