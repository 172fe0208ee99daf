import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { isRefusal } from '#core/errors.ts'
import { rateLimit, senderLimit } from './rate-limit.ts'

test('a caller over the limit is told when to retry, and other callers are not affected', async () => {
  const app = new Hono()
  app.onError((error) => Response.json(isRefusal(error) ? error.params : {}, { status: 429 }))
  app.use(rateLimit(senderLimit(3), (c) => c.req.header('from') ?? ''))
  app.get('/', (c) => c.text('here'))
  const ask = async (from: string) => (await app.request('/', { headers: { from } })).status

  const mika = []
  let last = 0
  for (let i = 0; i < 5; i++) mika.push(await ask('mika'))

  deepEqual(mika, [200, 200, 200, 429, 429])
  deepEqual(await ask('ren'), 200)
  deepEqual(await ask('2001:db8:1:2::1'), 200)
  for (const host of ['::2', ':3:4:5:6', '::7']) last = await ask(`2001:db8:1:2${host}`)
  deepEqual(last, 429, 'the addresses of one customer count together')
  deepEqual(await ask('2001:db8:1:3::1'), 200)
  const answer = await app.request('/', { headers: { from: 'mika' } })
  deepEqual(Object.keys((await answer.json()) as object), ['seconds'])
})
