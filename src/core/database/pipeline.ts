import type { Socket } from 'node:net'
import {
  type ConnectionProvider,
  type DatabaseConnection,
  DummyDriver,
  PostgresDialect,
  Transaction,
} from 'kysely'
import type { ClientBase } from 'pg'
import type { DB } from './tables.ts'

// A transaction has its connection and uses no driver.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('has no pool')) })
const UNUSED = { config: { dialect }, dialect, driver: new DummyDriver() }

/**
 * Lets the statements of a transaction be sent before those before them are answered. PostgreSQL runs them in
 * the order in which they are executed, so `Promise.all` costs one round trip. Statements after one that
 * fails fail, too. Needs a connection with the `pipeline` option of pg.
 */
export function pipelined(tx: Transaction<DB>, connection: DatabaseConnection): Transaction<DB> {
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
  const executor = tx.getExecutor().withConnectionProvider(provider)
  return new Transaction({ ...UNUSED, executor })
}

/** Writes the statements of one tick to the socket at once, because each write wakes the server. */
export function writeTogether(client: ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const { connection } = client as unknown as { connection: { stream: Socket } }
  Object.assign(client, {
    query(...args: unknown[]) {
      const { stream } = connection // TLS replaces it once
      stream.cork()
      process.nextTick(() => stream.uncork())
      return query(...args)
    },
  })
}
