import { deepEqual } from 'node:assert/strict'
import type { Db } from '#core/db.ts'
import { differencesIn } from '#src/books/invariants.ts'

/** The books balance, and every copy has one owner. */
export async function booksAreInOrder(db: Db) {
  deepEqual(await differencesIn(db), [])
}
