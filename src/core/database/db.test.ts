import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase } from '../../../test/test-app.ts'
import { connect } from './db.ts'

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
