import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Clock, followClock } from '#core/clock.ts'
import { connect } from '#core/database/db.ts'
import { log } from '#core/log.ts'
import { openPostgres } from '#core/database/postgres.ts'
import { type Config, ConfigError } from './config.ts'

const VERSION_MIN = 15
const RETRY_MS = 1_000

export interface Database {
  url: string
  /** A description for people. */
  title: string
  clock: Clock
  close(): Promise<void>
}

/** Opens the configured database, waiting as long as it takes, or else the embedded one. */
export async function openDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  const embedded = config.databaseUrl ? undefined : await openPostgres(config.postgresDir, say)
  const url = config.databaseUrl ?? embedded!.url
  const { pool } = connect(url, 1)
  try {
    const version = await checkedVersion(pool, config)
    const clock = await followClock(pool)
    const where = embedded ? `embedded, in ${embedded.cluster}` : new URL(url).host
    return {
      url,
      title: `PostgreSQL ${version} (${where})`,
      clock,
      async close() {
        clock.stop()
        await pool.end()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await pool.end()
    await embedded?.stop()
    throw error
  }
}

/** Returns the server's version. Throws if it is too old, or in production if it may lose commits. */
async function checkedVersion(pool: Pool, { production }: Config): Promise<number> {
  const { version, fsync, full_page_writes } = await settingsWhenUp(pool)
  const major = Math.floor(version / 10_000)
  if (major < VERSION_MIN)
    throw new ConfigError([
      `DATABASE_URL is PostgreSQL ${major}: ${VERSION_MIN} or later is needed.`,
    ])
  if (production && (fsync === 'off' || full_page_writes === 'off'))
    throw new ConfigError(['DATABASE_URL has fsync or full_page_writes off: it may lose money.'])
  return major
}

async function settingsWhenUp(pool: Pool) {
  for (let attempt = 0; ; attempt++) {
    try {
      const { rows } = await pool.query<{
        version: number
        fsync: string
        full_page_writes: string
      }>(
        `select current_setting('server_version_num')::int as version,
                current_setting('fsync') as fsync,
                current_setting('full_page_writes') as full_page_writes`,
      )
      return rows[0]!
    } catch (error) {
      if (isPermanent(error)) throw error
      if (attempt % 10 === 0) log('warn', 'the database does not answer yet', { error })
      await sleep(RETRY_MS)
    }
  }
}

/** Recognises errors that waiting does not fix: a wrong password (28…) or no such database (3D000). */
function isPermanent(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return code.startsWith('28') || code === '3D000'
}
