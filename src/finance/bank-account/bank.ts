import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { confirmStep } from '#src/accounts/account/step-up.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { keyRing, open, rewrapAll, seal } from '#core/vault.ts'
import type { BankForm, getBank, listBanks, listBranches, OwnBank, putBank } from './bank.shared.ts'
import {
  type BankNames,
  findBanks,
  findBranches,
  findBankNames,
} from '#src/platform/bank-directory/directory.ts'
import { changeDelayHours } from './change-delay.ts'
import { changeMail } from './change-mail.shared.ts'
import { zenginHolder } from './holder.shared.ts'

/** The encrypted part: the form, the holder as sent to the bank, and the names at that time. */
type Registered = BankForm & BankNames & { zengin_holder: string }
/**
 * A person's decrypted bank account. `changed_at` is the time of the last registration; `replaced_at`
 * is the time it last replaced another account, from which payouts wait, or null.
 */
export type BankAccount = Registered & { changed_at: string; replaced_at: string | null }

/** Searches banks while the person types: `GET /banks`. */
export const searchBanks = async (_: Ctx, paging: BodyOf<typeof listBanks>) => findBanks(paging)

/** Searches a bank's branches: `GET /banks/{code}/branches`. Refuses `not_found` for an unknown bank. */
export async function searchBranches(
  _: Ctx,
  { code, ...paging }: BodyOf<typeof listBranches>,
): Promise<ReplyOf<typeof listBranches>> {
  return (await findBranches(code, paging)) ?? fail('not_found')
}

/** Returns the caller's bank account with a masked number. Refuses `not_found`. */
export async function get(ctx: Ctx): Promise<ReplyOf<typeof getBank>> {
  const bank = await bankOf(ctx.db, ctx.config, currentPerson(ctx).account_id)
  return shown(bank ?? fail('not_found'), changeDelayHours(await settingsFor(ctx)))
}

/**
 * Registers or replaces the caller's bank account and enqueues a mail about it. Refuses `bank_unknown`
 * and `branch_unknown` before it confirms the step, so such a mistake uses up neither code nor proof.
 */
export async function put(
  ctx: Ctx,
  { code, passkey, ...form }: BodyOf<typeof putBank>,
): Promise<ReplyOf<typeof putBank>> {
  const { account_id, email } = currentPerson(ctx)
  const names = await findBankNames(form.bank_code, form.branch_code)
  if (names === 'bank') fail('bank_unknown')
  if (names === 'branch') fail('branch_unknown')
  await confirmStep(ctx, { code, passkey }, 'bank')
  const { text: zengin_holder } = zenginHolder(form.holder)
  const registered: Registered = { ...form, ...names, zengin_holder }
  const sealed = await sealFor(account_id, registered, ctx.config)
  const changed_at = ctx.now.toISOString()
  const row = { ...sealed, changed_at }
  await inTx(ctx, async (tx) => {
    await tx
      .insertInto('bank_account')
      .values({ account_id, ...row })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ ...row, replaced_at: changed_at }),
      )
      .execute()
    await enqueueMails(tx, changeMail, [{ account_id, email, changed_at }])
  })
  return shown({ ...registered, changed_at }, changeDelayHours(await settingsFor(ctx)))
}

/**
 * Decrypts a person's bank account for payouts and administrators. Returns `undefined` if none is
 * registered. Callers must mask the number before showing it.
 */
export async function bankOf(
  db: Db | Tx,
  secrets: { keyRing: string },
  account_id: string,
): Promise<BankAccount | undefined> {
  const row = await db
    .selectFrom('bank_account')
    .select(['kek_id', 'wrapped', 'sealed', 'changed_at', 'replaced_at'])
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  if (!row) return undefined
  const text = await open(keyRing(secrets.keyRing), row, contextOf(account_id))
  const { changed_at, replaced_at } = row
  return { ...(JSON.parse(text.toString()) as Registered), changed_at, replaced_at }
}

/** Masks all but the last three digits of an account number: `****567`. */
export const masked = (account_number: string) => `****${account_number.slice(-3)}`

/** Rewraps the data keys of all registered bank accounts. */
export const rewrapBanks = (db: Db, ring: string): Promise<number> =>
  rewrapAll(ring, {
    read: (current, limit) =>
      db
        .selectFrom('bank_account')
        .select(['account_id', 'kek_id', 'wrapped', 'sealed'])
        .where('kek_id', '<>', current)
        .limit(limit)
        .execute(),
    contextOf: ({ account_id }) => contextOf(account_id),
    write: (row, renewed) =>
      db
        .updateTable('bank_account')
        .set(renewed)
        .where('account_id', '=', row.account_id)
        .where('wrapped', '=', row.wrapped) // a concurrent registration already uses the new key
        .execute(),
  })

function sealFor(account_id: string, registered: Registered, secrets: { keyRing: string }) {
  const text = Buffer.from(JSON.stringify(registered))
  return seal(keyRing(secrets.keyRing), text, contextOf(account_id))
}

/** The encryption context. A sealed account copied to another person's row cannot be opened. */
const contextOf = (account_id: string) => `bank_account/v1|${account_id}`

function shown(bank: Omit<BankAccount, 'replaced_at'>, hold_hours: number): OwnBank {
  const { holder, zengin_holder, deposit_type, changed_at } = bank
  const { bank_code, bank_name, branch_code, branch_name } = bank
  return {
    holder,
    zengin_holder,
    account_number: masked(bank.account_number),
    deposit_type,
    bank_code,
    bank_name,
    branch_code,
    branch_name,
    changed_at,
    hold_hours,
  }
}
