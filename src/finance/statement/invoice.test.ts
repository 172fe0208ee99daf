import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createTitle } from '../../../test/titles.ts'
import { travelTo, testApp, type TestApp } from '../../../test/test-app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
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

/** Stores a version of the settings made at `changed_at`. */
const sets = ({ app }: TestApp, changed_at: string, value: object) =>
  app.db
    .insertInto('setting')
    .values({ value: JSON.stringify(value), reason: 'test', changed_at })
    .execute()
