import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { connect } from '#core/database/db.ts'
import { migrate } from '#core/database/migrate.ts'
import { openPostgres } from '#core/database/postgres.ts'
import { madeOnce } from './made-once.ts'

/**
 * Copies a PostgreSQL cluster with all migrations to a path where nothing is, with its owner. To make it
 * anew takes a second of the processor.
 */
export async function copyCluster(to: string) {
  const made = await madeOnce('migrated', async (folder) => {
    const postgres = await openPostgres(join(folder, 'postgres'))
    const { pool } = connect(postgres.url)
    await migrate(pool)
    await pool.end()
    await postgres.stop()
  })
  execFileSync('cp', ['-a', join(made, 'postgres'), to])
}
