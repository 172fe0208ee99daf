import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { getPayee, putPayee } from './payee.shared.ts'
import type { Withholding } from './withholding.shared.ts'

const CHANGES_SHOWN = 100

type Payee = ReplyOf<typeof getPayee>

/** Returns whether tax is withheld from a person's payouts: `GET /payees/{account_id}`. */
export const get = (ctx: Ctx, { account_id }: BodyOf<typeof getPayee>) => payee(ctx.db, account_id)

/** Sets the withholding and records who changed it and why. Ignores a value that is already set. */
export async function put(ctx: Ctx, body: BodyOf<typeof putPayee>): Promise<Payee> {
  const { account_id, withholding, reason } = body
  return inTx(ctx, async (tx) => {
    await accountOf(tx, account_id)
    await tx
      .insertInto('payee')
      .values({ account_id, withholding: 'none' satisfies Withholding })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { withholding: before } = await tx
      .selectFrom('payee')
      .select('withholding')
      .where('account_id', '=', account_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before !== withholding) {
      await tx
        .updateTable('payee')
        .set({ withholding })
        .where('account_id', '=', account_id)
        .execute()
      const changed = { from_withholding: before, to_withholding: withholding, reason }
      const record = { changed_by: currentPerson(ctx).account_id, at: ctx.now.toISOString() }
      await tx
        .insertInto('payee_change')
        .values({ account_id, ...changed, ...record })
        .execute()
    }
    return payee(tx, account_id)
  })
}

/** Returns the withholding that applies to a person's payouts now. */
export async function withholdingOf(db: Db | Tx, account_id: string): Promise<Withholding> {
  const row = await db
    .selectFrom('payee')
    .select('withholding')
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return (row?.withholding ?? 'none') as Withholding
}

async function payee(db: Db | Tx, account_id: string): Promise<Payee> {
  const account = await accountOf(db, account_id)
  const changes = await db
    .selectFrom('payee_change')
    .innerJoin('account', 'account.id', 'changed_by')
    .select(['at', 'username as changed_by', 'from_withholding', 'to_withholding', 'reason'])
    .where('account_id', '=', account_id)
    .orderBy('payee_change.id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute()
  const withholding = await withholdingOf(db, account_id)
  return { account_id, ...account, withholding, changes: changes as Payee['changes'] }
}

async function accountOf(db: Db | Tx, account_id: string) {
  const account = await db
    .selectFrom('account')
    .select(['username', 'email'])
    .where('id', '=', account_id)
    .executeTakeFirst()
  return account ?? fail('not_found')
}
