import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { email } from '#core/email.shared.ts'
import { fail } from '#core/errors.ts'
import type { roles } from './account.shared.ts'

export type Role = (typeof roles)[number]
interface RoleChange {
  role: Role
  /** Null for the operator at the command line. */
  changed_by: string | null
  reason: string
  now: Date
}

/** Sets the role of the account with a mail address; `not_found` before the first sign-in. */
export function promote(db: Db, written: string, change: RoleChange) {
  const address = email.safeParse(written).data ?? fail('not_found')
  return inTx({ db }, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('id')
      .where((where) => where(where.fn('lower', ['email']), '=', address))
      .executeTakeFirst()
    return setRole(tx, account?.id ?? fail('not_found'), change)
  })
}

/** Step: changes a role and records its author and reason. Sessions apply it at their next call. */
export async function setRole(tx: Tx, account_id: string, change: RoleChange) {
  const { role: to_role, changed_by, reason, now } = change
  const before = await tx
    .selectFrom('account')
    .select('role')
    .where('id', '=', account_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const from_role = before?.role ?? fail('not_found')
  if (from_role === to_role) return { from_role, to_role }
  await tx.updateTable('account').set({ role: to_role }).where('id', '=', account_id).execute()
  const change_row = { account_id, from_role, to_role, changed_by, reason, at: now.toISOString() }
  await tx.insertInto('role_change').values(change_row).execute()
  return { from_role, to_role }
}
