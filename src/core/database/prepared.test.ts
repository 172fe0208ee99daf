import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { createTitle } from '../../../test/titles.ts'
import { emptyDatabase, testApp } from '../../../test/test-app.ts'
import { connect, inTx, keepPlans } from './db.ts'
import { BY_INDEX, byKeys } from './prepared.ts'

const TIMES = 25 // often enough to be prepared

/** Opens a pool of one connection with a table, and returns what its session has prepared. */
async function onePool(t: TestContext, isShared = false) {
  const { url, drop } = await emptyDatabase()
  const { pool, db } = connect(url, 1, undefined, isShared)
  t.after(async () => {
    await pool.end()
    await drop()
  })
  await sql`create temporary table shelf (id int, name text)`.execute(db)
  await sql`insert into shelf values (1, 'low numbers')`.execute(db)
  const prepared = async () => {
    const { rows } = await pool.query<{ statement: string }>(
      'select statement from pg_prepared_statements order by statement',
    )
    return rows.map(({ statement }) => statement)
  }
  return { db, pool, prepared }
}

test('a connection prepares what it runs often, whatever its values', async (t) => {
  const { db, prepared } = await onePool(t)
  const found = []
  for (let id = 0; id < TIMES; id++) {
    const { rows } = await sql<{ name: string }>`select name from shelf where id = ${id}`.execute(
      db,
    )
    found.push(...rows)
  }
  await sql`select id from shelf where name = ${'once'}`.execute(db)

  deepEqual(found, [{ name: 'low numbers' }])
  deepEqual(await prepared(), ['select name from shelf where id = $1'])
})

test('a statement that finds rows by their keys keeps one plan, without a change for others', async (t) => {
  const { db, pool } = await onePool(t)
  await sql`create index on shelf (id)`.execute(db)
  for (let id = 0; id < TIMES; id++)
    await sql`${byKeys}select name from shelf where id = ${id}`.execute(db)
  for (let id = 0; id < TIMES; id++) await sql`select id from shelf where id = ${id}`.execute(db)

  const { rows } = await pool.query(`
    select statement like '--%' as marked, custom_plans::int from pg_prepared_statements
    order by statement like '--%'`)
  deepEqual(rows, [
    { marked: false, custom_plans: 5 }, // PostgreSQL compares so many with one for all values
    { marked: true, custom_plans: 0 },
  ])
  const { rows: settings } = await pool.query(
    `select name from pg_settings where name = any($1) and setting <> reset_val`,
    [Object.keys(BY_INDEX)],
  )
  deepEqual(settings, [])
})

test('a statement that finds rows by their keys changes no transaction', async (t) => {
  const { db } = await onePool(t)
  const named = sql`${byKeys}select name from shelf where id = ${1}`
  for (let i = 0; i < TIMES; i++) await named.execute(db)
  const plans = await inTx({ db }, async (tx) => {
    await keepPlans(tx)
    await named.execute(tx)
    return (await sql<{ enable_seqscan: string }>`show enable_seqscan`.execute(tx)).rows
  })
  deepEqual(plans, [{ enable_seqscan: 'off' }])
})

test('a statement that returns all columns goes on after a migration adds one', async (t) => {
  const { db, prepared } = await onePool(t)
  const all = async () => (await sql`select * from shelf where id = ${1}`.execute(db)).rows
  for (let i = 0; i < TIMES; i++) await all()
  await sql`alter table shelf add column place text`.execute(db)

  deepEqual(await all(), [{ id: 1, name: 'low numbers', place: null }])
  deepEqual(await prepared(), [])
})

test('a statement with all columns inside goes on after a migration adds one', async (t) => {
  const { db, prepared } = await onePool(t)
  const names = async () => {
    const { rows } = await sql<{ name: string; n: number }>`
      with low as (select shelf.* from shelf where id < ${2}) select name, count(*) as n -- not all (
      from low where name <> '*(' group by name
    `.execute(db)
    return rows
  }
  for (let i = 0; i < TIMES; i++) await names()
  equal((await prepared()).length, 1)
  await sql`alter table shelf add column place text`.execute(db)

  deepEqual(await names(), [{ name: 'low numbers', n: 1 }])
})

test('a statement goes on after a migration changes the type of a column', async (t) => {
  const { db, prepared } = await onePool(t)
  const ids = async (on = db) =>
    (await sql<{ id: number }>`select id from shelf where name = ${'low numbers'}`.execute(on)).rows
  const names = async (on = db) =>
    (await sql<{ name: string }>`select name from shelf where id = ${1}`.execute(on)).rows
  const prepare = async () => {
    for (let i = 0; i < TIMES; i++) await Promise.all([ids(), names()])
  }
  await prepare()
  await sql`alter table shelf alter column id type bigint, alter column name type varchar`.execute(
    db,
  )
  deepEqual([await ids(), await names()], [[{ id: 1 }], [{ name: 'low numbers' }]])
  await prepare()
  await sql`alter table shelf alter column id type numeric, alter column name type text`.execute(db)
  const both = await inTx({ db }, async (tx) => [await ids(tx), await names(tx)])
  deepEqual(both, [[{ id: '1' }], [{ name: 'low numbers' }]])
  await prepare()
  ok((await prepared()).length >= 2)
})

test('an unbalanced bracket in a string does not hide that a statement returns all columns', async (t) => {
  const { db, prepared } = await onePool(t)
  const all = async () =>
    (
      await sql`select (name = ')') as is_one, shelf.*, '' as none from shelf where id = ${1}`.execute(
        db,
      )
    ).rows
  for (let i = 0; i < TIMES; i++) await all()
  deepEqual(await prepared(), [])
})

test('nothing is prepared where a pooler may change the session', async (t) => {
  const { db, prepared } = await onePool(t, true)
  for (let id = 0; id < TIMES; id++) await sql`select name from shelf where id = ${id}`.execute(db)

  deepEqual(await prepared(), [])
})

test('people go on buying while a migration adds a column to every table', async (t) => {
  const here = await testApp(t)
  const { db } = here.app
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 100_000 })
  const film = await createTitle(here, mika, { copies: 2 * TIMES, price: 1_000 })
  const buy = async (no: number) =>
    equal((await ren.call(purchaseForFree, film.order(no, 1_000))).status, 'settled')
  for (let no = 1; no <= TIMES; no++) await buy(no)
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
  `.execute(db)
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} add column added_later text`.execute(db)

  for (let no = TIMES + 1; no <= 2 * TIMES; no++) await buy(no)
})
