import { equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { jsonResponse } from '#core/http/answer.ts'
import type { Db } from '#core/database/db.ts'
import { cached } from './answer-cache.ts'

const KEEP = { ms: 40 }

/** A question of its own database, with the count of how often it was really asked. */
function question() {
  const asked = { times: 0, answer: async () => ++asked.times }
  const db = {} as Db // only its identity counts
  const ask = (keep: Parameters<typeof cached<number>>[2] = KEEP, key = 'one') =>
    cached(db, key, keep, () => asked.answer())
  return { asked, ask }
}

test('ten guests at once are one question, and a moment later it is asked anew', async () => {
  const { asked, ask } = question()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask()))
  equal(new Set(answers).size, 1)
  equal(asked.times, 1)
  await sleep(60)
  equal(await ask(), 2)
})

test('another question, another house and no memory at all have answers of their own', async () => {
  const [here, there] = [question(), question()]
  equal(await here.ask(), 1)
  equal(await here.ask(KEEP, 'two'), 2)
  equal(await there.ask(), 1)
  equal(await here.ask({ ms: 0 }), 3)
})

test('an answer that is not to be kept, or none, is asked for again', async () => {
  const { asked, ask } = question()
  equal(await ask({ ms: 1_000, if: (said) => said > 1 }), 1)
  equal(await ask({ ms: 1_000, if: (said) => said > 1 }), 2)
  equal(await ask({ ms: 1_000 }), 2)

  const broken = question()
  broken.asked.answer = () => Promise.reject(new Error('gone'))
  await rejects(broken.ask())
  broken.asked.answer = async () => 7
  equal(await broken.ask(), 7)
  equal(asked.times, 2)
})

test('what is kept goes out packed, and is packed once', async () => {
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
