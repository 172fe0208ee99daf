import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { PersonKind } from './ledger.ts'

/** The ids of a person's ledger accounts by kind; accounts older than a kind lack it. */
export type LedgerAccountIds = Partial<Record<PersonKind, number>>

/** Returns the ids of a person's ledger accounts, for reading transfers without a lock. */
export async function ledgerAccountIds(db: Db | Tx, account_id: string): Promise<LedgerAccountIds> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['kind', 'id'])
    .where('account_id', '=', account_id)
    .execute()
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]))
}

/** Builds the SQL of a balance's change in yen by the transfer with the alias `transfer`. */
export function balanceChangeOf(transfer: string, account: number | undefined): RawBuilder<number> {
  const of = (column: string) => sql.ref(`${transfer}.${column}`)
  return sql`(case ${account ?? null}::bigint when ${of('credit')} then ${of('amount')}
    when ${of('debit')} then -${of('amount')} else 0 end)`
}
