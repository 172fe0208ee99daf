import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { log } from '#core/log.ts'
import { TIMEOUTS } from './db.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MIGRATIONS = join(ROOT, 'db/migrations')
/** The name under which the migrations of this version of the job queue count as run. */
const QUEUE = `graphile-worker ${packageVersion('graphile-worker')}`
const UNDEFINED_TABLE = '42P01'

/**
 * Runs the migrations in `db/migrations` that have not run yet, in order, each in its own transaction,
 * and those of the job queue. Other processes wait meanwhile. Needs two connections.
 */
export async function migrate(pool: Pool) {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))
  const names = files.map((file) => basename(file, '.sql'))
  const wanted = [...names.toSorted(), QUEUE]
  if (await haveRun(pool, wanted)) return
  const holder = await pool.connect()
  try {
    await lockMigrations(holder)
    await runMigrations({ pgPool: pool })
    await pool.query('create table if not exists migration (name text primary key)')
    const { rows } = await pool.query<{ name: string }>('select name from migration')
    const done = new Set(rows.map((row) => row.name))
    for (const name of wanted) if (!done.has(name)) await runMigration(pool, name)
  } finally {
    holder.release(true) // ends the transaction that holds the lock
  }
}

/** Takes the lock in a transaction, because a pooler may give what follows one another session. */
async function lockMigrations(client: PoolClient) {
  await client.query('begin')
  // Another process may be running a long migration, and this one holds the lock for as long.
  for (const name of Object.keys(TIMEOUTS)) await client.query(`set local ${name} = 0`)
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('migrate')) as free`,
  )
  if (rows[0]!.free) return
  log('info', 'another process migrates the database: waiting for it')
  await client.query(`select pg_advisory_xact_lock(hashtext('migrate'))`)
}

async function runMigration(pool: Pool, name: string) {
  const client = await pool.connect()
  let failed = true
  try {
    const migration = name === QUEUE ? '' : readFileSync(join(MIGRATIONS, `${name}.sql`), 'utf8')
    await client.query(`begin;\nset local lock_timeout = 0;\n${migration}`)
    await client.query('insert into migration values ($1)', [name])
    await client.query('commit')
    failed = false
  } finally {
    client.release(failed) // closing the connection rolls back a failed migration
  }
}

/** Returns the pinned version of a package that Renban depends on. */
function packageVersion(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return dependencies[name]
}

/** Tells without a lock if all of these have run, as at most starts. */
async function haveRun(pool: Pool, names: string[]): Promise<boolean> {
  try {
    const { rows } = await pool.query('select from migration where name = any($1)', [names])
    return rows.length === names.length
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return false
    throw error
  }
}
