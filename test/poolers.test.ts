import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { connect, inTx } from '#core/database/db.ts'
import { migrate } from '#core/database/migrate.ts'
import { ConfigError } from '#src/environment.ts'
import { checkNotifications } from '#src/database.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { captureLog } from './log-capture.ts'
import { openPgBouncer, withPgBouncer } from './pgbouncer.ts'
import { createTitle } from './titles.ts'
import { emptyDatabase, tenTimes, testApp, waitUntil } from './test-app.ts'

const PRICE = 1_000
const PATIENCE_MS = 1_000 // for a notification that never comes

/** Opens the app behind PgBouncer; by transaction, with the address of PostgreSQL itself as well. */
async function appBehind(t: TestContext, mode: 'session' | 'transaction') {
  let pooler!: Awaited<ReturnType<typeof openPgBouncer>>
  const here = await testApp(t, {
    via: async ({ addresses, databaseUrl: directUrl }) => {
      pooler = await openPgBouncer(directUrl, mode)
      return { addresses, databaseUrl: pooler.url, ...(mode === 'transaction' && { directUrl }) }
    },
  })
  t.after(() => pooler.stop()) // after the app has closed
  return here
}

/** Returns the address of a database by way of PgBouncer, which ends with the test. */
async function addressBehind(t: TestContext, url: string, mode: 'session' | 'transaction') {
  const pooler = await openPgBouncer(url, mode)
  t.after(() => pooler.stop())
  return pooler.url
}

for (const mode of ['session', 'transaction'] as const)
  test(
    `OP-10 behind PgBouncer by ${mode}, ten buy at once, pages hear of it, and jobs run`,
    withPgBouncer,
    async (t) => {
      const here = await appBehind(t, mode)
      const { db } = here.app
      const mika = await here.person('Mika', { role: 'ORH' })
      const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: PRICE })))
      const film = await createTitle(here, mika, { copies: 10, price: PRICE })
      const feed = changeFeedOf(db)!
      const before = feed.version(film.kid)
      const bought = await Promise.all(
        people.map((who, i) => who.call(purchaseForFree, film.order(i + 1, PRICE))),
      )
      deepEqual(
        bought.map(({ status }) => status),
        tenTimes(() => 'settled'),
      )
      ok(await waitUntil(async () => feed.version(film.kid) !== before, Boolean))
      const mails = await waitUntil(
        () => here.inbox(people[9]!.email),
        (inbox) => inbox.length > 0,
      )
      equal(mails.length, 1)

      const limits = () =>
        inTx(here.app, async (tx) => {
          const { rows } = await sql<{ lock: string; idle: string }>`
          select current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx)
          return rows[0]
        })
      const all = await Promise.all(tenTimes(limits))
      deepEqual(
        all,
        tenTimes(() => ({ lock: '30s', idle: '1min' })),
      )
    },
  )

test(
  'OP-10 a pooler that loses notifications is one line at the start, unless PostgreSQL is named, too',
  withPgBouncer,
  async (t) => {
    const database = await emptyDatabase()
    t.after(database.drop)
    const directUrl = database.url
    const bySession = await addressBehind(t, directUrl, 'session')
    const byTransaction = await addressBehind(t, directUrl, 'transaction')
    await checkNotifications({ url: directUrl, directUrl })
    await checkNotifications({ url: bySession, directUrl: bySession })
    await checkNotifications({ url: byTransaction, directUrl })
    await checkNotifications({ url: byTransaction, directUrl: bySession })
    await rejects(
      checkNotifications({ url: byTransaction, directUrl: byTransaction }, PATIENCE_MS),
      new ConfigError([
        'DATABASE_URL does not pass on notifications: its pooler pools by transaction. Set DATABASE_DIRECT_URL to PostgreSQL itself.',
      ]),
    )
    const other = await emptyDatabase()
    t.after(other.drop)
    await rejects(
      checkNotifications({ url: byTransaction, directUrl: other.url }, PATIENCE_MS),
      new ConfigError([
        'DATABASE_DIRECT_URL does not hear what DATABASE_URL says: it must be the same database, without a pooler that pools by transaction.',
      ]),
    )
  },
)

for (const mode of ['session', 'transaction'] as const)
  test(
    `OP-10 processes that start at once behind PgBouncer by ${mode} migrate one after the other`,
    withPgBouncer,
    async (t) => {
      const lines = captureLog(t)
      const database = await emptyDatabase()
      t.after(database.drop)
      const url = await addressBehind(t, database.url, mode)
      const pools = [0, 1].map(() => connect(url, 2, 0).pool)
      t.after(() => Promise.all(pools.map((pool) => pool.end())))
      const [first, second] = pools
      // As if the newest migration had not run, and another process were running it.
      const holder = await first!.connect()
      await holder.query(`begin; select pg_advisory_xact_lock(hashtext('migrate'))`)
      const newest = '(select max(name) from migration where name ~ $1)'
      const { rows } = await second!.query(
        `delete from migration where name = ${newest} returning name`,
        ['^\\d'],
      )
      equal(rows.length, 1)
      const migrated = migrate(second!)
      const waiting = 'another process migrates the database: waiting for it'
      const said = await waitUntil(
        async () => lines.map((line) => JSON.parse(line).what),
        (whats) => whats.includes(waiting),
      )
      ok(said.includes(waiting))
      await holder.query('insert into migration values ($1)', [rows[0].name])
      await holder.query('commit')
      holder.release()
      await migrated
    },
  )
