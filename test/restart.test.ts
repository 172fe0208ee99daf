import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Client } from 'pg'
import { LIVE_PATH } from '#src/platform/realtime/live.shared.ts'
import {
  dataFolder,
  failedStart,
  migratedFolder,
  postmasterOf,
  startApp,
  type StartedApp,
  statusOf,
} from './data-folder.ts'
import { freePort } from './free-port.ts'
import { PRODUCTION } from './production.ts'
import { eventually, isAlive, embeddedDatabaseUrl } from './program.ts'
import { emptyDatabase } from './test-app.ts'

const CALL = '/api/2.0/application_settings'
const DRAIN_MS = 10_000 // the time that the server waits for open requests when it stops

test('a PostgreSQL left behind by a killed app is used again, and a clean stop leaves no process', async (t) => {
  const folder = await migratedFolder(t)
  const first = await startApp(folder)
  const pid = postmasterOf(folder)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await startApp(folder)
  equal(postmasterOf(folder), pid)
  deepEqual(await statusOf(second, CALL), 200)
  second.child.kill('SIGTERM')
  deepEqual(await once(second.child, 'exit'), [0, null])
  await eventually(async () => ok(!isAlive(pid)))
})

test('a started process answers, outlasts its database and stops at once', async (t) => {
  const app = await startApp(await migratedFolder(t))
  await t.test('OP-11 a check by HTTP/1.0, which has no host, is answered', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write('GET /readyz HTTP/1.0\r\n\r\n')
    match(await text(socket), /^HTTP\/1\.1 200 /)
  })
  await t.test('requests get 503 while the database is down, and succeed after its return', () =>
    assertOutlastsDatabase(app),
  )
  await t.test('it closes event streams at once instead of waiting for them', () =>
    assertStopsAtOnce(app),
  )
})

async function assertOutlastsDatabase(app: StartedApp) {
  equal(await statusOf(app, '/readyz'), 200)

  const pid = postmasterOf(app.folder)
  process.kill(pid, 'SIGSTOP') // keeps the database down during the assertions
  process.kill(pid, 'SIGKILL')
  // Its backend processes may outlive it for a moment.
  const during = () => Promise.all([statusOf(app, '/readyz'), statusOf(app, CALL)])
  await eventually(async () => deepEqual(await during(), [503, 503]))
  equal(await statusOf(app, '/healthz'), 200)

  await eventually(async () => {
    deepEqual(await Promise.all([statusOf(app, '/readyz'), statusOf(app, CALL)]), [200, 200])
  })
  equal(app.child.exitCode, null)
}

async function assertStopsAtOnce(app: StartedApp) {
  const listen = () => fetch(`${app.url}${LIVE_PATH}?kid=${randomUUID()}`)
  await eventually(async () => equal((await listen()).status, 200))
  const streams = await Promise.all(Array.from({ length: 10 }, listen))
  const ended = Promise.all(streams.map((stream) => stream.text()))

  const told = performance.now()
  app.child.kill('SIGTERM')
  for (const stream of await ended) ok(stream.startsWith('retry: '), 'when to come again')
  deepEqual(await once(app.child, 'exit'), [0, null])
  ok(performance.now() - told < DRAIN_MS)
}

test('a stopping process says so for some seconds, and answers requests meanwhile', async (t) => {
  const app = await startApp(await migratedFolder(t), { env: { DRAIN_SECONDS: '10' } })
  await eventually(async () => equal(await statusOf(app, '/readyz'), 200))
  app.child.kill('SIGTERM')
  await eventually(async () => {
    const response = await fetch(`${app.url}/readyz`, { headers: { connection: 'close' } })
    const { status, faults } = (await response.json()) as { status: string; faults: string[] }
    deepEqual([status, faults.includes('shutting down')], ['not ready', true])
  })
  equal(await statusOf(app, CALL), 200)
  deepEqual(await once(app.child, 'exit'), [0, null])
})

test('OP-11 a process whose vendors run elsewhere opens its port when it is ready', async (t) => {
  const database = await emptyDatabase()
  t.after(database.drop)
  const port = await freePort()
  const vendors = { ...PRODUCTION, NODE_ENV: 'development', PORT: String(port) }
  const starting = startApp(dataFolder(t), {
    role: 'web',
    env: { ...vendors, DATABASE_URL: database.url },
  })
  const first = eventually(() => statusOf({ url: `http://127.0.0.1:${port}` }, '/readyz'))
  equal(await first, 200)
  await starting
})

test('OP-03 a worker says at a port of its own whether it works or lacks its database', async (t) => {
  const folder = await migratedFolder(t)
  const METRICS_PORT = String(await freePort())
  const url = `http://127.0.0.1:${METRICS_PORT}`
  const faults = async () => {
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } })
    return ((await response.json()) as { faults: string[] }).faults
  }
  await startApp(folder, { role: 'web' }) // runs the emulators
  const worker = await startApp(folder, { role: 'worker', env: { METRICS_PORT } })
  equal(await statusOf({ url }, '/healthz'), 200)
  deepEqual(await faults(), [])
  await eventually(async () => equal(await statusOf({ url }, '/workerz'), 200))
  equal(await statusOf({ url }, '/'), 404)

  const pid = postmasterOf(folder)
  process.kill(pid, 'SIGSTOP')
  process.kill(pid, 'SIGKILL')
  await eventually(async () => deepEqual(await faults(), ['database does not answer']))
  await eventually(async () => deepEqual(await faults(), []))

  const { said, code } = await failedStart(t, { DATA_DIR: folder, PORT: '0', METRICS_PORT })
  const fault = `METRICS_PORT ${METRICS_PORT} is taken by another program: set METRICS_PORT to another.`
  deepEqual([said.trim(), code], [fault, 1])
  worker.child.kill('SIGTERM')
  deepEqual(await once(worker.child, 'exit'), [0, null])
})

test('a stopping process finishes open requests and accepts no new ones', async (t) => {
  const app = await startApp(await migratedFolder(t))
  const slow = new Client({ connectionString: embeddedDatabaseUrl(app.folder) })
  await slow.connect()
  await slow.query('begin; lock table setting in access exclusive mode')
  const answer = fetch(app.url + CALL)
  await eventually(async () => {
    const { rowCount } = await slow.query(
      `select from pg_locks where relation = 'setting'::regclass and not granted`,
    )
    ok(rowCount! > 0)
  })

  app.child.kill('SIGTERM')
  await eventually(async () =>
    equal(await statusOf(app, '/healthz').catch(() => 'refused'), 'refused'),
  )
  await slow.query('commit')
  await slow.end()

  equal((await answer).status, 200)
  deepEqual(await once(app.child, 'exit'), [0, null])
})
