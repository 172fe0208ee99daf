import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { endPayouts, registerBank } from '../../../test/bank-accounts.ts'
import type { Person } from '../../../test/people.ts'
import { createTitle } from '../../../test/titles.ts'
import { countOutcomes, travelTo, testApp } from '../../../test/test-app.ts'
import {
  cancelPayout,
  checkUpdate,
  getPayout,
  getPayoutTerms,
  listPayouts,
  requestPayout,
  updatePayouts,
} from './payout.shared.ts'
import { putPayee } from './payee.shared.ts'
import { withheldFrom } from './withholding.shared.ts'

async function app(t: TestContext, balance = 50_000) {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH', balance })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  return { here, mika, sora }
}

const moneyOf = async (who: Person) => {
  const { sales_balance, reserved_for_payout } = await who.call(getBalance, {})
  return [sales_balance, reserved_for_payout]
}

test('MN-08 ER-06 every reason against a payout has its own error', async (t) => {
  const { here, mika } = await app(t, 1_199)
  const rich = await here.person('Rich', { balance: 2_000_000 })
  const ask = async (who: Person, amount: number) =>
    (await who.call(requestPayout, { amount })).error?.code

  equal(await ask(rich, 5_000), 'bank_required')
  await registerBank(here, mika)
  await registerBank(here, rich)
  equal(await ask(mika, 1_000), 'balance_not_enough')
  equal((await mika.call(getPayoutTerms, {})).refused, 'balance_not_enough')
  equal(await ask(rich, 999), 'payout_out_of_bounds')
  equal(await ask(rich, 1_000_000), 'payout_out_of_bounds')
  equal(await ask(rich, 999_999), undefined)
  equal(await ask(rich, 1_000), 'payout_once_a_month')
  deepEqual(await moneyOf(rich), [2_000_000 - 1_000_199, 1_000_199])
})

test('MN-08 balance held for a purchase cannot be paid out', async (t) => {
  const { here, mika } = await app(t)
  const ren = await here.person('Ren', { balance: 3_000 })
  const film = await createTitle(here, mika, { copies: 3, price: 2_500 })
  await registerBank(here, ren)
  const held = await ren.call(purchaseSerial, film.order(1, 2_400))
  equal(held.error, undefined)

  equal((await ren.call(requestPayout, { amount: 1_000 })).error?.code, 'balance_in_use')
})

test('MN-08 points held for a purchase do not make a balance that lacks look as if it were in use', async (t) => {
  const { here, mika } = await app(t)
  const ren = await here.person('Ren', { balance: 500, points: 2_000 })
  const film = await createTitle(here, mika, { copies: 1, price: 2_500 })
  await registerBank(here, ren)
  equal((await ren.call(purchaseSerial, film.order(1, 2_000))).error, undefined)
  equal((await ren.call(requestPayout, { amount: 1_000 })).error?.code, 'balance_not_enough')
  equal((await ren.call(getPayoutTerms, {})).refused, 'balance_not_enough')
})

test('MN-08 payouts wait 24 hours after a change of the bank account', async (t) => {
  const { here, mika } = await app(t)
  await registerBank(here, mika)
  await travelTo(here, '2030-01-11T03:00:00Z')
  await registerBank(here, mika, { account_number: '7654321' })

  const { error } = await mika.call(requestPayout, { amount: 1_000 })
  deepEqual(error, { code: 'bank_changed', params: { hours: 24 } })

  await travelTo(here, '2030-01-12T03:00:01Z')
  equal((await mika.call(requestPayout, { amount: 1_000 })).error, undefined)
})

test('MN-08 payouts wait 24 hours after a change of the email address, also for a first bank account', async (t) => {
  const { here, mika } = await app(t)
  await travelTo(here, '2030-01-11T03:00:00Z')
  const email_changed_at = here.clock.now.toISOString()
  await here.app.db
    .updateTable('account')
    .set({ email_changed_at })
    .where('id', '=', mika.account_id)
    .execute()
  await registerBank(here, mika)

  const { error } = await mika.call(requestPayout, { amount: 1_000 })
  deepEqual(error, { code: 'email_changed_lately', params: { hours: 24 } })

  await travelTo(here, '2030-01-12T03:00:01Z')
  equal((await mika.call(requestPayout, { amount: 1_000 })).error, undefined)
})

test('MN-08 a request on other terms than those that were shown is refused, and charges nothing', async (t) => {
  const { here, mika, sora } = await app(t)
  await registerBank(here, mika)
  const shownTo = async () => {
    const { fee, month, withholding } = await mika.call(getPayoutTerms, {})
    return { amount: 10_000, fee, month, withheld: withheldFrom(10_000, withholding) }
  }
  const before = await shownTo()
  deepEqual(before, { amount: 10_000, fee: 200, month: '2030-01', withheld: 0 })
  const value = JSON.stringify({ payout_fee: 500 })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const codeOf = async (asked: typeof before) => (await mika.call(requestPayout, asked)).error?.code
  equal(await codeOf(before), 'payout_terms_changed')

  const dearer = await shownTo()
  const { account_id } = mika
  const withholding = 'domestic_individual' as const
  await sora.call(putPayee, { account_id, withholding, reason: 'lives here' })
  equal(await codeOf(dearer), 'payout_terms_changed')

  await travelTo(here, '2030-01-31T14:59:59.999Z')
  const taxed = await shownTo()
  await travelTo(here, '2030-01-31T15:00:00Z')
  equal(await codeOf(taxed), 'payout_terms_changed')
  deepEqual(await moneyOf(mika), [50_000, 0])

  const asked = await shownTo()
  const { amount, fee, withheld, month } = await mika.call(requestPayout, asked)
  deepEqual({ amount, fee, withheld, month }, asked)
  deepEqual(asked, { amount: 10_000, fee: 500, withheld: 1_021, month: '2030-02' })
})

test('MN-08 twenty requests at once make one payout', async (t) => {
  const { here, mika } = await app(t)
  await registerBank(here, mika)

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => mika.call(requestPayout, { amount: 1_000 })),
  )

  deepEqual(countOutcomes(answers), { done: 1, payout_once_a_month: 19 })
  deepEqual(await moneyOf(mika), [48_800, 1_200])
})

test('MN-10 the final status of a payout decides where its money goes', async (t) => {
  const { here, mika, sora } = await app(t)
  await registerBank(here, mika)
  const endings = { processed: 38_800, failed: 38_800, failed_and_charged: 38_600 } as const
  for (const [month, status] of [
    ['01', 'processed'],
    ['02', 'failed'],
    ['03', 'failed_and_charged'],
  ] as const) {
    await travelTo(here, `2030-${month}-10T03:00:00Z`)
    const { id } = await mika.call(requestPayout, { amount: month === '01' ? 11_000 : 1_000 })
    const { items } = await endPayouts(sora, [id], status)
    deepEqual(items, [{ id, outcome: 'updated', code: null }])
    deepEqual(await moneyOf(mika), [endings[status], 0], status)
    equal((await mika.call(getPayout, { id })).status, status)
  }
  await travelTo(here, '2030-04-10T03:00:00Z')
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  equal((await mika.call(cancelPayout, { id })).status, 'canceled')
  deepEqual(await moneyOf(mika), [38_600, 0])
  const subjects = (await here.inbox(mika.email)).map(({ subject }) => subject)
  ok(subjects.includes('¥11,000 is on its way to your bank account'))
})

test('MN-09 AP-15 a payout can be cancelled until the last moment of its month in Japan', async (t) => {
  const { here, mika } = await app(t)
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await travelTo(here, '2030-01-31T14:59:59.999Z')
  equal((await mika.call(getPayout, { id })).is_cancelable, true)
  const { status, canceled_by } = await mika.call(cancelPayout, { id })
  deepEqual([status, canceled_by], ['canceled', 'owner'])

  const again = await mika.call(requestPayout, { amount: 1_000 }) // a cancelled payout does not count
  await travelTo(here, '2030-01-31T15:00:00Z')
  const late = await mika.call(cancelPayout, { id: again.id })
  equal(late.error?.code, 'previous_month_not_cancellable')
  equal((await mika.call(getPayout, { id: again.id })).is_cancelable, false)
})

test('MN-11 AP-15 an update of many payouts refuses the one that already ended and updates the others', async (t) => {
  const { here, mika, sora } = await app(t)
  const ren = await here.person('Ren', { balance: 5_000 })
  await registerBank(here, mika)
  await registerBank(here, ren)
  const first = await mika.call(requestPayout, { amount: 1_000 })
  const second = await ren.call(requestPayout, { amount: 1_000 })
  await endPayouts(sora, [first.id], 'processed')

  const nobodys = crypto.randomUUID()
  const { ending, items } = await endPayouts(sora, [first.id, second.id, nobodys], 'failed')

  equal(ending, 'failed')
  deepEqual(items, [
    { id: first.id, outcome: 'refused', code: 'status_already_updated' },
    { id: second.id, outcome: 'updated', code: null },
    { id: nobodys, outcome: 'refused', code: 'not_found' },
  ])
  deepEqual(await moneyOf(ren), [5_000, 0])
  const all = await sora.call(listPayouts, { all: 'true' })
  deepEqual([all.total, all.sum], [2, 2_000])
  const found = await sora.call(listPayouts, { all: 'true', q: 'ren', status: 'failed' })
  deepEqual(
    found.items.map(({ id }) => id),
    [second.id],
  )
})

test('MN-11 a payout names the codes of bank and branch, and its owner', async (t) => {
  const { here, mika, sora } = await app(t)
  await registerBank(here, mika)
  const asked = await mika.call(requestPayout, { amount: 1_000 })
  const { wallet_address } = await mika.call(getCurrentAccount, {})
  const owner = { user: 'Mika', email: mika.email, wallet_address }
  for (const payout of [asked, ...(await mika.call(listPayouts, {})).items]) {
    const { bank, user, email, wallet_address: wallet } = payout
    deepEqual([bank.bank_code, bank.branch_code], ['0001', '001'])
    deepEqual({ user, email, wallet_address: wallet }, owner)
    equal('account_id' in payout, false)
  }
  const { items } = await sora.call(listPayouts, {})
  deepEqual(
    items.map((payout) => 'account_id' in payout && payout.account_id),
    [mika.account_id],
  )
})

test('MN-11 when a cancellation meets an update, one succeeds and the other is refused', async (t) => {
  const { here, mika, sora } = await app(t)
  await registerBank(here, mika)
  for (let round = 1; round <= 8; round++) {
    await travelTo(here, `2030-0${round}-10T03:00:00Z`)
    const { id } = await mika.call(requestPayout, { amount: 1_000 })
    const [canceled, update] = await Promise.all([
      mika.call(cancelPayout, { id }),
      endPayouts(sora, [id], 'failed'),
    ])
    const [item] = update.items
    const codes = [canceled.error?.code, item!.code]
    const { status } = await mika.call(getPayout, { id })
    const expected =
      status === 'canceled'
        ? [undefined, 'status_already_updated']
        : ['status_already_updated', null]
    deepEqual(codes, expected)
    deepEqual(await moneyOf(mika), [50_000, 0])
  }
})

test('a payout in a running update shows as checking and cannot be cancelled', async (t) => {
  const here = await testApp(t, { role: 'web', now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  const update = { ids: [id], reason: 'as the bank said' }
  const { job_id } = await sora.call(updatePayouts, { ...update, status: 'processed' })

  equal((await sora.call(checkUpdate, { job_id })).status, 'checking')
  equal((await mika.call(getPayout, { id })).status, 'checking')
  equal((await mika.call(cancelPayout, { id })).error?.code, 'status_already_updated')
  deepEqual(await moneyOf(mika), [48_800, 1_200])
  await here.app.runDueJobs()
  equal((await sora.call(checkUpdate, { job_id })).items[0]!.outcome, 'updated')
  const { status, arrived_on } = await mika.call(getPayout, { id })
  deepEqual([status, arrived_on], ['processed', '2030-01-10'])
})

test('EN-14 a payout keeps the bank account of its request, and other people cannot see it', async (t) => {
  const { here, mika } = await app(t)
  const ren = await here.person('Ren')
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await travelTo(here, '2030-01-10T04:00:00Z')
  await registerBank(here, mika, { account_number: '7654321' })

  const payout = await mika.call(getPayout, { id })
  equal(payout.bank.account_number, '****567')
  deepEqual([payout.sent_on, payout.expected_on], ['2030-02-05', '2030-02-06'])
  equal((await ren.call(getPayout, { id })).error?.code, 'not_found')
  equal((await ren.call(cancelPayout, { id })).error?.code, 'not_found')
  equal((await ren.call(listPayouts, { all: 'true' })).error?.code, 'admins_only')
  const { rows } = await here.app.db
    .selectFrom('payout')
    .selectAll()
    .execute()
    .then((found) => ({ rows: JSON.stringify(found) }))
  ok(!rows.includes('1234567'))
  match(rows, /\*\*\*\*567/)
})

test('a person’s calendar file has their deadlines and expected arrivals', async (t) => {
  const { here, mika } = await app(t)
  await registerBank(here, mika)
  await mika.call(requestPayout, { amount: 1_000 })

  const response = await fetch(`${here.url}/api/2.0/payout_requests/calendar`, {
    headers: { authorization: `Bearer ${mika.token}` },
  })

  const text = await response.text()
  match(text, /DTSTART;VALUE=DATE:20300206/)
  match(text, /DTSTART:20300709T145959Z/)
  match(text, /SUMMARY:Payout deadline for ¥48\\,800/)
})

test('the calendar file has the arrival of a payout that is late or was sent late, as its page has', async (t) => {
  const { here, mika, sora } = await app(t)
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await travelTo(here, '2030-02-15T03:00:00Z')
  const url = `${here.url}/api/2.0/payout_requests`
  const get = async (who: Person, path: string) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${who.token}` } })).text()
  const late = await mika.call(getPayout, { id })
  deepEqual([late.sent_on, late.expected_on], ['2030-02-18', '2030-02-19'], 'held back until now')
  match(await get(mika, '/calendar'), /DTSTART;VALUE=DATE:20300219/)
  await get(sora, '/export?format=zengin&month=2030-01')
  const { expected_on } = await mika.call(getPayout, { id })
  ok(expected_on > '2030-02-15')
  ok(
    (await get(mika, '/calendar')).includes(
      `DTSTART;VALUE=DATE:${expected_on.replaceAll('-', '')}`,
    ),
  )
})
