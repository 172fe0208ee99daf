import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { type CodePurpose, sendSignInCode } from '#src/accounts/account/account.shared.ts'
import type { Person } from '../../../test/people.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import {
  type BankForm,
  bankForm,
  getBank,
  listBanks,
  listBranches,
  putBank,
} from './bank.shared.ts'
import { bankOf, rewrapBanks } from './bank.ts'

const form: BankForm = {
  holder: 'オカダ アキ',
  account_number: '1234567',
  deposit_type: 'savings',
  bank_code: '0001',
  branch_code: '100',
}
const shown = {
  ...form,
  account_number: '****567',
  zengin_holder: 'ｵｶﾀﾞ ｱｷ',
  bank_name: 'みずほ',
  branch_name: '本店',
  hold_hours: 24,
}

/** A change to one field, and whether the form stays valid. */
// oxfmt-ignore
const cases: [change: Partial<Record<keyof BankForm, string>>, isGood: boolean][] = [
  [{}, true],
  [{ bank_code: '001' }, false],
  [{ bank_code: '00001' }, false],
  [{ bank_code: '０００１' }, false],
  [{ bank_code: '000a' }, false],
  [{ bank_code: '' }, false],
  [{ branch_code: '10' }, false],
  [{ branch_code: '1000' }, false],
  [{ branch_code: '１００' }, false],
  [{ branch_code: '' }, false],
  [{ account_number: '123456' }, false],
  [{ account_number: '12345678' }, false],
  [{ account_number: '１２３４５６７' }, false],
  [{ account_number: '123-567' }, false],
  [{ account_number: '1234567\n' }, false],
  [{ account_number: '0000001' }, true],
  [{ deposit_type: 'checking' }, true],
  [{ deposit_type: '普通' }, false],
  [{ deposit_type: '' }, false],
  [{ holder: '' }, false],
  [{ holder: '   ' }, false],
  [{ holder: '　' }, false],
  [{ holder: 'キョウト' }, false],
  [{ holder: 'キヨウト' }, true],
  [{ holder: 'ｷﾖｳﾄ' }, false],
  [{ holder: 'きようと' }, false],
  [{ holder: '株式会社' }, false],
  [{ holder: 'オカダ　アキ' }, false],
  [{ holder: 'okada' }, false],
  [{ holder: 'OKADA 2' }, true],
  [{ holder: 'ＯＫＡＤＡ' }, false],
  [{ holder: 'カ)シオ(1),A-B.C/D"¥' }, true],
  [{ holder: 'ア'.repeat(101) }, false],
]

test('MN-05 CO-05 the form accepts and refuses thirty cases', () => {
  for (const [change, isGood] of cases)
    equal(bankForm.safeParse({ ...form, ...change }).success, isGood, JSON.stringify(change))
  for (const field of Object.keys(form))
    equal(bankForm.safeParse({ ...form, [field]: undefined }).success, false, field)
})

async function openBank(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  const person = (name: string) => here.person(name)
  const askCode = async (who: Person, purpose: CodePurpose = 'bank') => {
    here.clock.now = addSeconds(here.clock.now, 60)
    await who.call(sendSignInCode, { email: who.email, purpose })
    await here.app.runDueJobs()
    return (await here.inbox(who.email))[0]!.code!
  }
  const register = async (who: Person, change: Partial<BankForm> = {}) =>
    who.call(putBank, { ...form, ...change, code: await askCode(who) })
  return { ...here, db: here.app.db, person, askCode, register }
}

test('MN-05 EN-13 a person sees their own account masked, and other people see nothing of it', async (t) => {
  const { person, register, clock, call } = await openBank(t)
  const [mika, ren] = [await person('Mika'), await person('Ren')]
  equal((await mika.call(getBank, {})).error?.code, 'not_found')

  const registered = await register(mika)

  deepEqual(registered, { ...shown, changed_at: clock.now.toISOString() })
  deepEqual(await mika.call(getBank, {}), registered)
  equal((await ren.call(getBank, {})).error?.code, 'not_found')
  equal((await call(getBank, {})).error?.code, 'not_signed_in')
})

test('EN-13 an account is encrypted in the database, and cannot be opened in another person’s row', async (t) => {
  const { person, register, db, config, clock } = await openBank(t)
  const [mika, ren] = [await person('Mika'), await person('Ren')]
  await register(mika)
  await register(ren, { account_number: '7654321' })

  const rows = await db.selectFrom('bank_account').selectAll().execute()
  const stored = Buffer.concat(rows.flatMap(({ sealed, wrapped }) => [sealed, wrapped]))
  equal(rows.length, 2)
  for (const fact of ['1234567', '7654321', '0001', 'みずほ', 'オカダ'])
    ok(!stored.includes(fact), fact)

  const bank = await bankOf(db, config, ren.account_id)
  deepEqual(bank, {
    ...form,
    account_number: '7654321',
    zengin_holder: 'ｵｶﾀﾞ ｱｷ',
    bank_name: 'みずほ',
    branch_name: '本店',
    bank_kana: 'ﾐｽﾞﾎ',
    branch_kana: 'ﾎﾝﾃﾝ',
    changed_at: clock.now.toISOString(),
    replaced_at: null,
  })
  const [stolen] = await db
    .selectFrom('bank_account')
    .select(['wrapped', 'sealed'])
    .where('account_id', '=', ren.account_id)
    .execute()
  await db
    .updateTable('bank_account')
    .set(stolen!)
    .where('account_id', '=', mika.account_id)
    .execute()
  const opened = await bankOf(db, config, mika.account_id).catch((error: Error) => error)
  ok(opened instanceof Error)
})

test('EN-13 rewrapping with a new first key makes the old key unnecessary', async (t) => {
  const { person, register, db, config } = await openBank(t)
  const mika = await person('Mika')
  await register(mika)
  config.keyRing = `k9:${randomBytes(32).toString('base64')},${config.keyRing}`
  equal(await rewrapBanks(db, config.keyRing), 1)
  equal(await rewrapBanks(db, config.keyRing), 0)
  config.keyRing = config.keyRing.split(',')[0]!
  equal((await mika.call(getBank, {})).account_number, '****567')
})

test('a code for signing in or for a new e-mail address does not register a bank account', async (t) => {
  const { person, askCode } = await openBank(t)
  const mika = await person('Mika')
  for (const purpose of ['sign_in', 'email'] as const) {
    const refused = await mika.call(putBank, { ...form, code: await askCode(mika, purpose) })
    equal(refused.error?.code, 'code_expired', purpose)
  }
  equal((await mika.call(getBank, {})).error?.code, 'not_found')
})

test('MN-06 an unknown bank or another bank’s branch is refused without using up the code', async (t) => {
  const { person, askCode } = await openBank(t)
  const mika = await person('Mika')
  const code = await askCode(mika)
  const unknown = await mika.call(putBank, { ...form, bank_code: '0002', code })
  equal(unknown.error?.code, 'bank_unknown')
  const elsewhere = await mika.call(putBank, { ...form, bank_code: '9900', code })
  equal(elsewhere.error?.code, 'branch_unknown')
  equal((await mika.call(putBank, { ...form, code })).bank_name, 'みずほ')
})

test('MN-06 a signed-in person searches banks and branches, and cannot enter their own bank name', async (t) => {
  const { person, askCode } = await openBank(t)
  const mika = await person('Mika')
  const { items } = await mika.call(listBanks, { q: 'ゆうちょ' })
  deepEqual(items[0], { code: '9900', name: 'ゆうちょ', kana: 'ﾕｳﾁﾖ' })
  const branches = await mika.call(listBranches, { code: '9900', q: '018' })
  equal(branches.items[0]?.name, '〇一八')
  equal((await mika.call(listBranches, { code: '0002' })).error?.code, 'not_found')

  const named = { ...form, code: await askCode(mika), bank_name: 'わたし銀行' }
  equal((await mika.call(putBank, named)).error?.code, 'input_invalid')
})

test('only the second registration of an account counts as a replacement', async (t) => {
  const { person, register, db, config, clock } = await openBank(t)
  const mika = await person('Mika')
  const replacedAt = async () => (await bankOf(db, config, mika.account_id))?.replaced_at
  equal(await replacedAt(), undefined)
  await register(mika)
  equal(await replacedAt(), null)
  await register(mika, { account_number: '7654321' })
  equal(await replacedAt(), clock.now.toISOString())
})

test('MN-07 an account can be savings or checking', async (t) => {
  const { person, register } = await openBank(t)
  const mika = await person('Mika')
  equal((await register(mika)).deposit_type, 'savings')
  equal((await register(mika, { deposit_type: 'checking' })).deposit_type, 'checking')
})

test('a change needs an unused code that was mailed to its owner within ten minutes', async (t) => {
  const { person, askCode, clock } = await openBank(t)
  const [mika, ren] = [await person('Mika'), await person('Ren')]
  const code = await askCode(mika)
  const wrong = code === '000000' ? '111111' : '000000'
  equal((await mika.call(putBank, { ...form, code: wrong })).error?.code, 'code_wrong')
  equal((await ren.call(putBank, { ...form, code })).error?.code, 'code_expired')

  const answers = await Promise.all(tenTimes(() => mika.call(putBank, { ...form, code })))
  deepEqual(countOutcomes(answers), { done: 1, code_expired: 9 })

  const late = await askCode(mika)
  clock.now = addSeconds(clock.now, 600)
  equal((await mika.call(putBank, { ...form, code: late })).error?.code, 'code_expired')
})

test('a change is mailed in the person’s language, without details of the account', async (t) => {
  const { person, register, inbox, app, db, url } = await openBank(t)
  const [mika, ren] = [await person('Mika'), await person('Ren')]
  await db.updateTable('account').set({ lang: 'ja' }).where('id', '=', mika.account_id).execute()
  await register(mika)
  await register(ren)
  await app.runDueJobs()

  const [toMika] = await inbox(mika.email)
  match(toMika!.subject, /振込先口座が変更されました/)
  match(toMika!.text, /お心当たりがない場合/)
  const [toRen] = await inbox(ren.email)
  match(toRen!.subject, /Your bank account was changed/)
  for (const { text } of [toMika!, toRen!])
    ok(!/1234567|567|オカダ|みずほ/.test(text.replaceAll(url, ''))) // its port may have the digits
})
