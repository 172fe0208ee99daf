import { deepEqual, doesNotMatch, match } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase } from '../../../test/test-app.ts'
import { connect, inTx, keepPlans, planFreely } from './db.ts'

test('every connection of a pool keeps PostgreSQL from compiling statements', async (t) => {
  const { url, drop } = await emptyDatabase()
  t.after(drop)
  const setup = connect(url, 1)
  await sql`alter database ${sql.ref(new URL(url).pathname.slice(1))} set jit = on`.execute(
    setup.db,
  )
  await setup.pool.end()

  const { pool } = connect(url, 2)
  const clients = await Promise.all([pool.connect(), pool.connect()])
  const answers = await Promise.all(clients.map((client) => client.query('show jit')))
  for (const client of clients) client.release()
  await pool.end()

  deepEqual(
    answers.map(({ rows }) => rows),
    [[{ jit: 'off' }], [{ jit: 'off' }]],
  )
})

test('within an order’s transaction plans find rows by index, until it plans freely', async (t) => {
  const { url, drop } = await emptyDatabase()
  const { db, pool } = connect(url, 1)
  t.after(() => pool.end().then(drop))
  await sql`create table word (id bigint primary key, text text)`.execute(db)
  await sql`vacuum analyze word`.execute(db)
  const rows = sql`jsonb_to_recordset(${'[]'}::jsonb) as row (id bigint)`
  const [kept, free] = await inTx({ db }, async (tx) => {
    const explain = () => sql<object>`explain select from word join ${rows} using (id)`.execute(tx)
    await keepPlans(tx)
    const before = await explain()
    await planFreely(tx)
    return [before, await explain()]
  })
  match(JSON.stringify(kept.rows), /Nested Loop.*Index (Only )?Scan using word_pkey/)
  doesNotMatch(JSON.stringify(free.rows), /Index/)
})
