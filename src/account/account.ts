import { inTx, type Db, type Tx } from '#core/db.ts'
import type { BodyOf } from '#core/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, me } from '#core/http.ts'
import type {
  Account,
  getCurrentAccount,
  initializeAccount,
  updateCurrentAccount,
} from './account.shape.ts'
import { spendCode } from './code.ts'

/** Makes the account of who has just signed in ready. Again does no harm. */
export async function initialize(
  ctx: Ctx,
  { email }: BodyOf<typeof initializeAccount>,
): Promise<Account> {
  const { account_id, email: known } = me(ctx)
  if (email && email !== known) fail('email_change_needs_code')
  await ctx.db
    .updateTable('account')
    .set({ initialized_at: ctx.now.toISOString() })
    .where('id', '=', account_id)
    .where('initialized_at', 'is', null)
    .execute()
  return account(ctx.db, account_id)
}

/** One's own account. Whoever asks in another currency is answered with it, and it is not kept. */
export async function current(
  ctx: Ctx,
  { currency }: BodyOf<typeof getCurrentAccount>,
): Promise<Account> {
  const mine = await account(ctx.db, me(ctx).account_id)
  return currency ? { ...mine, currency } : mine
}

/**
 * Changes what a person says of themselves. A new e-mail address needs the code that was sent to
 * it, and takes the wallet along: from then on the new address is asked for codes.
 */
export async function update(
  ctx: Ctx,
  { email, code, ...names }: BodyOf<typeof updateCurrentAccount>,
): Promise<Account> {
  const { account_id, email: old } = me(ctx)
  const moves = email !== undefined && email !== old
  if (moves) {
    if (!code) fail('email_change_needs_code')
    await spendCode(ctx, email, code)
  }
  await inTx(ctx, async (tx) => {
    const changes = { ...names, ...(moves && { email }) }
    if (Object.keys(changes).length > 0)
      await tx.updateTable('account').set(changes).where('id', '=', account_id).execute()
    if (moves) await moveWallet(tx, account_id, email)
  })
  return account(ctx.db, account_id)
}

async function account(db: Db, id: string): Promise<Account> {
  const row = await db
    .selectFrom('account')
    .select(['id as account_id', 'username', 'email', 'first_name', 'last_name'])
    .select(['wallet_address', 'joined_at', 'role', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row as Account
}

/** A wallet made at the new address that never signed in is nobody's, and gives way. */
async function moveWallet(tx: Tx, account_id: string, email: string) {
  const stray = tx
    .selectFrom('wallet')
    .leftJoin('account', 'account.wallet_address', 'wallet.address')
    .select('wallet.address')
    .where('wallet.email', '=', email)
    .where('account.id', 'is', null)
  await tx.deleteFrom('wallet_key').where('address', 'in', stray).execute()
  await tx.deleteFrom('wallet').where('address', 'in', stray).execute()
  await tx
    .updateTable('wallet')
    .from('account')
    .set({ email })
    .whereRef('wallet.address', '=', 'account.wallet_address')
    .where('account.id', '=', account_id)
    .execute()
}
