import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { type TestContext, test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { isRefusal } from '#core/errors.ts'
import { waitUntil } from '../../../test/test-app.ts'
import { live } from './live.ts'
import { LIVE_PATH } from './live.shared.ts'
import { subscribers } from './subscribers.ts'

const EVENTS_MAX = 5_000_000 // more than the buffers of a socket hold
const AT_ONCE = 10 // few enough for a reader that does not stop

/** Serves the streams of one title alone, with a place for two connections of an address. */
async function serve(t: TestContext) {
  const all = subscribers()
  const feed = { isConnected: () => true, subscribe: all.subscribe }
  const ctx = { db: undefined as never, ip: '192.0.2.1' }
  const app = new Hono().route(
    '/',
    live(
      async () => ctx,
      { person: 9, address: 2, app: 9 },
      () => feed,
    ),
  )
  app.onError((error, c) =>
    isRefusal(error) ? c.json({ error: error.code, ...error.params }, 429) : c.text('bug', 500),
  )
  const responses = new Set<ServerResponse>()
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
    void listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { all, port, responses }
}

/** Opens a stream whose reader reads the head of the answer and then stops. */
async function openAndStop(t: TestContext, port: number) {
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(`GET ${LIVE_PATH}?kid=${randomUUID()} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return String(head)
}

test('readers that stop keep their places, are cut off once little waits for them, and free their places', async (t) => {
  const { all, port, responses } = await serve(t)
  const url = `http://127.0.0.1:${port}${LIVE_PATH}?kid=${randomUUID()}`
  for (let i = 0; i < 2; i++) ok((await openAndStop(t, port)).startsWith('HTTP/1.1 200'))

  const refused = await fetch(url)
  equal(refused.status, 429)
  deepEqual(await refused.json(), { error: 'too_many_requests', seconds: 30 })

  let unread = 0
  for (let sent = 0; responses.size > 0 && sent < EVENTS_MAX; sent += AT_ONCE) {
    for (let i = 0; i < AT_ONCE; i++) all.heartbeat()
    for (const { writableLength } of responses) unread = Math.max(unread, writableLength)
    await turn()
  }
  equal(responses.size, 0, 'both connections are closed')
  ok(unread < 100_000, `${unread} bytes waited in the process`)

  const again = () => fetch(url).then(async (one) => (await one.body?.cancel(), one.status))
  equal(await waitUntil(again, (status) => status === 200), 200)
})
