import { ok } from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { pauseAfter, timeLimit } from './pause.ts'

const PATIENCE_SECONDS = 10

interface RowLock<T> {
  /** SQL that locks rows in another transaction. */
  lock: RawBuilder<unknown>
  action: () => Promise<T>
  /** Changes that the other transaction makes before it commits. */
  change?: (tx: Tx) => Promise<unknown>
  /** The number of waiting statements before the other transaction goes on; 1 by default. */
  waiters?: number
}

/**
 * Runs an action while another transaction holds row locks, so that the action must wait and then
 * decide by the committed rows. Returns what the action returned.
 */
export async function whileLocked<T>(
  db: Db,
  { lock, action, change, waiters = 1 }: RowLock<T>,
): Promise<T> {
  const acting = await db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    const answer = action().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    ok(await waitersAppear(db, waiters), 'no statement waited for the lock')
    await change?.(tx)
    return { answer }
  })
  const outcome = await acting.answer
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Tells if `waiters` statements wait for a lock within ten seconds. */
export async function waitersAppear(db: Db, waiters: number): Promise<boolean> {
  const isOver = timeLimit(PATIENCE_SECONDS)
  for (let looks = 0; !isOver(); looks++) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    if (rows[0]!.n >= waiters) return true
    await pauseAfter(looks)
  }
  return false
}

/**
 * Runs an action while another transaction holds the first of its rows, and asserts that it has
 * locked none of the others yet. Returns what the action returned.
 */
export function locksInOrder<T>(
  db: Db,
  rows: { table: string; key: string; ids: (string | number)[] },
  action: () => Promise<T>,
): Promise<T> {
  const [table, key] = [sql.table(rows.table), sql.ref(rows.key)]
  const [first, ...others] = rows.ids
  const lock = (id: string | number | undefined) =>
    sql`select from ${table} where ${key} = ${id} for no key update nowait`
  return whileLocked(db, {
    lock: lock(first),
    action,
    change: async (tx) => {
      for (const id of others) await lock(id).execute(tx)
    },
  })
}

/** Counts the deadlocks in a test's database, also those that a retry has hidden. */
export async function countDeadlocks(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()
  `.execute(db)
  return rows[0]!.deadlocks
}
