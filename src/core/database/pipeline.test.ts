import { deepEqual, match, ok, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { waitersAppear } from '../../../test/row-locks.ts'
import { emptyDatabase } from '../../../test/test-app.ts'
import { connect, inTx, type Tx } from './db.ts'

/** Opens a pool of one connection with an empty table of numbers, and another connection. */
async function onePool(t: TestContext) {
  const { url, drop } = await emptyDatabase()
  const { pool, db } = connect(url, 1)
  const other = connect(url, 1)
  t.after(async () => {
    await pool.end()
    await other.pool.end()
    await drop()
  })
  await sql`create temporary table shelf (n int primary key)`.execute(db)
  const add = (tx: Tx, n: number) => sql`insert into shelf values (${n})`.execute(tx)
  const all = async (tx: Tx | typeof db = db) =>
    (await sql<{ n: number }>`select n from shelf order by n`.execute(tx)).rows.map(({ n }) => n)
  return { db, other: other.db, add, all }
}

test('statements of a transaction run in the order in which they are executed', async (t) => {
  const { db, add, all } = await onePool(t)

  const read = await inTx({ db }, (tx) =>
    Promise.all([add(tx, 1), all(tx), add(tx, 2), add(tx, 3), all(tx)]),
  )

  deepEqual([read[1], read[4]], [[1], [1, 2, 3]])
})

test('a statement that fails among others gives its own error, and undoes them all', async (t) => {
  const { db, add, all } = await onePool(t)
  const broken = inTx({ db }, (tx) =>
    Promise.all([add(tx, 1), add(tx, 1), add(tx, 2), all(tx).then(() => add(tx, 3))]),
  )

  await rejects(broken, { code: '23505' })
  deepEqual(await all(), [])
  await inTx({ db }, (tx) => add(tx, 4))
  deepEqual(await all(), [4])
})

test('what goes on after another part has refused writes nothing', async (t) => {
  const { db, other, add, all } = await onePool(t)
  const locks = [1, 2]
  for (const n of locks) await sql`select pg_advisory_lock(${n}::int)`.execute(other)
  const unlock = (n: number) => sql`select pg_advisory_unlock(${n}::int)`.execute(other)
  const refuses = Promise.withResolvers<void>()
  let first!: Promise<unknown>
  let later: unknown
  const refused = inTx({ db }, async (tx) => {
    const waits = locks.map((n) => sql`select pg_advisory_xact_lock(${n}::int)`.execute(tx))
    first = waits[0]!
    first.then(() => add(tx, 1)).catch((error: unknown) => (later = error))
    ok(await waitersAppear(other, 1))
    refuses.resolve()
    throw new Error('refused')
  })
  const refusal = rejects(refused, /refused/)
  await refuses.promise

  // The rollback comes after the second lock, and is not answered when the other part goes on.
  await unlock(1)
  await first
  await unlock(2)
  await refusal
  deepEqual(await all(), [])
  match(String(later), /has ended/)
})

test('a statement that comes after the end of its transaction is refused', async (t) => {
  const { db, add, all } = await onePool(t)
  const tx = await inTx({ db }, (used) => Promise.resolve(used))

  await rejects(add(tx, 1), /already committed/)
  deepEqual(await all(), [])
})

test('a transaction whose statements have stale plans begins anew', async (t) => {
  const { db } = await onePool(t)
  const read = (tx: Tx | typeof db) => sql`select n from shelf where n > ${0}`.execute(tx)
  await sql`insert into shelf values (1)`.execute(db)
  for (let i = 0; i < 25; i++) await read(db)
  await sql`alter table shelf alter column n type bigint`.execute(db)

  const [first, second] = await inTx({ db }, (tx) => Promise.all([read(tx), read(tx)]))
  deepEqual([first.rows, second.rows], [[{ n: 1 }], [{ n: 1 }]])
})
