import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { type Clock, followClock } from '#core/clock.ts'
import { connect } from '#core/database/db.ts'
import { log } from '#core/log.ts'
import { hostsIn, primaryOf } from '#core/database/primary.ts'
import { openPostgres } from '#core/database/postgres.ts'
import type { Config } from './config.ts'
import { ConfigError } from './environment.ts'
import { causeOf, databaseFault } from './start-faults.ts'

const VERSION_MIN = 15
const RETRY_MS = 1_000
const CONNECT_MS = 10_000
const HEARD_MS = 20_000 // a notification takes milliseconds; a machine may stand still for longer
const READ_ONLY = 'read-only'
const PATIENCE_MS = 60_000 // a database that starts with this program takes seconds

export interface Database {
  url: string
  /** The address for LISTEN and migrations; `url` if no other is set. */
  directUrl: string
  /** A description for people. */
  title: string
  clock: Clock
  close(): Promise<void>
}

/**
 * Opens the configured database, waiting for `patience` milliseconds, or else the embedded one. Throws a
 * `ConfigError` that names the variable and what to do.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'postgresDir' | 'production'>,
  say: (line: string) => void,
  patience = PATIENCE_MS,
): Promise<Database> {
  const embedded = config.databaseUrl ? undefined : await openEmbedded(config.postgresDir, say)
  const url = config.databaseUrl ?? embedded!.url
  const directUrl = config.databaseDirectUrl ?? url
  const { pool } = connect(url, 1, undefined, directUrl !== url)
  try {
    const version = await checkedVersion(pool, config, url, patience)
    const clock = await followClock(pool)
    const where = embedded ? `embedded, in ${embedded.cluster}` : hostsIn(url)
    return {
      url,
      directUrl,
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

/**
 * Sends itself a notification and waits until it hears it. Poolers that pool by transaction lose them
 * silently: pages would not change by themselves. Throws a `ConfigError`.
 */
export async function checkNotifications(
  { url, directUrl }: Pick<Database, 'url' | 'directUrl'>,
  patience = HEARD_MS,
) {
  // Until somebody has looked, the first of several hosts counts as the primary.
  const late = sleep(patience, undefined, { ref: false })
  await Promise.race([primaryOf(directUrl).look(), late])
  const channel = `heard_${randomUUID().replaceAll('-', '')}`
  const listener = new Client({
    connectionString: primaryOf(directUrl).address(),
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'renban start',
  })
  listener.on('error', () => {})
  const { pool } = connect(url, 1, undefined, directUrl !== url)
  try {
    await listener.connect().catch((error: unknown) => {
      throw new ConfigError([directFault(directUrl === url, error)])
    })
    await listener.query(`listen ${channel}`)
    const heard = once(listener, 'notification', { signal: AbortSignal.timeout(patience) })
    const [isHeard] = await Promise.all([
      heard.then(
        () => true,
        () => false,
      ),
      pool.query(`select pg_notify($1, '')`, [channel]), // from another connection
    ])
    if (!isHeard) throw new ConfigError([UNHEARD[directUrl === url ? 'alone' : 'direct']])
  } finally {
    await listener.end().catch(() => {})
    await pool.end()
  }
}

const UNHEARD = {
  alone:
    'DATABASE_URL does not pass on notifications: its pooler pools by transaction. Set DATABASE_DIRECT_URL to PostgreSQL itself.',
  direct:
    'DATABASE_DIRECT_URL does not hear what DATABASE_URL says: it must be the same database, without a pooler that pools by transaction.',
}

function directFault(isAlone: boolean, error: unknown): string {
  const name = isAlone ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const fault = databaseFault(error, name)
  return fault ?? `${name} does not answer (${causeOf(error)}): correct the address.`
}

async function openEmbedded(dir: string, say: (line: string) => void) {
  try {
    return await openPostgres(dir, say)
  } catch (error) {
    throw new ConfigError([`DATA_DIR: ${(error as Error).message}.`])
  }
}

/** Returns the server's version. Throws if it is too old, or in production if it may lose commits. */
async function checkedVersion(
  pool: Pool,
  { production }: Pick<Config, 'production'>,
  url: string,
  patience: number,
): Promise<number> {
  const { version, fsync, full_page_writes } = await settingsWhenUp(pool, url, patience)
  const major = Math.floor(version / 10_000)
  const old = versionFault(major)
  if (old) throw new ConfigError([old])
  if (production && (fsync === 'off' || full_page_writes === 'off'))
    throw new ConfigError(['DATABASE_URL has fsync or full_page_writes off: it may lose money.'])
  return major
}

/** Returns the line about a PostgreSQL that is too old, or undefined. */
export const versionFault = (major: number): string | undefined =>
  major < VERSION_MIN
    ? `DATABASE_URL is PostgreSQL ${major}: use ${VERSION_MIN} or later.`
    : undefined

async function settingsWhenUp(pool: Pool, url: string, patience: number) {
  const host = hostsIn(url)
  const start = Date.now()
  for (let attempt = 0; ; attempt++) {
    try {
      const { rows } = await pool.query<{
        version: number
        fsync: string
        full_page_writes: string
        read_only: string
      }>(
        `select current_setting('server_version_num')::int as version,
                current_setting('fsync') as fsync,
                current_setting('full_page_writes') as full_page_writes,
                current_setting('transaction_read_only') as read_only`,
      )
      if (rows[0]!.read_only === 'off') return rows[0]!
      throw Object.assign(new Error('the database is read-only'), { code: READ_ONLY })
    } catch (error) {
      const fault = databaseFault(error)
      if (fault) throw new ConfigError([fault])
      const code = causeOf(error)
      if (Date.now() - start >= patience && code === READ_ONLY)
        throw new ConfigError([`DATABASE_URL ${host} is a standby or read-only: name the primary.`])
      if (Date.now() - start >= patience)
        throw new ConfigError([
          `DATABASE_URL ${host} does not answer (${code}): start PostgreSQL, or correct the address.`,
        ])
      if (attempt % 10 === 0) log('warn', 'the database does not answer yet', { code })
      void primaryOf(url).look()
      await sleep(Math.min(RETRY_MS, patience))
    }
  }
}
