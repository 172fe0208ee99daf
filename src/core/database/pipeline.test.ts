import { deepEqual, match, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { emptyDatabase } from '../../../test/test-app.ts'
import { connect, inTx, type Tx } from './db.ts'

/** Opens a pool of one connection with an empty table of numbers. */
async function onePool(t: TestContext) {
  const { url, drop } = await emptyDatabase()
  const { pool, db } = connect(url, 1)
  t.after(async () => {
    await pool.end()
    await drop()
  })
  await sql`create temporary table shelf (n int primary key)`.execute(db)
  const add = (tx: Tx, n: number) => sql`insert into shelf values (${n})`.execute(tx)
  const all = async (tx: Tx | typeof db = db) =>
    (await sql<{ n: number }>`select n from shelf order by n`.execute(tx)).rows.map(({ n }) => n)
  return { db, add, all }
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
  const { db, add, all } = await onePool(t)
  let later: unknown
  const refused = inTx({ db }, async (tx) => {
    const wait = () => sql`select pg_sleep(0.1)`.execute(tx)
    const goesOn = wait().then(() => add(tx, 1))
    goesOn.catch((error: unknown) => (later = error))
    void wait() // the rollback comes after it, and is not answered when the other goes on
    await sleep(20)
    throw new Error('refused')
  })

  await rejects(refused, /refused/)
  await sleep(400)
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
