import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Clock, followClock } from '#core/clock.ts'
import { connect } from '#core/database/db.ts'
import { log } from '#core/log.ts'
import { openPostgres } from '#core/database/postgres.ts'
import { type Config, ConfigError } from './config.ts'

const VERSION_MIN = 15
const AGAIN_MS = 1_000

export interface Database {
  url: string
  /** What it is, for people. */
  title: string
  clock: Clock
  close(): Promise<void>
}

/** The configured database, waited for as long as it takes, or one of our own. */
export async function openDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  const own = config.databaseUrl ? undefined : await openPostgres(config.postgresDir, say)
  const url = config.databaseUrl ?? own!.url
  const { pool } = connect(url, 1)
  try {
    const version = await checkedVersion(pool, config)
    const clock = await followClock(pool)
    const where = own ? `its own, in ${own.cluster}` : new URL(url).host
    return {
      url,
      title: `PostgreSQL ${version} (${where})`,
      clock,
      async close() {
        clock.stop()
        await pool.end()
        await own?.stop()
      },
    }
  } catch (error) {
    await pool.end()
    await own?.stop()
    throw error
  }
}

/** Refuses a server that is too old, or in production one that may lose what it confirmed. */
async function checkedVersion(pool: Pool, { production }: Config): Promise<number> {
  const { version, fsync, full_page_writes } = await whenItAnswers(pool)
  const major = Math.floor(version / 10_000)
  if (major < VERSION_MIN)
    throw new ConfigError([
      `DATABASE_URL is PostgreSQL ${major}: ${VERSION_MIN} or later is needed.`,
    ])
  if (production && (fsync === 'off' || full_page_writes === 'off'))
    throw new ConfigError(['DATABASE_URL has fsync or full_page_writes off: it may lose money.'])
  return major
}

async function whenItAnswers(pool: Pool) {
  for (let tried = 0; ; tried++) {
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
      if (isForGood(error)) throw error
      if (tried % 10 === 0) log('warn', 'the database does not answer yet', { error })
      await sleep(AGAIN_MS)
    }
  }
}

/** A wrong password (28…) or no such database (3D000): waiting does not help. */
function isForGood(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return code.startsWith('28') || code === '3D000'
}
