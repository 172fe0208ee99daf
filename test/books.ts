import { deepEqual } from 'node:assert/strict'
import { type Db, inSnapshot } from '#core/database/db.ts'
import { differencesIn } from '#src/finance/reconciliation/invariants.ts'

/** Asserts that the books balance and that every copy has one owner. */
export async function assertBooksBalance(db: Db) {
  deepEqual(await inSnapshot({ db }, differencesIn), [])
}
