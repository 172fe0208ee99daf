import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { requestOf } from '#core/http/endpoint.ts'
import { endPayouts, registerBank } from '../../../test/bank-accounts.ts'
import type { Person } from '../../../test/people.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import {
  countOutcomes,
  waitUntil,
  tenTimes,
  travelTo,
  type TestApp,
  testApp,
} from '../../../test/test-app.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { getPayee, putPayee } from './payee.shared.ts'
import {
  cancelPayout,
  checkUpdate,
  exportPayouts,
  getPayout,
  getPayoutTerms,
  listPayouts,
  readBankResults,
  requestPayout,
} from './payout.shared.ts'
import { sentOf, withheldFrom } from './withholding.shared.ts'

const LINE = 122
const AMOUNT_AT = 80 // of a data record, ten digits
const RESULT_AT = 113

async function app(t: TestContext) {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  await here.app.db
    .insertInto('setting')
    .values({ value: JSON.stringify({ payout_max: 9_999_999 }), reason: 'test' })
    .execute()
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const mika = await here.person('Mika', { role: 'ORH', balance: 2_000_000 })
  await registerBank(here, mika)
  const { account_id } = mika
  await sora.call(putPayee, {
    account_id,
    withholding: 'domestic_individual',
    reason: 'lives here',
  })
  return { here, sora, mika }
}

/** Returns the yen that the platform's accounts of these kinds hold. */
async function platformHas({ app: { db } }: TestApp, ...kinds: string[]) {
  const { rows } = await sql<{ kind: string; yen: number }>`
    select kind, coalesce(sum(case when credit = account.id then amount else -amount end), 0)::bigint as yen
    from ledger_account account left join ledger_transfer on account.id in (debit, credit)
    where account_id is null group by kind
  `.execute(db)
  return kinds.map((kind) => rows.find((row) => row.kind === kind)!.yen)
}

const moneyOf = async (who: Person) => {
  const { sales_balance, reserved_for_payout } = await who.call(getBalance, {})
  return [sales_balance, reserved_for_payout]
}

test('204,200 of 1,500,000 yen are withheld for a domestic individual, and nothing for others', () => {
  const table = [
    [1, 0],
    [9, 0],
    [10, 1],
    [1_000, 102],
    [999_999, 102_099],
    [1_000_000, 102_100],
    [1_000_001, 102_100],
    [1_000_005, 102_101],
    [1_500_000, 204_200],
  ] as const
  for (const [amount, tax] of table) {
    equal(withheldFrom(amount, 'domestic_individual'), tax, String(amount))
    equal(withheldFrom(amount, 'none'), 0)
  }
})

test('tax and sent yen add up to the amount, and a larger amount never has less tax', () => {
  let [before, taxBefore] = [0, 0]
  const amounts = Array.from({ length: 2_000 }, () => randomInt(1, 10_000_000))
  for (const amount of amounts.toSorted((a, b) => a - b)) {
    const withheld = withheldFrom(amount, 'domestic_individual')
    equal(withheld + sentOf({ amount, withheld }), amount)
    ok(withheld < amount && Number.isInteger(withheld))
    ok(withheld >= taxBefore && withheld - taxBefore <= amount - before, String(amount))
    ;[before, taxBefore] = [amount, withheld]
  }
})

test('a payout sends the amount less tax, and its final status decides where the money goes', async (t) => {
  const { here, sora, mika } = await app(t)
  equal((await mika.call(getPayoutTerms, {})).withholding, 'domestic_individual')
  const endings = [
    ['2030-01', 'processed', [499_800, 0], [204_200, 1_295_800, 200]],
    ['2030-02', 'failed', [499_800, 0], [204_200, 1_295_800, 200]],
    ['2030-03', 'failed_and_charged', [499_600, 0], [204_200, 1_295_800, 400]],
  ] as const
  for (const [month, status, left, kept] of endings) {
    await travelTo(here, `${month}-10T03:00:00Z`)
    const amount = month === '2030-01' ? 1_500_000 : 400_000
    const { id, withheld, sent } = await mika.call(requestPayout, { amount })
    deepEqual([withheld, sent], amount === 400_000 ? [40_840, 359_160] : [204_200, 1_295_800])
    await endPayouts(sora, [id], status)
    deepEqual(await moneyOf(mika), left, status)
    deepEqual(await platformHas(here, 'withheld', 'bank', 'fees'), kept, status)
  }
  await travelTo(here, '2030-04-10T03:00:00Z')
  const { id } = await mika.call(requestPayout, { amount: 400_000 })
  equal((await mika.call(cancelPayout, { id })).processed_at, null)
  deepEqual(await moneyOf(mika), [499_600, 0])

  const about = (await here.inbox(mika.email)).map(({ subject, text }) => `${subject}\n${text}`)
  ok(about.some((mail) => mail.startsWith('¥1,295,800 is on its way to your bank account')))
  ok(about.some((mail) => mail.includes('¥1,500,000 − income tax withheld ¥204,200 = ¥1,295,800')))
})

test('the bank’s file has the amount less tax, and the results must match it', async (t) => {
  const { here, sora, mika } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_500_000 })
  await travelTo(here, '2030-02-01T03:00:00Z')
  const file = async (format: 'csv' | 'zengin') => {
    const { url } = requestOf(exportPayouts, { format, month: '2030-01' })
    const headers = { authorization: `Bearer ${sora.token}` }
    return Buffer.from(await (await fetch(here.url + url, { headers })).arrayBuffer())
  }
  const bytes = await file('zengin')
  equal(bytes.toString('latin1', LINE + AMOUNT_AT, LINE + AMOUNT_AT + 10), '0001295800')
  ok((await file('csv')).toString().includes('1500000,204200,1295800,200'))

  bytes[LINE + RESULT_AT] = '0'.charCodeAt(0)
  const whole = Buffer.from(bytes.toString('latin1').replaceAll('1295800', '1500000'), 'latin1')
  const read = (of: Buffer) =>
    sora.call(readBankResults, { file: of.toString('base64'), reason: 'the bank’s answer' })
  equal((await read(whole)).error?.code, 'bank_file_invalid')
  const { job_ids } = await read(bytes)
  await waitUntil(
    () => sora.call(checkUpdate, { job_id: job_ids[0]! }),
    ({ status }) => status === 'done',
  )
  deepEqual(await platformHas(here, 'withheld', 'bank', 'fees'), [204_200, 1_295_800, 200])
  equal((await sora.call(getPayout, { id })).sent, 1_295_800)
})

test('a change that another administrator made meanwhile is not recorded twice', async (t) => {
  const { here, sora, mika } = await app(t)
  const { account_id } = mika
  const { withholding, changes } = await whileLocked(here.app.db, {
    lock: sql`select from payee for no key update`,
    action: () => sora.call(putPayee, { account_id, withholding: 'none', reason: 'is a company' }),
    change: (tx) => sql`update payee set withholding = 'none'`.execute(tx),
  })
  equal(withholding, 'none')
  equal(changes.length, 1)
})

test('the tax is fixed at the request of a payout, and each change of the setting is recorded', async (t) => {
  const { here, sora, mika } = await app(t)
  const { account_id } = mika
  const { id } = await mika.call(requestPayout, { amount: 10_000 })

  const none = { account_id, withholding: 'none', reason: 'is a company' } as const
  const answers = await Promise.all(tenTimes(() => sora.call(putPayee, none)))

  deepEqual(countOutcomes(answers), { done: 10 })
  const { withholding, changes } = await sora.call(getPayee, { account_id })
  equal(withholding, 'none')
  deepEqual(
    changes.map(({ from_withholding, to_withholding, changed_by, reason }) =>
      [from_withholding, to_withholding, changed_by, reason].join(' '),
    ),
    ['domestic_individual none Sora is a company', 'none domestic_individual Sora lives here'],
  )
  equal((await mika.call(getPayout, { id })).withheld, 1_021)
  const all = await sora.call(listPayouts, { all: 'true' })
  deepEqual(
    all.items.map((payout) => 'account_id' in payout && payout.account_id),
    [account_id],
  )
  const unknown = { ...none, account_id: id }
  equal((await sora.call(putPayee, unknown)).error?.code, 'not_found')
  await here.app.db
    .deleteFrom('payee_change')
    .execute()
    .then(
      () => ok(false, 'a change was deleted'),
      (error: Error) => ok(/append|change/i.test(error.message), error.message),
    )
})
