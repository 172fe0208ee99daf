import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { clearedColumns, deletedRows } from './erased-tables.ts'

/** Whose data is erased. */
export interface Erased {
  account_id: string
  /** The address that the account had. */
  email: string
  /** The name that it has instead. */
  pseudonym: string
}

/**
 * Step: deletes and clears what is kept with an account apart from the books and the register. A repeat finds
 * what came meanwhile. It writes tables of every module, by a list that a test compares with the schema.
 */
export async function eraseRows(tx: Tx, erased: Erased): Promise<void> {
  for (const { table, where } of deletedRows)
    await sql`delete from ${sql.table(table)} where ${sqlOf(where, erased)}`.execute(tx)
  for (const { table, set, where } of clearedColumns) {
    const columns = Object.entries(set).map(
      ([column, value]) => sql`${sql.ref(column)} = ${sqlOf(value, erased)}`,
    )
    const rows = sqlOf(where, erased)
    await sql`update ${sql.table(table)} set ${sql.join(columns)} where ${rows}`.execute(tx)
  }
}

/** Puts the values in their places in SQL from the list. */
function sqlOf(text: string, { account_id, email, pseudonym }: Erased) {
  const values = [account_id, email, pseudonym]
  const parts = text
    .split(/\$([123])/)
    .map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql.lit(values[Number(part) - 1]!)))
  return sql.join(parts, sql``)
}
