import { ok } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'

const LOOKS = 2_000
const LOOK_MS = 5

interface Elsewhere<T> {
  /** Rows that somebody else is at: SQL that ends in the lock. */
  at: RawBuilder<unknown>
  action: () => Promise<T>
  /** What they do there before they let go. */
  change?: (tx: Tx) => Promise<unknown>
  /** How many have to wait before it goes on. */
  waiters?: number
}

/**
 * Somebody else is at some rows when an act begins: it has to wait for them, and then to decide by
 * what they left. Answers what the act did.
 */
export async function whileWaiting<T>(
  db: Db,
  { at, action, change, waiters = 1 }: Elsewhere<T>,
): Promise<T> {
  const acting = await db.transaction().execute(async (tx) => {
    await at.execute(tx)
    const answer = action().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    ok(await doWait(db, waiters), 'nobody waited')
    await change?.(tx)
    return { answer }
  })
  const outcome = await acting.answer
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Whether so many come to wait for rows. */
export async function doWait(db: Db, waiters: number): Promise<boolean> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    if (rows[0]!.n >= waiters) return true
    await sleep(LOOK_MS)
  }
  return false
}

/**
 * Of rows that an act locks, in the house's order, somebody else holds the first: it must not have
 * taken any of the others yet. Answers what the act did.
 */
export function inOrder<T>(
  db: Db,
  rows: { table: string; key: string; ids: (string | number)[] },
  action: () => Promise<T>,
): Promise<T> {
  const [table, key] = [sql.table(rows.table), sql.ref(rows.key)]
  const [first, ...others] = rows.ids
  const lock = (id: string | number | undefined) =>
    sql`select from ${table} where ${key} = ${id} for no key update nowait`
  return whileWaiting(db, {
    at: lock(first),
    action,
    change: async (tx) => {
      for (const id of others) await lock(id).execute(tx)
    },
  })
}
