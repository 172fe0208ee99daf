import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#core/database/db.ts'
import { addressesIn } from '#core/database/primary.ts'
import { countsByTask } from '#core/job-queue.ts'
import { readConfig } from '#src/config.ts'
import { ConfigError } from '#src/environment.ts'
import { checkNotifications, openDatabase } from '#src/database.ts'
import { sendMail } from '#src/platform/mail/send.ts'
import { assertBooksBalance } from './books.ts'
import { dataFolder, startApp } from './data-folder.ts'
import { captureLog } from './log-capture.ts'
import { placeOrders } from './order-stream.ts'
import { createPerson, type RunningApp } from './people.ts'
import { ask, openPrimaryAndStandby } from './standby.ts'
import { waitUntil } from './test-app.ts'
import { createTitle } from './titles.ts'

const PRICE = 1_000
const BUYERS = 8
const EACH = 30
const PATIENCE_MS = 90_000

test('OP-05 a standby is promoted while orders run: none is lost or doubled, and the process goes on by itself', async (t) => {
  const { primary, standby } = await openPrimaryAndStandby(t)
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  const url = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`
  const app = await startApp(dataFolder(t), { env: { DATABASE_URL: url } })
  app.child.stderr!.resume()
  const before = connect(primary.url, 4)
  const here: RunningApp = {
    url: app.url,
    app: { db: before.db },
    clock: { get now() { return new Date() } }, // oxfmt-ignore
  }
  const mika = await createPerson(here, 'Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: BUYERS * EACH, price: PRICE })
  const people = await Promise.all(
    Array.from({ length: BUYERS }, (_, i) =>
      createPerson(here, `P${i}`, { balance: EACH * PRICE }),
    ),
  )
  await before.pool.end()

  const orders = placeOrders(people, film, { each: EACH, price: PRICE, patienceMs: PATIENCE_MS })
  const { acknowledged } = orders
  while (acknowledged.size < BUYERS * 3) await sleep(5)
  primary.child.kill('SIGKILL')
  const lines = captureLog(t, 'takes writes')
  const config = {
    databaseUrl: url,
    databaseDirectUrl: undefined,
    postgresDir: '',
    production: false,
  }
  const opening = openDatabase(config, () => {}) // a process that starts meanwhile
  await sleep(1_500)
  const atPromotion = acknowledged.size
  await ask(standby.url, 'select pg_promote()')
  await orders.done
  const other = await opening
  t.after(() => other.close())
  ok(orders.refused.length > 0)
  deepEqual([...new Set(orders.refused)], ['unavailable'])
  ok(atPromotion < BUYERS * EACH)
  equal(acknowledged.size, BUYERS * EACH)
  deepEqual(
    lines.map((line) => (JSON.parse(line) as { what: string }).what),
    [
      'no server of DATABASE_URL takes writes: waiting until one is promoted',
      'another server of DATABASE_URL takes writes',
    ],
  )

  // A process that starts now hears notifications by an address whose first host is gone.
  await checkNotifications({ url, directUrl: `${url}&application_name=direct` })
  const after = connect(standby.url, 4)
  t.after(() => after.pool.end())
  const stored = await after.db.selectFrom('purchase').select(['id', 'status']).execute()
  deepEqual(stored.map(({ id }) => id).toSorted(), [...acknowledged.values()].toSorted())
  ok(stored.every(({ status }) => status === 'settled'))
  deepEqual(await Promise.all(people.map((who) => who.balance())), people.map(() => 0)) // oxfmt-ignore
  await assertBooksBalance(after.db)
  const mails = async () =>
    (await countsByTask(after.db)).find(({ name }) => name === sendMail.name)?.waiting ?? 0
  equal(await waitUntil(mails, (waiting) => waiting === 0, 60), 0) // jobs go on, too
})

test('an address may name several hosts, as libpq reads it, and only for writes', () => {
  const one = 'postgres://me:p%40ss@%2Frun%2Fpg/renban?sslmode=require'
  deepEqual(addressesIn(one), [one])
  deepEqual(addressesIn('postgres://me:pw@a:5432,b/renban?target_session_attrs=read-write&ssl=1'), [
    'postgres://me:pw@a:5432/renban?ssl=1',
    'postgres://me:pw@b/renban?ssl=1',
  ])
  const fault = (DATABASE_URL: string) => {
    try {
      return String(readConfig({ NODE_ENV: 'test', DATABASE_URL }).databaseUrl)
    } catch (error) {
      ok(error instanceof ConfigError)
      return error.message
    }
  }
  const several = 'postgres://me@a,b/renban?target_session_attrs='
  equal(fault(`${several}read-write`), `${several}read-write`)
  equal(
    fault(`${several}any`),
    'DATABASE_URL has target_session_attrs: only read-write is possible.',
  )
  equal(fault('postgres://me@a,:x/renban'), 'DATABASE_URL is postgres://….')
})
