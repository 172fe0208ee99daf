import { equal } from 'node:assert/strict'
import { sendSignInCode } from '#src/accounts/account/account.shared.ts'
import { type BankForm, putBank } from '#src/finance/bank-account/bank.shared.ts'
import { checkUpdate, type Ending, updatePayouts } from '#src/finance/payout/payout.shared.ts'
import type { Somebody } from './people.ts'
import { soon, type TestApp } from './test-app.ts'

const BANK: BankForm = {
  ...{ holder: 'オカダ アキ', account_number: '1234567', deposit_type: 'savings' },
  ...{ bank_code: '0001', branch_code: '001' },
}

/** Registers a bank account as people do, with the code that comes by mail. */
export async function registersBank(
  { app, inbox }: Pick<TestApp, 'app' | 'inbox'>,
  who: Somebody,
  form: Partial<BankForm> = {},
) {
  const codes = async () => (await inbox(who.email)).filter((mail) => mail.code !== null)
  const before = (await codes()).length
  await who.call(sendSignInCode, { email: who.email, purpose: 'bank' })
  await app.workOff()
  const [newest] = await soon(codes, (mails) => mails.length > before)
  const bank = await who.call(putBank, { ...BANK, ...form, code: newest!.code! })
  equal(bank.error, undefined)
}

/** Ends these payouts as an administrator does, and waits for what became of each. */
export async function endsPayouts(admin: Somebody, ids: string[], status: Ending) {
  const { job_id } = await admin.call(updatePayouts, { ids, status, reason: 'as the bank said' })
  return soon(
    () => admin.call(checkUpdate, { job_id }),
    (update) => update.status === 'done',
  )
}
