import type { Db } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { type BankAccount, masked } from '#src/finance/bank-account/bank.ts'
import { keyRing, open, rewrap, seal, type Sealed } from '#src/accounts/wallet/vault.ts'

/** What people are shown of the account that a payout goes to. */
export interface ShownBank {
  bank_name: string
  branch_name: string
  deposit_type: 'savings' | 'checking'
  account_number: string
}

/** What a payout's bank account is sealed to: moved to another payout, it does not open. */
const snapshotContext = (id: string) => `payout/v1|${id}`

/** The account as it is now: masked to be shown, whole but sealed for the bank's file. */
export async function sealBank({ config }: Ctx, id: string, bank: BankAccount) {
  const secret = Buffer.from(JSON.stringify(bank))
  const { kek_id, wrapped, sealed } = await seal(
    keyRing(config.keyRing),
    secret,
    snapshotContext(id),
  )
  const { bank_name, branch_name, deposit_type, account_number } = bank
  const shown: ShownBank = {
    bank_name,
    branch_name,
    deposit_type,
    account_number: masked(account_number),
  }
  const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}` // as PostgreSQL reads bytea in JSON
  return { bank: shown, kek_id, wrapped: hex(wrapped), sealed: hex(sealed) }
}

/** The whole account of one payout. */
export async function openBank(
  { config }: Ctx,
  row: Sealed & { id: string },
): Promise<BankAccount> {
  const secret = await open(keyRing(config.keyRing), row, snapshotContext(row.id))
  return JSON.parse(secret.toString()) as BankAccount
}

/** Wraps the data key of every payout's account with the ring's first key, as `rewrapBanks` does. */
export async function rewrapPayouts(db: Db, ring: string): Promise<number> {
  const wrapper = keyRing(ring)
  const rows = await db
    .selectFrom('payout')
    .select(['id', 'kek_id', 'wrapped', 'sealed'])
    .where('kek_id', '<>', wrapper.current)
    .execute()
  for (const row of rows) {
    const { kek_id, wrapped } = await rewrap(wrapper, row, snapshotContext(row.id))
    await db.updateTable('payout').set({ kek_id, wrapped }).where('id', '=', row.id).execute()
  }
  return rows.length
}
