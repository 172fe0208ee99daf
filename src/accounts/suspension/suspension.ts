import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'

/** Step: locks a person, so that what they do at once happens one after the other. */
export const lockAccount = (tx: Tx, account_id: string) =>
  sql`select from account where id = ${account_id} for no key update`.execute(tx)

/**
 * Step: locks the person who calls. Refuses `account_suspended`: the request may have begun before the
 * suspension.
 */
export async function lockActor(tx: Tx, account_id: string) {
  if (await isSuspended(tx, account_id)) fail('account_suspended')
}

/** Step: locks a person, and tells if they are suspended. */
export async function isSuspended(tx: Tx, account_id: string): Promise<boolean> {
  const { rows } = await sql<{ suspended_at: string | null }>`
    select suspended_at from account where id = ${account_id} for no key update
  `.execute(tx)
  return typeof rows[0]?.suspended_at === 'string'
}
