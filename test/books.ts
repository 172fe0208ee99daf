import { deepEqual, equal } from 'node:assert/strict'
import { sql } from 'kysely'
import { type Db, inSnapshot, type Tx } from '#core/database/db.ts'
import { sumOfUnused } from '#src/finance/unused-points/unused-points.ts'
import { differencesIn, invariants } from '#src/finance/reconciliation/invariants.ts'

/** What reports would say now, compared with what people have. */
const ofReports = {
  'a report of unused points counts what people and their open orders have': sql`
    select from ledger_account where kind = 'points'
    having sum(balance) + (select coalesce(sum(points_used), 0) from purchase where status = 'reserved')
      <> ${sumOfUnused(sql`'infinity'::timestamptz`)}`,
}

/**
 * Returns SQL that gives the template database a function with the sentences of the invariants that do
 * not hold. Connections keep its plans, and ask it in one round trip.
 */
export function findBroken(db: Db): string {
  const all = { ...invariants, ...ofReports }
  const looks = Object.entries(all).map(([sentence, query]) => {
    const { sql: text, parameters } = query.compile(db)
    equal(parameters.length, 0, `${sentence}: a function cannot have its parameters`)
    return `perform from (${text}\n) broken;
      if found then return next '${sentence.replaceAll("'", "''")}'; end if;`
  })
  return `
  create schema test_books;
  create function test_books.broken() returns setof text language plpgsql as $broken$
    begin
      ${looks.join('\n      ')}
    end $broken$;`
}

/** Returns the sentences of the invariants that do not hold, in a database copied from the template. */
export async function brokenIn(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select sentence from test_books.broken() as sentence`.execute(tx)
  return rows.map(({ sentence }) => sentence)
}

/** Asserts that the books balance and that every copy has one owner. */
export async function assertBooksBalance(db: Db) {
  const differences = await inSnapshot({ db }, async (tx) => {
    const { rows } = await sql<{ is_known: boolean }>`
      select to_regproc('test_books.broken') is not null as is_known`.execute(tx)
    const [look] = rows
    const broken = look!.is_known ? await brokenIn(tx) : undefined // unknown in databases of operators
    return broken?.length === 0 ? [] : [...(broken ?? []), ...(await differencesIn(tx))]
  })
  deepEqual(differences, [])
}
