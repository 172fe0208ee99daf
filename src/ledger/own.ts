import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { PersonKind } from './ledger.ts'

/** The ids of a person's ledger accounts by kind; a person from before a kind was made lacks it. */
export type Own = Partial<Record<PersonKind, number>>

/** A person's ledger accounts: to read transfers by, not to lock. */
export async function ownAccounts(db: Db | Tx, account_id: string): Promise<Own> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['kind', 'id'])
    .where('account_id', '=', account_id)
    .execute()
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]))
}

/** What a transfer, called so in a query, does to a ledger account's balance: yen as SQL. */
export function changeOf(transfer: string, account: number | undefined): RawBuilder<number> {
  const of = (column: string) => sql.ref(`${transfer}.${column}`)
  return sql`(case ${account ?? null}::bigint when ${of('credit')} then ${of('amount')}
    when ${of('debit')} then -${of('amount')} else 0 end)`
}
