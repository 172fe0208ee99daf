import type { Db } from '#core/database/db.ts'
import { custodyContext, keyRing, rewrap, type Sealed } from './vault.ts'

const BATCH_ROWS = 100

/** The sealed rows of a table. */
interface SealedRows<Row extends Sealed> {
  /** Returns at most `limit` rows whose data keys another key of the ring than `current` wraps. */
  read: (current: string, limit: number) => Promise<Row[]>
  /** Returns the context that a row is sealed with. */
  contextOf: (row: Row) => string
  /** Stores the renewed data key of a row. */
  write: (row: Row, renewed: Pick<Sealed, 'kek_id' | 'wrapped'>) => Promise<unknown>
}

/**
 * Wraps the data keys of a table's rows with the ring's first key, and returns the number of rows.
 * Secrets stay sealed. An interrupted run can be repeated. Remove an older key from KEY_RING only
 * after every table.
 */
export async function rewrapAll<Row extends Sealed>(
  ring: string,
  { read, contextOf, write }: SealedRows<Row>,
): Promise<number> {
  const wrapper = keyRing(ring)
  for (let renewed = 0; ;) {
    const rows = await read(wrapper.current, BATCH_ROWS)
    if (rows.length === 0) return renewed
    for (const row of rows) {
      const { kek_id, wrapped } = await rewrap(wrapper, row, contextOf(row))
      await write(row, { kek_id, wrapped })
      renewed++
    }
  }
}

/** Rewraps the keys of all wallets. */
export const rewrapWallets = (db: Db, ring: string): Promise<number> =>
  rewrapAll(ring, {
    read: (current, limit) =>
      db
        .selectFrom('wallet_key')
        .select(['address', 'index', 'sign_algo', 'kek_id', 'wrapped', 'sealed'])
        .where('kek_id', '<>', current)
        .limit(limit)
        .execute(),
    contextOf: (key) => custodyContext(key),
    write: ({ address, index }, renewed) =>
      db
        .updateTable('wallet_key')
        .set(renewed)
        .where('address', '=', address)
        .where('index', '=', index)
        .execute(),
  })
