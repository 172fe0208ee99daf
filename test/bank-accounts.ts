import { equal } from 'node:assert/strict'
import { sendSignInCode } from '#src/accounts/account/account.shared.ts'
import { type BankForm, putBank } from '#src/finance/bank-account/bank.shared.ts'
import { checkUpdate, type Ending, updatePayouts } from '#src/finance/payout/payout.shared.ts'
import type { Person } from './people.ts'
import { waitUntil, type TestApp } from './test-app.ts'

export const BANK: BankForm = {
  holder: 'オカダ アキ',
  account_number: '1234567',
  deposit_type: 'savings',
  bank_code: '0001',
  branch_code: '001',
}

/** Registers a bank account with the code that arrives by mail. */
export async function registerBank(
  { app, inbox }: Pick<TestApp, 'app' | 'inbox'>,
  who: Person,
  form: Partial<BankForm> = {},
) {
  const codes = async () => (await inbox(who.email)).filter((mail) => mail.code !== null)
  const before = (await codes()).length
  await who.call(sendSignInCode, { email: who.email, purpose: 'bank' })
  await app.runDueJobs()
  const [newest] = await waitUntil(codes, (mails) => mails.length > before)
  const bank = await who.call(putBank, { ...BANK, ...form, code: newest!.code! })
  equal(bank.error, undefined)
}

/** Sets the outcome of payouts as an administrator, and returns the finished update. */
export async function endPayouts(admin: Person, ids: string[], status: Ending) {
  const { job_id } = await admin.call(updatePayouts, { ids, status, reason: 'as the bank said' })
  return waitUntil(
    () => admin.call(checkUpdate, { job_id }),
    (update) => update.status === 'done',
  )
}
