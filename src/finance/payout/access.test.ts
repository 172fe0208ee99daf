import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sendSignInCode } from '#src/accounts/account/account.shared.ts'
import { getBank, putBank } from '#src/finance/bank-account/bank.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { waitUntil, type TestApp, testApp } from '../../../test/test-app.ts'
import {
  cancelPayout,
  checkUpdate,
  getPayout,
  listPayouts,
  requestPayout,
  updatePayouts,
} from './payout.shared.ts'

const BANK = {
  holder: 'ドロボウ',
  account_number: '7654321',
  deposit_type: 'savings' as const,
  bank_code: '0001',
  branch_code: '001',
}

test('EN-13 another person’s payout looks the same as a missing one', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 2_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { job_id } = await sora.call(updatePayouts, { ids: [id], status: 'failed', reason: 'why' })

  for (const role of ['STANDARD_USER', 'ORH', 'ADMIN'] as const) {
    const who = await here.person(`Eve_${role}`, { role })
    const both = [id, randomUUID()].map((one) => who.call(cancelPayout, { id: one }))
    const [foreign, missing] = await Promise.all(both)
    deepEqual(foreign!.error, missing!.error, role)
    equal(foreign!.error?.code, 'not_found')
    if (role === 'ADMIN') continue
    const reads = [id, randomUUID()].map((one) => who.call(getPayout, { id: one }))
    const [foreignPayout, missingPayout] = await Promise.all(reads)
    deepEqual(foreignPayout!.error, missingPayout!.error, role)
    const jobs = [job_id, randomUUID()].map((one) => who.call(checkUpdate, { job_id: one }))
    for (const { error } of await Promise.all(jobs)) equal(error?.code, 'admins_only')
    equal((await who.call(listPayouts, { all: 'true' })).error?.code, 'admins_only')
    deepEqual(await who.call(listPayouts, { q: 'mika' }), { items: [], total: 0, sum: 0 })
  }
})

test('EN-13 an administrator lists the payouts of all people, or only their own', async (t) => {
  const here = await testApp(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 2_000 })
  const idsOf = async (who: typeof mika, query: object) =>
    (await who.call(listPayouts, query)).items.map((payout) => payout.id)
  for (const query of [{}, { all: 'true' }, { q: 'mika' }])
    deepEqual(await idsOf(sora, query), [id], JSON.stringify(query))
  deepEqual(await idsOf(sora, { q: 'ren' }), [])
  deepEqual(await idsOf(sora, { all: 'false' }), [])
  for (const query of [{}, { all: 'false' }]) deepEqual(await idsOf(mika, query), [id])
})

test('EN-13 a code stops working after five wrong guesses, and another person’s code never works', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { balance: 50_000 })
  const eve = await here.person('Eve')
  const code = await codeFor(here, mika)
  const evesCode = await codeFor(here, eve)
  const guesses = [evesCode, '000000', '111111', '222222', '333333', '444444'].filter(
    (one) => one !== code,
  )
  for (const guess of guesses.slice(0, 5)) {
    const { error } = await mika.call(putBank, { ...BANK, code: guess })
    equal(error?.code.startsWith('code_'), true, guess)
  }

  equal((await mika.call(putBank, { ...BANK, code })).error?.code, 'code_locked')
  equal((await mika.call(getBank, {})).error?.code, 'not_found')
})

test('an amount that is negative, zero, fractional or too large is refused', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { balance: 50_000 })
  await registerBank(here, mika)
  for (const amount of [-2_000, 0, 0.5, 1e21, Number.MAX_SAFE_INTEGER])
    equal((await mika.call(requestPayout, { amount })).error !== undefined, true, String(amount))
  const { sales_balance, reserved_for_payout } = await mika.call(getBalance, {})
  deepEqual([sales_balance, reserved_for_payout], [50_000, 0])
})

async function codeFor(
  here: TestApp,
  who: Awaited<ReturnType<TestApp['person']>>,
): Promise<string> {
  await who.call(sendSignInCode, { email: who.email, purpose: 'bank' })
  const [newest] = await waitUntil(
    () => here.inbox(who.email),
    ([mail]) => mail?.code != null,
  )
  return newest!.code!
}
