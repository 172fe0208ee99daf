import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { SMTPServer } from 'smtp-server'
import { builtPages } from '#src/app.ts'
import { addSeconds, followClock } from '#core/clock.ts'
import { enqueue } from '#core/jobs.ts'
import { type Endpoint, type InputOf, requestOf } from '#core/http/endpoint.ts'
import { beginUpload, completeUpload } from '#src/media/upload/upload.shared.ts'
import { workReport } from '#src/health.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { CARDS } from './card-fixtures.ts'
import { payAt, stateOf } from './card-purchase.ts'
import { captureLog } from './log-capture.ts'
import type { Person } from './people.ts'
import { openDatabaseProxy, openTcpProxy } from './tcp-proxy.ts'
import { createTitle } from './titles.ts'
import { plainPicture, putFile, uploadForm, uploadOf, waitForUpload } from './uploads.ts'
import { tenTimes, type TestApp, testApp, waitUntil } from './test-app.ts'

const PRICE = 1_000
const HOUR_MS = 3_600_000
const SILENT_MS = 2_000 // of a vendor or the database, instead of tens of seconds

/** Returns what `/readyz` says of a process. */
async function readiness({ url }: TestApp) {
  const response = await fetch(`${url}/readyz`)
  const report = (await response.json()) as { faults: string[] }
  return { code: response.status, ...report }
}

interface WorkReport {
  faults: string[]
  books: string
  card: string
  storage: string
  mail: string
}
/** Returns what `/workerz` says of the work that all processes share. */
async function workOf({ url }: TestApp, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/workerz`, { headers })
  const report = response.status === 404 ? undefined : ((await response.json()) as WorkReport)
  return { code: response.status, ...report }
}

/** Calls once, and returns status, `Retry-After` and body. */
async function callOnce<E extends Endpoint>(
  { url: origin }: TestApp,
  { token }: Person,
  endpoint: E,
  input: InputOf<E>,
  key: string = randomUUID(),
) {
  const { url, body } = requestOf(endpoint, input)
  const response = await fetch(origin + url, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
    },
    body: body!,
  })
  const answer = (await response.json()) as { purchase_id?: string; error?: { code: string } }
  return { status: response.status, wait: response.headers.get('retry-after'), answer }
}

const refusal = (code: string, wait = '5') => ({ status: 503, wait, code })
const refusalIn = ({ status, wait, answer }: Awaited<ReturnType<typeof callOnce>>) => ({
  status,
  wait,
  code: answer.error?.code,
})

test('a cut network to the database gets 503 on all calls; nothing is lost, and purchases go on after it', async (t) => {
  let network!: Awaited<ReturnType<typeof openTcpProxy>>
  const here = await testApp(t, {
    role: 'web',
    via: async ({ addresses, databaseUrl }) => {
      const proxy = await openDatabaseProxy(databaseUrl)
      network = proxy.network
      return { addresses, databaseUrl: proxy.url, silentMs: SILENT_MS }
    },
  })
  t.after(() => network.close())
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: PRICE })))
  const film = await createTitle(here, mika, { copies: 10, price: PRICE })
  const keys = tenTimes(() => randomUUID())
  const buy = (who: Person, i: number) =>
    callOnce(here, who, purchaseForFree, film.order(i + 1, PRICE), keys[i])
  const before = await buy(people[0]!, 0)
  equal(before.status, 200)

  network.silence()
  const during = await Promise.all(people.map(buy))
  deepEqual(
    during.map(refusalIn),
    tenTimes(() => refusal('unavailable')),
  )
  const cut = await readiness(here)
  deepEqual([cut.code, cut.faults], [503, ['database does not answer']])

  network.refuse()
  deepEqual(refusalIn(await buy(people[1]!, 1)), refusal('unavailable'))

  network.resume()
  await waitUntil(
    () => readiness(here),
    ({ code }) => code === 200,
  )
  const after = await Promise.all(people.map(buy))
  deepEqual(
    after.map(({ status }) => status),
    tenTimes(() => 200),
  )
  equal(after[0]!.answer.purchase_id, before.answer.purchase_id)
  const sold = await here.app.db.selectFrom('purchase').select('id').execute()
  equal(sold.length, 10)
  deepEqual(
    await Promise.all(people.map((who) => who.balance())),
    tenTimes(() => 0),
  )
})

test('a database that takes no writes, as a standby, gets 503 until it does', async (t) => {
  captureLog(t)
  let address = ''
  const here = await testApp(t, {
    role: 'web',
    via: async (to) => {
      address = to.databaseUrl
      return { ...to, databaseUrl: `${address}?application_name=standby` } // connections of its own
    },
  })
  const change = async (readOnly: 'on' | 'off') => {
    const client = new Client(address)
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    const name = new URL(address).pathname.slice(1)
    await client.query(`alter database ${name} set default_transaction_read_only = ${readOnly}`)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await client.end()
  }
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: PRICE })
  const film = await createTitle(here, mika, { copies: 1, price: PRICE })
  const buy = () => callOnce(here, ren, purchaseForFree, film.order(1, PRICE), 'once')

  await change('on')
  here.beforeClose(() => change('off'))
  const standby = await waitUntil(
    () => readiness(here),
    ({ faults }) => faults[0] === 'database is read-only',
  )
  deepEqual([standby.code, standby.faults], [503, ['database is read-only']])
  deepEqual(refusalIn(await buy()), refusal('unavailable'))
  await change('off')
  await waitUntil(
    () => readiness(here),
    ({ code }) => code === 200,
  )
  equal((await buy()).status, 200)
})

for (const fault of ['silence', 'refuse'] as const)
  test(`UP-06 while the storage is cut (${fault}) an upload is refused with 503, and it finishes afterwards`, async (t) => {
    captureLog(t)
    let network!: Awaited<ReturnType<typeof openTcpProxy>>
    const here = await testApp(t, {
      via: async ({ addresses, databaseUrl }) => {
        const { storage } = addresses
        const { port, pathname } = new URL(storage.endpoint)
        network = await openTcpProxy({ port: Number(port), host: 'localhost' })
        const endpoint = `http://127.0.0.1:${network.port}${pathname}`
        const addressed = { ...storage, endpoint, idleMs: SILENT_MS }
        return { addresses: { ...addresses, storage: addressed }, databaseUrl }
      },
    })
    t.after(() => network.close())
    const mika = await here.person('Mika', { role: 'ORH' })
    const picture = await plainPicture(64, 64)
    const begun = await mika.call(beginUpload, uploadForm(mika, picture))
    equal((await putFile(begun.asset, picture.bytes)).status, 200)
    const complete = () =>
      callOnce(here, mika, completeUpload, { upload_id: begun.asset.upload_id })
    equal((await workOf(here)).storage, 'asked')

    network[fault]()
    deepEqual(refusalIn(await complete()), refusal('unavailable'))
    equal((await readiness(here)).code, 200, 'other servers have the same storage')
    match((await workOf(here)).storage!, /^has not answered since 20/)
    equal((await uploadOf(mika, begun.uuid)).status, 'uploading')

    network.resume()
    equal((await complete()).status, 200)
    const done = await waitForUpload(mika, begun.uuid)
    deepEqual([done.status, done.minted?.copies_count], ['done', 3])
    equal((await workOf(here)).storage, 'asked')
  })

test('a mail that the server refuses for a day is sent once when it accepts it', async (t) => {
  captureLog(t)
  const refusing = { on: true }
  const received: string[] = []
  let server!: Awaited<ReturnType<typeof openMailServer>>
  const here = await testApp(t, {
    role: 'web',
    via: async ({ addresses, databaseUrl }) => {
      server = await openMailServer(refusing, received)
      const mail = { ...addresses.mail, port: server.port }
      return { addresses: { ...addresses, mail }, databaseUrl }
    },
  })
  t.after(() => server.close())
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: PRICE })
  const film = await createTitle(here, mika, { copies: 1, price: PRICE })
  equal((await ren.call(purchaseForFree, film.order(1, PRICE))).status, 'settled')
  const { db } = here.app
  // The queue follows the database's clock: its jobs are moved into the past instead.
  const waitASpell = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
    await here.app.runDueJobs()
  }
  await here.app.runDueJobs()
  const delays: number[] = []
  for (let waited = 0; waited < 86_400;) {
    const { rows } = await sql<{ seconds: number }>`
      select max(extract(epoch from run_at - now()))::int as seconds
      from graphile_worker.jobs where task_identifier = 'mail.send'`.execute(db)
    delays.push(rows[0]!.seconds)
    waited += rows[0]!.seconds
    await waitASpell()
  }
  ok(delays.length >= 10, 'it was tried again and again')
  deepEqual(received, [])
  equal((await readiness(here)).code, 200)
  deepEqual((await workOf(here)).mail, '1 not accepted yet, sent again')

  refusing.on = false
  await waitASpell()
  await waitASpell()

  deepEqual(received, [ren.email])
  equal((await workOf(here)).mail, 'asked')
})

/** Opens a mail server that refuses recipients for the time being (RFC 5321, 4.2.1). */
async function openMailServer(refusing: { on: boolean }, received: string[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusing.on ? Object.assign(new Error('later'), { responseCode: 451 }) : null),
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    port: (listening.address() as { port: number }).port,
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}

test('while the card provider is too slow, nothing stays held, and afterwards cards pay again', async (t) => {
  let network!: Awaited<ReturnType<typeof openTcpProxy>>
  const here = await testApp(t, {
    via: async ({ addresses, databaseUrl }) => {
      const { card } = addresses
      network = await openTcpProxy({ port: card.api!.port, host: card.api!.host })
      const api = { ...card.api!, host: '127.0.0.1', port: network.port }
      const slow = { ...card, api, timeout: SILENT_MS }
      return { addresses: { ...addresses, card: slow }, databaseUrl }
    },
  })
  t.after(() => network.close())
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const film = await createTitle(here, mika, { copies: 5, price: PRICE })
  const order = (number: number, key?: string) =>
    callOnce(here, ren, purchaseSerial, film.order(number, 500), key)

  network.silence()
  for (const number of [1, 2, 3])
    equal(refusalIn(await order(number)).code, 'card_unavailable', `No. ${number}`)
  const { wait } = await order(4)
  match(wait!, /^3\d$/)
  const { total, reserved_for_purchase } = await ren.call(getBalance, {})
  deepEqual([total, reserved_for_purchase], [500, 0])
  equal((await readiness(here)).code, 200)
  match((await workOf(here)).card!, /^does not answer, asked again in 3\d s$/)

  network.resume()
  here.clock.now = addSeconds(here.clock.now, Number(wait))
  const reply = await ren.call(purchaseSerial, film.order(1, 500))
  await payAt(reply.url, CARDS.pays)
  const sale = await waitUntil(
    () => stateOf(here, reply),
    ({ sold }) => sold,
  )
  deepEqual([sale.status, sale.captured], ['settled', 500])
  equal((await workOf(here)).card, 'asked')
})

test('a data folder that cannot be written is a reason not to be ready, and uploads wait for it', async (t) => {
  captureLog(t)
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const picture = await plainPicture(64, 64)
  const begun = await mika.call(beginUpload, uploadForm(mika, picture))
  await putFile(begun.asset, picture.bytes)
  equal((await readiness(here)).code, 200)
  // Root may write to a read-only folder; nobody can write a file in place of a folder.
  const [work, probe] = ['processing', '.ready'].map((name) => join(here.config.dataDir, name))
  rmSync(work!, { recursive: true, force: true })
  rmSync(probe!)
  writeFileSync(work!, '')
  mkdirSync(probe!)

  const { status } = await mika.call(completeUpload, { upload_id: begun.asset.upload_id })
  equal(status, 'queued')
  await here.app.runDueJobs()
  const stopped = await readiness(here)
  deepEqual([stopped.code, stopped.faults], [503, ['data folder cannot be written (EISDIR)']])
  const waiting = await uploadOf(mika, begun.uuid)
  deepEqual([waiting.status, waiting.failure], ['processing', null])

  rmSync(work!)
  rmSync(probe!, { recursive: true })
  for (let i = 0; i < 3; i++) {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(here.app.db)
    await here.app.runDueJobs()
  }
  const done = await uploadOf(mika, begun.uuid)
  deepEqual([done.status, done.minted?.copies_count], ['done', 3])
  equal((await readiness(here)).code, 200)
})

test('a worker that stands still and books that differ take no page offline', async (t) => {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const { db } = here.app
  deepEqual([(await workOf(here)).code, (await workOf(here)).books], [200, 'balance'])
  await enqueue(db, { name: 'purchase.expire_holds' }, {}, { at: new Date(Date.now() - HOUR_MS) })
  const differences = JSON.stringify([{ sentence: 'every copy has one owner', rows: [] }])
  const checked_at = here.clock.now.toISOString()
  await db.insertInto('books_check').values({ kind: 'self', checked_at, differences }).execute()

  const { code, faults, books } = await workOf(here)
  deepEqual([code, books], [503, 'differ'])
  match(faults![0]!, /^jobs are 36\d\d s behind$/)
  deepEqual(await readiness(here), { code: 200, status: 'ready', faults: [] })
  equal((await fetch(`${here.url}/`)).status, 200)
  deepEqual(await workOf(here, { 'x-forwarded-for': '192.0.2.1' }), { code: 404 })
})

test('a clock that jumps by hours in one process changes no deadline, and its report says so', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const { app, clock } = here
  const followed = await followClock(app.pool)
  t.after(() => followed.stop())
  const machine = Date.now()
  clock.now = followed.now()
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const film = await createTitle(here, mika, { copies: 2, price: PRICE })
  const reply = await ren.call(purchaseSerial, film.order(1, 500))
  const statusAfter = async (seconds: number) => {
    clock.now = addSeconds(followed.now(), seconds)
    await here.run('purchase.expire_holds')
    const { clock: report } = await workReport(app.jobCtx('workerz'), () => followed.secondsAhead())
    return [(await stateOf(here, reply)).status, report.replace(/\d+ s/, 'some')]
  }

  deepEqual(await statusAfter(0), ['reserved', 'agrees with the database'])
  t.mock.timers.enable({ apis: ['Date'], now: machine + 5 * HOUR_MS })
  deepEqual(await statusAfter(0), ['reserved', 'is some ahead of the database'])
  t.mock.timers.setTime(machine - 5 * HOUR_MS)
  deepEqual(await statusAfter(0), ['reserved', 'is some behind the database'])
  deepEqual(await statusAfter(3_600), ['expired', 'is some behind the database'])
  t.mock.timers.reset()
})
