import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { spendCode } from '#src/accounts/account/code.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { keyRing, open, rewrap, seal } from '#src/accounts/wallet/vault.ts'
import type { BankForm, getBank, listBanks, listBranches, OwnBank, putBank } from './bank.shared.ts'
import {
  type BankNames,
  findBanks,
  findBranches,
  findBankNames,
} from '#src/platform/bank-directory/directory.ts'
import { holdHours } from './hold.ts'
import { zenginHolder } from './holder.shared.ts'
import { mailChange } from './mail.ts'

const REWRAPPED_AT_ONCE = 100

/** What is sealed: what was registered, in both writings, with the names of that day. */
type Registered = BankForm & BankNames & { zengin_holder: string }
/**
 * A person's bank account in clear. `changed_at`: when it was registered last; `replaced_at`: when
 * it took another's place, from which payouts wait a while.
 */
export type BankAccount = Registered & { changed_at: string; replaced_at: string | null }

/** Banks for a field that searches while one types. */
export const list = async (_: Ctx, paging: BodyOf<typeof listBanks>) => findBanks(paging)

export async function listOf(
  _: Ctx,
  { code, ...paging }: BodyOf<typeof listBranches>,
): Promise<ReplyOf<typeof listBranches>> {
  return (await findBranches(code, paging)) ?? fail('not_found')
}

/** One's own bank account, its number masked. */
export async function get(ctx: Ctx): Promise<ReplyOf<typeof getBank>> {
  const bank = await bankOf(ctx.db, ctx.config, currentPerson(ctx).account_id)
  return shown(bank ?? fail('not_found'), holdHours(await settingsOf(ctx.db)))
}

/**
 * Registers a bank account in place of the one before. The code is spent only on what could be
 * registered, and a change is told by mail to whoever reads the account's.
 */
export async function put(
  ctx: Ctx,
  { code, ...form }: BodyOf<typeof putBank>,
): Promise<ReplyOf<typeof putBank>> {
  const { account_id, email } = currentPerson(ctx)
  const names = await findBankNames(form.bank_code, form.branch_code)
  if (names === 'bank') fail('bank_unknown')
  if (names === 'branch') fail('branch_unknown')
  await spendCode(ctx, { email, code, purpose: 'bank' })
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
    await enqueue(tx, mailChange, { account_id, email, changed_at })
  })
  return shown({ ...registered, changed_at }, holdHours(await settingsOf(ctx.db)))
}

/**
 * Step: the bank account of a person in clear, for payouts and those who check them. `undefined`
 * where none is registered. Whoever shows it to people masks the number.
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

/** Of a number what its owner knows it by: `****567`. */
export const masked = (account_number: string) => `****${account_number.slice(-3)}`

/** Wraps every bank account's data key with the ring's first key, as `rewrapWallets` does. */
export async function rewrapBanks(db: Db, ring: string): Promise<number> {
  const wrapper = keyRing(ring)
  for (let renewed = 0; ;) {
    const rows = await db
      .selectFrom('bank_account')
      .select(['account_id', 'kek_id', 'wrapped', 'sealed'])
      .where('kek_id', '<>', wrapper.current)
      .limit(REWRAPPED_AT_ONCE)
      .execute()
    if (rows.length === 0) return renewed
    for (const row of rows) {
      const { kek_id, wrapped } = await rewrap(wrapper, row, contextOf(row.account_id))
      await db
        .updateTable('bank_account')
        .set({ kek_id, wrapped })
        .where('account_id', '=', row.account_id)
        .where('wrapped', '=', row.wrapped) // registered anew meanwhile, it is wrapped anew too
        .execute()
      renewed++
    }
  }
}

function sealFor(account_id: string, registered: Registered, secrets: { keyRing: string }) {
  const text = Buffer.from(JSON.stringify(registered))
  return seal(keyRing(secrets.keyRing), text, contextOf(account_id))
}

/** What a bank account is sealed to: moved to another person's row, it does not open. */
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
