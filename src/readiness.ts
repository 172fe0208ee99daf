import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'

const ANSWER_MS = 2_000
const LAG_SECONDS = 120
const FREE_BYTES = 200 * 1024 * 1024

/** Returns the reasons why this process should not receive requests now; empty if ready. */
export async function readinessFaults(db: Db, dataDir: string): Promise<string[]> {
  const [database, disk] = await Promise.all([databaseFault(db), diskFault(dataDir)])
  return [database, disk].filter((fault) => fault !== undefined)
}

async function databaseFault(db: Db): Promise<string | undefined> {
  const timeout = new Promise<string>((resolve) => {
    setTimeout(resolve, ANSWER_MS, 'database does not answer').unref()
  })
  return Promise.race([queueFault(db).catch(() => 'database does not answer'), timeout])
}

async function queueFault(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ lag: number }>`
    select coalesce(extract(epoch from now() - min(run_at)), 0)::int as lag
    from graphile_worker._private_jobs
    where locked_at is null and attempts < max_attempts and run_at < now()
  `.execute(db)
  return rows[0]!.lag > LAG_SECONDS ? `jobs are ${rows[0]!.lag} s behind` : undefined
}

async function diskFault(dataDir: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize < FREE_BYTES ? 'disk is nearly full' : undefined
}
