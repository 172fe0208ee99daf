import type { Db } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { type BankAccount, masked } from '#src/finance/bank-account/bank.ts'
import { keyRing, open, rewrapAll, seal, type Sealed } from '#core/vault.ts'

/** The displayed part of a payout's bank account, its number masked. */
export interface ShownBank {
  bank_name: string
  branch_name: string
  deposit_type: 'savings' | 'checking'
  account_number: string
}

/** The encryption context. A sealed account copied to another payout's row cannot be opened. */
const snapshotContext = (id: string) => `payout/v1|${id}`

/** Returns the columns of a payout that store its bank account: masked for display, sealed in full. */
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
  const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}` // PostgreSQL's hex format for bytea
  return { bank: shown, kek_id, wrapped: hex(wrapped), sealed: hex(sealed) }
}

/** Decrypts the full bank account of a payout. */
export async function openBank(
  { config }: Ctx,
  row: Sealed & { id: string },
): Promise<BankAccount> {
  const secret = await open(keyRing(config.keyRing), row, snapshotContext(row.id))
  return JSON.parse(secret.toString()) as BankAccount
}

/** Rewraps the data keys of all payouts' bank accounts. */
export const rewrapPayouts = (db: Db, ring: string): Promise<number> =>
  rewrapAll(ring, {
    read: (current, limit) =>
      db
        .selectFrom('payout')
        .select(['id', 'kek_id', 'wrapped', 'sealed'])
        .where('kek_id', '<>', current)
        .limit(limit)
        .execute(),
    contextOf: ({ id }) => snapshotContext(id),
    write: ({ id }, renewed) =>
      db.updateTable('payout').set(renewed).where('id', '=', id).execute(),
  })
