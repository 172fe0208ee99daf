import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Hono } from 'hono'
import { jsonResponse } from '#core/http/json-response.ts'
import type { Db } from '#core/database/db.ts'
import { cached } from './answer-cache.ts'

const RULE = { ms: 40 }

/** Creates a cached query on a database of its own that counts its executions. */
function query() {
  const runs = { times: 0, answer: async () => ++runs.times }
  const db = {} as Db // the cache uses only its identity
  const ask = (rule: Parameters<typeof cached<number>>[2] = RULE, key = 'one') =>
    cached(db, key, rule, () => runs.answer())
  return { runs, db, ask }
}

test('ten guests at once cause one query, and a moment later it runs again', async () => {
  const { runs, ask } = query()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask()))
  equal(new Set(answers).size, 1)
  equal(runs.times, 1)
  await sleep(60)
  equal(await ask(), 2)
})

test('after a change, all who came during an outdated query share one more', async () => {
  const { runs, db, ask } = query()
  let version = '1'
  const rule = { ms: 1_000, version: () => version }
  const [first, waiting] = [ask(rule), [] as Promise<number>[]]
  version = '2'
  for (let i = 0; i < 10; i++) waiting.push(ask(rule))
  equal(await first, 1)
  deepEqual(new Set(await Promise.all(waiting)), new Set([2]))
  equal(await ask(rule), 2)
  version = '3'
  equal(await ask(rule), 3)
  equal(runs.times, 3)

  const failing = cached(db, 'fails', rule, () => Promise.reject(new Error('gone')))
  version = '4'
  const after = cached(db, 'fails', rule, async () => 'well')
  await rejects(failing)
  equal(await after, 'well')
})

test('the oldest answers are forgotten before all take more than their memory', async () => {
  const { runs, ask } = query()
  const rule = { ms: 60_000, bytes: () => 20 * 1_048_576 }
  for (const key of ['a', 'b', 'c', 'd', 'd', 'c', 'b']) await ask(rule, key)
  equal(runs.times, 4)
  await ask(rule, 'a')
  equal(runs.times, 5)
})

test('an outdated answer leaves the memory when another is kept', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const db = {} as Db
  const refOf = async (key: string) =>
    new WeakRef(await cached(db, key, { ms: 1 }, async () => ({ key })))
  const first = await refOf('a')
  await sleep(20)
  await refOf('b')
  await sleep(20)
  collectGarbage()
  equal(first.deref(), undefined)
  await cached(db, 'c', { ms: 1 }, async () => ({})) // the cache was alive until now
})

test('another key, another database and no caching each run their own query', async () => {
  const [here, there] = [query(), query()]
  equal(await here.ask(), 1)
  equal(await here.ask(RULE, 'two'), 2)
  equal(await there.ask(), 1)
  equal(await here.ask({ ms: 0 }), 3)
})

test('a rejected answer and an error are not cached', async () => {
  const { runs, ask } = query()
  equal(await ask({ ms: 1_000, if: (answer) => answer > 1 }), 1)
  equal(await ask({ ms: 1_000, if: (answer) => answer > 1 }), 2)
  equal(await ask({ ms: 1_000 }), 2)

  const broken = query()
  broken.runs.answer = () => Promise.reject(new Error('gone'))
  await rejects(broken.ask())
  broken.runs.answer = async () => 7
  equal(await broken.ask(), 7)
  equal(runs.times, 2)
})

test('a cached answer is sent compressed, and is compressed once', async () => {
  const db = {} as Db
  const items = Array.from({ length: 50 }, (_, n) => `Title ${n}`)
  let written = 0
  const list = async () => ({ toJSON: () => (written++, { items }) })
  const hono = new Hono().get('/', async (c) =>
    jsonResponse(c, await cached(db, 'one', { ms: 1_000 }, list)),
  )
  const ask = () => hono.request('/', { headers: { 'accept-encoding': 'gzip' } })
  for (const response of [await ask(), await ask()]) {
    equal(response.headers.get('content-encoding'), 'gzip')
    equal(response.headers.get('vary'), 'Accept-Encoding')
  }
  equal(written, 1)
})
