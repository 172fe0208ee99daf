import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { requestPayout, updatePayouts } from '#src/finance/payout/payout.shared.ts'
import { runUpdate } from '#src/finance/payout/update.ts'
import { beginUpload, uploadTransitions } from '#src/media/upload/upload.shared.ts'
import { failUpload } from '#src/media/upload/upload.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { countOutcomes, tenTimes, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import type { Person } from '../../../test/people.ts'
import { createTitle } from '../../../test/titles.ts'
import { uploadForm } from '../../../test/uploads.ts'
import * as hooks from './webhook.shared.ts'

interface Received {
  headers: Record<string, string>
  body: string
}

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: x'

/** Starts a server that records what it receives, and answers with the status of the moment. */
async function receiver(t: TestContext) {
  const received: Received[] = []
  const answers = { status: 200, location: '' }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      if (answers.status === 0) return // no answer
      if (answers.status === 101) {
        request.socket.write(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n\r\n`)
        return
      }
      const { location } = answers
      response.writeHead(answers.status, { ...(location && { location }) }).end('ok')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { url, received, answers }
}

const all = [...hooks.eventNames]
const deliver = (here: TestApp) => here.run('webhook.deliver')
const advance = (here: TestApp, seconds: number) => {
  here.clock.now = addSeconds(here.clock.now, seconds)
}
const failureOf = (answer: unknown) =>
  (answer as { error?: { code: string } } | undefined)?.error?.code
const logOf = async (who: Person, id: string) =>
  (await who.call(hooks.listWebhookMessages, { id })).items

async function withWebhook(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH', balance: 5_000 })
  const server = await receiver(t)
  const made = await mika.call(hooks.createWebhook, { url: server.url, events: all })
  equal(failureOf(made), undefined)
  return { here, mika, server, id: made.id, secret: made.secret }
}

test('WH-01 a message is signed as Standard Webhooks says, also with the former secret for a day', async (t) => {
  const { here, mika, server, id, secret } = await withWebhook(t)
  here.clock.now = new Date() // the package refuses other times
  match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const verify = (by: string) => {
    const { body, headers } = server.received.at(-1)!
    return new Webhook(by).verify(body, headers) as { type: string }
  }
  await mika.call(hooks.testWebhook, { id })
  await deliver(here)
  equal(verify(secret).type, 'test')
  const [message] = await logOf(mika, id)
  equal(server.received[0]!.headers['webhook-id'], message!.id)
  deepEqual([message!.status, message!.failure, message!.next_at], [200, null, null])

  const { secret: second } = await mika.call(hooks.rotateWebhook, { id })
  notEqual(second, secret)
  await mika.call(hooks.testWebhook, { id })
  await deliver(here)
  equal(verify(secret).type, 'test')
  equal(verify(second).type, 'test')
  const rotated = addSeconds(here.clock.now, -hooks.ROTATION_HOURS * 3_600).toISOString()
  await here.app.db.updateTable('webhook').set({ rotated_at: rotated }).execute()
  await mika.call(hooks.testWebhook, { id })
  await deliver(here)
  equal(verify(second).type, 'test')
  equal(server.received.at(-1)!.headers['webhook-signature']!.split(' ').length, 1)
})

test('WH-02 a creator’s server is told once of each sale and title of theirs, and of no other', async (t) => {
  const { here, mika, server } = await withWebhook(t)
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const film = await createTitle(here, mika, { copies: 3, price: 500 })
  const other = await createTitle(here, aoi, { copies: 1, price: 400 })
  for (const order of [film.order(1, 500), film.order(2, 500), other.order(1, 400)])
    equal(failureOf(await ren.call(purchaseForFree, order)), undefined)
  advance(here, 600)
  await Promise.all(tenTimes(() => here.run('webhook.collect')))
  await here.run('webhook.collect')
  await here.app.db.transaction().execute(async (tx) => {
    await sql`select from webhook_message for update`.execute(tx)
    await deliver(here) // leaves out what another process claims
  })
  equal(server.received.length, 0)
  await Promise.all(tenTimes(() => deliver(here)))
  await deliver(here)
  const told = server.received.map(({ body }) => JSON.parse(body) as { type: string; data: never })
  const sold = told.filter(({ type }) => type === 'purchase.settled')
  for (const { type, data } of told) hooks.webhookEvents[type as hooks.WebhookEvent].parse(data)
  const numbers = sold.map(({ data }) => (data as { number: number }).number)
  deepEqual(
    numbers.toSorted((a, b) => a - b),
    [1, 2],
  )
  deepEqual(
    told
      .flatMap(({ data }) => (data as { kid?: string }).kid ?? [])
      .filter((kid) => kid !== film.kid),
    [],
  )
  ok(!server.received.some(({ body }) => body.includes(ren.account_id) || body.includes(ren.email)))

  advance(here, 31 * 86_400)
  await here.run('webhook.purge')
  await here.run('webhook.collect')
  await deliver(here)
  equal(server.received.length, told.length) // also of what is no longer in the list of messages
})

test('WH-02 a creator’s server is told of an upload that fails twice, long after its job began, and of a payout', async (t) => {
  const { here, mika, server } = await withWebhook(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const file = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }
  const { uuid, kid } = await mika.call(beginUpload, uploadForm(mika, file))
  const encoding = here.app.jobCtx('test')
  const { now: at } = encoding
  await inTx(encoding, async (tx) => {
    await transition(tx, uploadTransitions, uuid, {
      action: 'complete',
      by: 'creator',
      account: mika.account_id,
      at,
    })
    await transition(tx, uploadTransitions, uuid, { action: 'process', by: 'platform', at })
  })
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  advance(here, 600)
  await here.run('webhook.collect') // the messages of the ten minutes in which it was encoded
  await failUpload(encoding, uuid, { code: 'media_broken', params: {} })
  const update = { ids: [id], status: 'failed' as const, reason: 'no such account' }
  const { job_id } = await sora.call(updatePayouts, update)
  await runUpdate(here.app.jobCtx('test'), { id: job_id })
  advance(here, 600)
  await here.run('webhook.collect')
  await inTx(here.app, async (tx) => {
    const again = here.clock.now
    const creator = { by: 'creator', account: mika.account_id, at: again } as const
    await transition(tx, uploadTransitions, uuid, { action: 'retry', ...creator })
    await transition(tx, uploadTransitions, uuid, { action: 'process', by: 'platform', at: again })
  })
  await failUpload(here.app.jobCtx('test'), uuid, { code: 'media_broken', params: {} })
  advance(here, 600)
  await here.run('webhook.collect')
  await deliver(here)
  const told = server.received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
  deepEqual(
    told.map(({ type, data }) => [
      type,
      hooks.webhookEvents[type as hooks.WebhookEvent].parse(data),
    ]),
    [
      ['upload.failed', { uuid, kid, failure: 'media_broken' }],
      ['payout.settled', { payout_id: id, month: '2030-01', amount: 1_000, status: 'failed' }],
      ['upload.failed', { uuid, kid, failure: 'media_broken' }],
    ],
  )
})

test('WH-03 a delivery that fails is tried again with the same id, later each time, and can be replayed', async (t) => {
  const { here, mika, server, id } = await withWebhook(t)
  server.answers.status = 500
  await mika.call(hooks.testWebhook, { id })
  await deliver(here)
  await deliver(here)
  equal(server.received.length, 1)
  const [first] = await logOf(mika, id)
  deepEqual([first!.status, first!.failure, first!.tries], [500, 'status', 1])
  ok(first!.next_at! > here.clock.now.toISOString())
  advance(here, 10)
  await deliver(here)
  equal(server.received.length, 2)
  advance(here, 10)
  await deliver(here)
  equal(server.received.length, 2) // the next pause is minutes
  server.answers.status = 204
  advance(here, 400)
  await deliver(here)
  const [done] = await logOf(mika, id)
  deepEqual([done!.status, done!.next_at, done!.tries], [204, null, 3])
  await mika.call(hooks.replayWebhookMessage, { id, message_id: done!.id })
  await deliver(here)
  equal(server.received.length, 4)
  deepEqual(
    new Set(server.received.map(({ headers }) => headers['webhook-id'])),
    new Set([done!.id]),
  )
})

test('WH-03 a delivery that was cut off before it was recorded happens again with the same id', async (t) => {
  const { here, mika, server, id } = await withWebhook(t)
  await mika.call(hooks.testWebhook, { id })
  armFailpoint('webhook.delivered', () => {
    throw new Error('killed')
  })
  await deliver(here).catch(() => {})
  armFailpoint(undefined, () => {})
  await deliver(here)
  equal(server.received.length, 1)
  equal((await logOf(mika, id))[0]!.delivered_at, null)
  advance(here, 61)
  await deliver(here)
  equal(server.received.length, 2)
  const [one, two] = server.received.map(({ headers }) => headers['webhook-id'])
  equal(one, two)
  ok((await logOf(mika, id))[0]!.delivered_at)
})

test('WH-03 redirects are not followed', async (t) => {
  const { here, mika, server, id } = await withWebhook(t)
  const target = await receiver(t)
  Object.assign(server.answers, { status: 307, location: target.url })
  await mika.call(hooks.testWebhook, { id })
  await deliver(here)
  equal(target.received.length, 0)
  deepEqual((await logOf(mika, id))[0]!.status, 307)
})

test('WH-03 an answer that switches protocols is logged like any other that refuses', async (t) => {
  const { here, mika, server, id } = await withWebhook(t)
  server.answers.status = 101
  await mika.call(hooks.testWebhook, { id })
  await deliver(here)
  deepEqual((await logOf(mika, id))[0]!.status, 101)
})

test('WH-04 a webhook that fails for days is switched off with a mail, and can be switched on again', async (t) => {
  const { here, mika, server, id } = await withWebhook(t)
  server.answers.status = 503
  await mika.call(hooks.testWebhook, { id })
  await deliver(here)
  const isFailing = async () => (await mika.call(hooks.listWebhooks, {})).items[0]!
  ok((await isFailing()).failing_since)
  advance(here, hooks.FAILING_DAYS * 86_400 - 60)
  await deliver(here)
  equal((await isFailing()).disabled_at, null)
  await mika.call(hooks.testWebhook, { id })
  advance(here, 86_400)
  await deliver(here)
  ok((await isFailing()).disabled_at)
  const count = server.received.length
  advance(here, 86_400)
  await deliver(here)
  equal(server.received.length, count)
  equal(failureOf(await mika.call(hooks.testWebhook, { id })), 'webhook_off')
  const [message] = await logOf(mika, id)
  const replay = { id, message_id: message!.id }
  equal(failureOf(await mika.call(hooks.replayWebhookMessage, replay)), 'webhook_off')
  await here.app.runDueJobs()
  const mails = (await here.inbox(mika.email)).filter(({ text }) => text.includes(server.url))
  equal(mails.length, 1)
  server.answers.status = 200
  const on = await mika.call(hooks.updateWebhook, { id, enabled: true })
  deepEqual([on.disabled_at, on.failing_since], [null, null])
  await mika.call(hooks.replayWebhookMessage, replay)
  await deliver(here)
  ok((await logOf(mika, id)).find((one) => one.id === message!.id)!.delivered_at)
})

test('WH-04 a webhook that was switched off is sent what it missed once it is on again', async (t) => {
  const { here, mika, server, id } = await withWebhook(t)
  server.answers.status = 503
  const { id: failed } = await mika.call(hooks.testWebhook, { id })
  await deliver(here)
  advance(here, 1)
  const waiting = await mika.call(hooks.testWebhook, { id })
  await here.app.db
    .updateTable('webhook_message')
    .set({ next_at: addSeconds(here.clock.now, 4 * 86_400).toISOString() })
    .where('id', '=', waiting.id)
    .execute()
  advance(here, hooks.FAILING_DAYS * 86_400)
  await deliver(here)
  ok((await mika.call(hooks.listWebhooks, {})).items[0]!.disabled_at)
  await createTitle(here, mika, { copies: 1, price: 500 })
  advance(here, 600)
  await here.run('webhook.collect')
  server.received.length = 0
  await deliver(here)
  equal(server.received.length, 0)
  const missed = await mika.call(hooks.listWebhookMessages, { id })
  const facts = missed.items.map(({ event, next_at, failure }) => [event, next_at, failure])
  deepEqual(facts, [
    ['title.published', null, null],
    ['test', null, null],
    ['test', null, 'status'],
  ])
  equal(missed.undelivered, 3)
  equal(failureOf(await mika.call(hooks.replayWebhook, { id })), 'webhook_off')

  server.answers.status = 200
  await mika.call(hooks.updateWebhook, { id, enabled: true })
  const counts = await Promise.all(tenTimes(() => mika.call(hooks.replayWebhook, { id })))
  equal(counts.filter(({ count }) => count > 0).length, 1)
  equal(counts.find(({ count }) => count > 0)?.count, 3)
  await deliver(here)
  equal(server.received.length, 3)
  deepEqual(
    new Set(server.received.map(({ headers }) => headers['webhook-id'])),
    new Set([failed, waiting.id, missed.items[0]!.id]),
  )
  equal((await mika.call(hooks.listWebhookMessages, { id })).undelivered, 0)
  deepEqual(await mika.call(hooks.replayWebhook, { id }), { count: 0 })
})

test('WH-05 nobody but their owner sees or changes a webhook, and a person has at most ten', async (t) => {
  const { here, mika, server, id } = await withWebhook(t)
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const message_id = (await mika.call(hooks.testWebhook, { id })).id
  const mine = { id, message_id }
  const answers: unknown[] = [
    await aoi.call(hooks.updateWebhook, { id, url: 'https://evil.example' }),
    await aoi.call(hooks.removeWebhook, { id }),
    await aoi.call(hooks.rotateWebhook, { id }),
    await aoi.call(hooks.testWebhook, { id }),
    await aoi.call(hooks.listWebhookMessages, { id }),
    await aoi.call(hooks.replayWebhookMessage, mine),
    await aoi.call(hooks.replayWebhook, { id }),
  ]
  deepEqual(new Set(answers.map(failureOf)), new Set(['not_found']))
  const hers = await aoi.call(hooks.createWebhook, { url: server.url, events: all })
  equal(
    failureOf(await aoi.call(hooks.replayWebhookMessage, { id: hers.id, message_id })),
    'not_found',
  )
  const add = () => mika.call(hooks.createWebhook, { url: server.url, events: all })
  for (let i = 1; i < hooks.WEBHOOKS_MAX - 3; i++) await add()
  deepEqual(countOutcomes(await Promise.all(tenTimes(add))), { done: 3, too_many_webhooks: 7 })
  await mika.call(hooks.removeWebhook, { id })
  equal(failureOf(await mika.call(hooks.testWebhook, { id })), 'not_found')
  const tests = []
  for (let i = 0; i < 11; i++) tests.push(await aoi.call(hooks.testWebhook, { id: hers.id }))
  deepEqual(countOutcomes(tests), { done: 10, too_many_requests: 1 })
})
