import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'

interface Choice<T> {
  wanted: string
  /** The tables of the copies that can be taken, with `serial`. */
  from: RawBuilder<unknown>
  /** Returns the condition under which a copy can be taken now. */
  where: () => RawBuilder<unknown>
  /** The column with the number of a copy. */
  number: RawBuilder<unknown>
  /** Reads a locked copy in a new statement; undefined if it was taken while this one waited. */
  read: (asset_token_id: string) => Promise<T | undefined>
}

/**
 * Locks the wanted copy, or else the one with the lowest number, and returns what `read` returns of it.
 * Passes over copies that others are taking, and waits for those only if no other is left. Returns
 * undefined if none can be taken.
 */
export async function lockOneOf<T>(tx: Tx, choice: Choice<T>): Promise<T | undefined> {
  for (let isWaiting = false; ;) {
    const id: string | undefined = await pick(tx, choice, isWaiting)
    if (!id && isWaiting) return undefined
    isWaiting = !id
    const copy = id && (await choice.read(id))
    if (copy) return copy
  }
}

/** Locks the wanted copy, or else the first that can be taken. */
async function pick<T>(tx: Tx, { wanted, from, where, number }: Choice<T>, isWaiting: boolean) {
  for (const which of [sql`serial.asset_token_id = ${wanted}`, sql`true`]) {
    const { rows } = await sql<{ asset_token_id: string }>`
      select serial.asset_token_id from ${from} where ${where()} and ${which}
      order by ${number} limit 1
      for no key update of serial ${isWaiting ? sql`` : sql`skip locked`}
    `.execute(tx)
    if (rows[0]) return rows[0].asset_token_id
  }
  return undefined
}
