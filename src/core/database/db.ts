import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  Kysely,
  type LogEvent,
  PostgresDialect,
  type PostgresPool,
  sql,
  type Transaction,
} from 'kysely'
import { type DatabaseError, Pool, type PoolConfig, types } from 'pg'
import { fromDatabase } from '#core/database/database-error.ts'
import { isRefusal } from '#core/errors.ts'
import { log } from '#core/log.ts'
import { poolWaitSeconds, statementSeconds } from '#core/metrics.ts'
import { traceStatement } from '#core/tracing.ts'
import { pipelined, writeTogether } from './pipeline.ts'
import { BY_INDEX, isStalePlan, prepareFrequent } from './prepared.ts'
import { type Primary, primaryOf } from './primary.ts'
import type { DB } from './tables.ts'

// Rows are sent unchanged, so a value has the same form in query results, in JSON and on screen.
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const CONNECTIONS = 16
const WAIT_MS = 30_000 // the longest time of a request, because under load requests wait for a connection
/** The longest silence of a statement, longer than it may wait for a lock: the network is cut. */
const SILENT_MS = 40_000
const IDLE_MS = 10_000 // until an unused connection is closed, before it could count as silent
export const TIMEOUTS = {
  lock_timeout: WAIT_MS,
  idle_in_transaction_session_timeout: 2 * WAIT_MS, // releases the locks of a frozen process
}
const SETTINGS = {
  ...TIMEOUTS,
  jit: 'off', // compiling takes longer than our statements, which read few rows
}
type Settings = Record<string, string | number>
/** The longest a guest waits for a standby, in milliseconds, before the primary is asked. */
const REPLICA_MS = 5_000
const ATTEMPTS_MAX = 3
const RETRYABLE = new Set(['40001', '40P01']) // serialization failure, deadlock

/**
 * Opens a connection pool. A connection that waits for an answer longer than `silentMs` counts as
 * lost; with 0 it may wait for ever. With `isShared` a pooler may give each transaction another session.
 */
export function connect(
  url: string,
  connections = CONNECTIONS,
  silentMs = SILENT_MS,
  isShared = false,
): { db: Db; pool: Pool } {
  const primary = primaryOf(url)
  const pool = openPool({
    connectionString: primary.address(),
    max: connections,
    silentMs,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: silentMs > 0 ? Math.min(IDLE_MS, silentMs / 2) : IDLE_MS,
    application_name: 'renban',
    settings: isShared ? undefined : SETTINGS,
  })
  pool.on('error', (error) => {
    if (pool.ending) return
    log('warn', 'database connection lost', { error })
    void primary.look()
  })
  // The pool reads its options for each new connection.
  primary.onChange((address) => Object.assign(pool.options, { connectionString: address }))
  const lost = (error: unknown) => lookIfLost(primary, error)
  const plain = new PostgresDialect({ pool: withTimedWaits(pool, lost) })
  const dialect = isShared ? withLocalSettings(plain) : plain
  return { pool, db: new Kysely<DB>({ dialect, log: noteStatement(lost) }) }
}

/**
 * Opens connections to a standby. They refuse to write, should it be promoted, and to begin a
 * transaction. What it does not answer soon can be asked of the primary.
 */
export function connectReplica(url: string, connections: number): { db: Db; pool: Pool } {
  const pool = openPool({
    connectionString: url,
    max: connections,
    silentMs: REPLICA_MS + 1_000,
    connectionTimeoutMillis: REPLICA_MS,
    idleTimeoutMillis: REPLICA_MS, // before an idle connection counts as silent
    application_name: 'renban guests',
    settings: { ...SETTINGS, statement_timeout: REPLICA_MS, default_transaction_read_only: 'on' },
  })
  pool.on('error', () => {}) // who looks at the replica says that it is lost
  const dialect = withoutTransactions(new PostgresDialect({ pool: withTimedWaits(pool) }))
  return { pool, db: new Kysely<DB>({ dialect, log: noteStatement() }) }
}

/** Opens a pool whose connections have these settings; without any, a pooler may share them. */
function openPool({
  silentMs,
  settings: wanted,
  ...options
}: PoolConfig & { silentMs: number; settings: Settings | undefined }): Pool {
  const pool = new Pool({
    ...options,
    pipeline: true,
    stream: () => endWhenSilent(new Socket(), silentMs),
    // Set by a statement: poolers refuse settings when a connection begins.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
    ...(wanted && { onConnect: (client) => client.query(settings('set', wanted)) }),
  })
  // Without this listener, a lost connection would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', writeTogether)
  if (wanted) pool.on('connect', prepareFrequent)
  return pool
}

const noteStatement =
  (onError: (error: unknown) => void = () => {}) =>
  (event: LogEvent) => {
    statementSeconds.observe(event.queryDurationMillis / 1_000)
    traceStatement(event.query.sql, event.queryDurationMillis)
    if (event.level === 'error') onError(event.error)
  }

/** Looks for the primary after a server that did not answer or takes no writes. */
function lookIfLost(primary: Primary, error: unknown) {
  const refusal = fromDatabase(error)
  if (isRefusal(refusal) && refusal.code === 'unavailable') void primary.look()
}

function withTimedWaits(pool: Pool, onError: (error: unknown) => void = () => {}): PostgresPool {
  return {
    async connect() {
      const end = poolWaitSeconds.startTimer()
      try {
        return await pool.connect()
      } catch (error) {
        onError(error)
        throw error
      } finally {
        end()
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Returns the statements that change settings, for a session or (`set local`) for a transaction. */
const settings = (set: 'set' | 'set local', wanted: Settings = SETTINGS) =>
  Object.entries(wanted)
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ')

/** Changes the settings in the message that begins a transaction, for that transaction only. */
function withLocalSettings(dialect: PostgresDialect): PostgresDialect {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const begin = driver.beginTransaction.bind(driver)
    driver.beginTransaction = (connection, mode) => {
      const executeQuery = <R>({ sql: begins }: CompiledQuery) =>
        connection.executeQuery<R>(CompiledQuery.raw(`${begins}; ${settings('set local')}`))
      const streamQuery = connection.streamQuery.bind(connection)
      return begin({ executeQuery, streamQuery }, mode)
    }
    return driver
  }
  return dialect
}

/** Begins no transaction: what decides or writes belongs on the primary, even if it only reads at first. */
function withoutTransactions(dialect: PostgresDialect): PostgresDialect {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () =>
    Object.assign(createDriver(), {
      async beginTransaction() {
        throw new Error('a replica begins no transaction')
      },
    })
  return dialect
}

/** Ends a connection that a cut network would leave waiting for a quarter of an hour. */
function endWhenSilent(socket: Socket, ms: number): Socket {
  const lost = Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' })
  return socket.setTimeout(ms, () => void socket.destroy(lost))
}

/**
 * Runs an action in a transaction and retries it after a deadlock or with a stale plan, which is
 * logged. The action must not call vendors: their effects cannot be rolled back.
 */
export async function inTx<T>({ db }: { db: Db }, action: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db
        .transaction()
        .execute((tx) =>
          tx.getExecutor().provideConnection((connection) => pipelined(tx, connection, action)),
        )
    } catch (error) {
      const { code = '', where } = error as Partial<DatabaseError>
      const isRetryable = RETRYABLE.has(code) || isStalePlan(error)
      if (attempt === ATTEMPTS_MAX || !isRetryable) throw fromDatabase(error)
      log('warn', 'a transaction is tried again', { code, subject: where }) // names the table
      await sleep(10 * attempt * Math.random())
    }
  }
}

/**
 * Step: lets PostgreSQL keep one plan for each prepared statement of this transaction, and find rows by
 * index. Use it for statements that find few rows by their keys. Planning them takes longer than running
 * them. Without an index, a plan from when a table was small reads all of it once it has grown.
 */
export async function keepPlans(tx: Tx) {
  const changes = Object.entries(BY_INDEX).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  )
  await sql`select ${sql.join(changes)}`.execute(tx)
}

/** Step: ends `keepPlans`. Use it before statements that count or join whole sets of rows. */
export async function planFreely(tx: Tx) {
  await sql`
    select set_config(name, reset_val, true) from pg_settings
    where name = any(${Object.keys(BY_INDEX)}::text[])`.execute(tx)
}

/** Reads from a single snapshot, so that a concurrent sale is seen completely or not at all. */
export function inSnapshot<T>({ db }: { db: Db }, read: (tx: Tx) => Promise<T>): Promise<T> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(read)
}
