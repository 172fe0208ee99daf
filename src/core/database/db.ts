import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types } from 'pg'
import { fromDatabase } from '#core/errors.ts'
import { log } from '#core/log.ts'
import type { DB } from './tables.ts'

// Rows go to the wire as they are, so a value has one form in SQL's answer, in JSON and on screen.
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const CONNECTIONS = 16
const WAIT_MS = 30_000 // as long as a request may take: a crowd waits its turn
const TRIES = 3
// Serialization failure and deadlock: the same work may well succeed a moment later.
const AGAIN = new Set(['40001', '40P01'])

export function connect(url: string, connections = CONNECTIONS): { db: Db; pool: Pool } {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: WAIT_MS,
    lock_timeout: WAIT_MS,
    idle_in_transaction_session_timeout: 2 * WAIT_MS, // a frozen process lets its rows go
    application_name: 'renban',
  })
  // Without listeners a lost connection, idle or checked out, would take the process down.
  pool.on('error', (error) => pool.ending || log('warn', 'database connection lost', { error }))
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) }
}

/** One act, one transaction, tried again after a deadlock. Nothing outside happens in here. */
export async function inTx<T>({ db }: { db: Db }, action: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(action)
    } catch (error) {
      if (tried === TRIES || !AGAIN.has((error as { code?: string }).code ?? ''))
        throw fromDatabase(error)
      await sleep(10 * tried * Math.random())
    }
  }
}

/** Reads as of one moment, so that a deal made meanwhile is seen whole or not at all. */
export function inSnapshot<T>({ db }: { db: Db }, read: (tx: Tx) => Promise<T>): Promise<T> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(read)
}

/** Runs the plain SQL files that have not run yet, in order, one transaction each. */
export async function migrate(pool: Pool) {
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0') // another process may be at a long one
    await client.query(`select pg_advisory_lock(hashtext('migrate'))`)
    await runMigrations({ pgPool: pool })
    await client.query('create table if not exists migration (name text primary key)')
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const done = new Set(rows.map((row) => row.name))
    const folder = join(import.meta.dirname, '../../../db/migrations')
    for (const file of globSync('*.sql', { cwd: folder }).toSorted()) {
      const name = basename(file, '.sql')
      if (done.has(name)) continue
      await client.query(`begin;\n${readFileSync(join(folder, file), 'utf8')}`)
      await client.query('insert into migration values ($1)', [name])
      await client.query('commit')
    }
  } finally {
    client.release(true) // closes the connection, and with it the lock and any half-done step
  }
}

/** The pattern of `like` and `ilike` for texts that contain this one, whatever signs it is made of. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
