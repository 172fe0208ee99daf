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
 * Runs an action whose statements are sent before those before them are answered. PostgreSQL runs them in
 * the order in which the action executes them, so `Promise.all` costs one round trip. Statements after one
 * that fails fail, too. Once the action ends, no part of it can execute another statement: it would run
 * after the rollback, outside the transaction. Needs a connection with the `pipeline` option of pg.
 */
export async function pipelined<T>(
  tx: Transaction<DB>,
  connection: DatabaseConnection,
  action: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  let isOver = false
  const provider: ConnectionProvider = {
    async provideConnection(consumer) {
      if (isOver) throw new Error('the action of this transaction has ended')
      return consumer(connection)
    },
  }
  const executor = tx.getExecutor().withConnectionProvider(provider)
  try {
    return await action(new Transaction({ ...UNUSED, executor }))
  } finally {
    isOver = true
  }
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
