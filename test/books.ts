import { deepEqual } from 'node:assert/strict'
import type { Db } from '#core/database/db.ts'
import { differencesIn } from '#src/finance/reconciliation/invariants.ts'

/** The books balance, and every copy has one owner. */
export async function booksAreInOrder(db: Db) {
  deepEqual(await differencesIn(db), [])
}
