import { sql } from 'kysely'
import { type Db, inSnapshot, type Tx } from '#core/database/db.ts'
import { type BooksCheck, differs, newestCheck, payoutsAreHeld } from './checks.ts'
import { differencesIn, invariants } from './invariants.ts'

/** The sums of all ledger accounts of a kind in yen: by their transfers, and as stored. */
interface KindSum {
  kind: string
  owner: 'platform' | 'people'
  accounts: number
  moved: number
  /** Null for the platform's accounts, which store no balance. */
  stored: number | null
}

/** Returns the current state of the books for an operator. Changes nothing. */
export async function stateOfBooks(db: Db) {
  return inSnapshot({ db }, async (tx) => {
    const broken = await differencesIn(tx)
    const rowsOf = new Map(broken.map(({ sentence, rows }) => [sentence, rows]))
    const newest = [await newestCheck(tx, 'self'), await newestCheck(tx, 'card')]
    const checks = newest.filter((one): one is BooksCheck => one !== undefined)
    const differsFromCard = checks.some((one) => one.kind === 'card' && differs(one))
    return {
      sentences: Object.keys(invariants).map((sentence) => ({
        sentence,
        rows: rowsOf.get(sentence) ?? [],
      })),
      sums: await sumsByKind(tx),
      checks,
      held: await payoutsAreHeld(tx),
      inOrder: broken.length === 0 && !differsFromCard,
    }
  })
}

async function sumsByKind(tx: Tx): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    with moved as (
      select id, sum(amount) as yen from (
        select credit as id, amount from ledger_transfer
        union all
        select debit, -amount from ledger_transfer
      ) side group by id
    )
    select kind, case when account_id is null then 'platform' else 'people' end as owner,
      count(*) as accounts, coalesce(sum(yen), 0)::bigint as moved, sum(balance)::bigint as stored
    from ledger_account left join moved using (id)
    group by 1, 2 order by owner, kind
  `.execute(tx)
  return rows
}
