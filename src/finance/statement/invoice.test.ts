import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt } from '../../../test/card-purchase.ts'
import { distributionFixtures, draft, waitForStatus } from '../../../test/distributions.ts'
import { closeDispute, openDispute, paymentIntentOf, soldByCard } from '../../../test/disputes.ts'
import type { Person } from '../../../test/people.ts'
import { createTitle } from '../../../test/titles.ts'
import { travelTo, testApp, type TestApp } from '../../../test/test-app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import { getStatement } from './statement.shared.ts'

const JANUARY = '2030-01-10T00:00:00Z'
const FEBRUARY = '2030-01-31T15:00:00Z' // in Japan

test('the fees of a month form an invoice by the operator’s registration at its end', async (t) => {
  const here = await testApp(t, { now: new Date(JANUARY) })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_050 })
  const film = await createTitle(here, mika, { copies: 3, price: 3_350 })
  const operator = (invoice_number: string) => ({
    operator: { name: '連番株式会社', address: '東京都', invoice_number },
  })
  await sets(here, '2030-01-05T00:00:00Z', operator('T1234567890123'))
  await sets(here, '2030-01-31T15:00:00Z', operator('T9999999999999')) // the first of February
  // Three fees of 335 yen: the tax on the sum is 91; rounded per fee it would be 3 times 30.
  for (const number of [1, 2, 3])
    equal((await ren.call(purchaseForFree, film.order(number, 3_350))).error, undefined)
  const invoice = async () => (await mika.call(getStatement, { month: '2030-01' })).invoice
  equal((await invoice()).is_qualified, false) // the month is not over

  await travelTo(here, FEBRUARY)
  deepEqual(await invoice(), {
    is_qualified: true,
    issuer: '連番株式会社',
    address: '東京都',
    invoice_number: 'T1234567890123',
    recipient: 'MikaGiven MikaFamily',
    platform_fee: 1_005,
    payout_fee: 0,
    distribution_fee: 0,
    total: 1_005,
    tax: 91,
  })
  const none = await ren.call(getStatement, { month: '2030-01' })
  deepEqual([none.invoice.is_qualified, none.invoice.total], [false, 0])
})

const feesIn = async (who: Person, month: string) => {
  const { platform_fee, distribution_fee, total, tax } = (await who.call(getStatement, { month }))
    .invoice
  return [platform_fee, distribution_fee, total, tax]
}

test('MN-03 the fee of a sale that a dispute undid is not invoiced, until the bank gives the payment back', async (t) => {
  const { here, mika, ren, intent } = await soldByCard(t, { balance: 400 })
  const month = here.clock.now.toISOString().slice(0, 7)
  deepEqual(await feesIn(mika, month), [240, 0, 240, 21])
  const dispute = await openDispute(here, intent)
  await closeDispute(here, dispute, 'lose')
  deepEqual(await feesIn(mika, month), [0, 0, 0, 0])
  deepEqual(await feesIn(ren, month), [0, 0, 0, 0])

  await closeDispute(here, dispute, 'win')
  deepEqual(await feesIn(mika, month), [240, 0, 240, 21])
})

test('MN-03 a fee that was given back before invoices counted it is not invoiced twice', async (t) => {
  const { here, mika, intent } = await soldByCard(t)
  const month = here.clock.now.toISOString().slice(0, 7)
  const dispute = await openDispute(here, intent)
  await closeDispute(here, dispute, 'lose')
  await here.app.pool.query(`
    begin; set local session_replication_role = replica;
    update ledger_transfer set reason = 'dispute' where reason = 'fee_dispute'; commit`)
  deepEqual(await feesIn(mika, month), [240, 0, 240, 21])

  await closeDispute(here, dispute, 'win')
  deepEqual(await feesIn(mika, month), [240, 0, 240, 21])
})

test('MN-03 a fee that is given back in a later month counts against that month', async (t) => {
  const { here, mika, intent } = await soldByCard(t)
  const month = here.clock.now.toISOString().slice(0, 7)
  await travelTo(here, addSeconds(here.clock.now, 31 * DAY_SECONDS))
  await closeDispute(here, await openDispute(here, intent), 'lose')
  deepEqual(await feesIn(mika, month), [240, 0, 240, 21])
  deepEqual(await feesIn(mika, here.clock.now.toISOString().slice(0, 7)), [-240, 0, -240, -21])
})

test('MN-03 the fee of a distribution that a dispute undid is not invoiced', async (t) => {
  const { here, mika, film } = await distributionFixtures(t, { balance: 100 })
  const month = here.clock.now.toISOString().slice(0, 7)
  const { id } = await draft(mika, film, [1, 2])
  await payAt((await mika.call(payDistribution, { id, balance_to_use: 100 })).url!, CARDS.pays)
  await waitForStatus(mika, id, 'done')
  deepEqual(await feesIn(mika, month), [0, 220, 220, 20])
  const { checkout_id } = await here.app.db
    .selectFrom('purchase')
    .select('checkout_id')
    .executeTakeFirstOrThrow()
  const intent = await paymentIntentOf(here, { id: checkout_id! })
  await closeDispute(here, await openDispute(here, intent), 'lose')
  deepEqual(await feesIn(mika, month), [0, 0, 0, 0])
})

/** Stores a version of the settings made at `changed_at`. */
const sets = ({ app }: TestApp, changed_at: string, value: object) =>
  app.db
    .insertInto('setting')
    .values({ value: JSON.stringify(value), reason: 'test', changed_at })
    .execute()
