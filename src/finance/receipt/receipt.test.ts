import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { controlProvider, payAt, releaseUnasked } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { postTransfers } from '../../../test/ledger.ts'
import type { Person } from '../../../test/people.ts'
import { draft, waitForStatus } from '../../../test/distributions.ts'
import { createTitle } from '../../../test/titles.ts'
import { countOutcomes, waitUntil, travelTo, testApp } from '../../../test/test-app.ts'
import {
  listPurchases,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { copyAsset } from '#src/catalog/serial/serial.shared.ts'
import { payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import {
  endInvoiceRegistration,
  getInvoiceRegistration,
  getReceipt,
  putInvoiceRegistration,
  taxOf,
} from './receipt.shared.ts'

const SELLER = { number: 'T7000012050002', name: '岡田映画', valid_from: '2029-01-01' }
const PLATFORM_NUMBER = 'T8000012010038'
const MINUTE_MS = 60_000

/** Sets up Mika as seller, Ren as buyer and Sora as administrator. */
async function market(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000, points: 300 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 5, price: 1_000 })
  const aMinuteLater = () => travelTo(here, new Date(here.clock.now.getTime() + MINUTE_MS))
  const register = () => mika.call(putInvoiceRegistration, SELLER)
  const registerPlatform = (invoice_number = PLATFORM_NUMBER) =>
    sora.call(changeSettings, {
      version: 0,
      reason: 'registered',
      operator: { name: 'Renban K.K.', address: 'Tokyo', invoice_number },
    })
  const buy = async (number: number, who: Person = ren) => {
    const { purchase_id } = await who.call(purchaseForFree, film.order(number, 1_000))
    return who.call(getReceipt, { purchase_id })
  }
  return { here, mika, ren, sora, film, aMinuteLater, register, registerPlatform, buy }
}

test('the receipt of a purchase has the copy, the seller, the price and the means of payment', async (t) => {
  const { ren, buy, film } = await market(t)
  const receipt = await buy(3)
  const { reference, purchase_id, lines, ...rest } = receipt
  equal(/^R-\d{6}$/.test(reference), true)
  const [line] = lines
  equal(lines.length, 1)
  deepEqual(
    { ...line, title: 'any' },
    { kid: film.kid, title: 'any', number: 3, of: 5, price: 1_000, tax_percent: 10 },
  )
  deepEqual(rest, {
    paid_at: '2030-01-01T00:00:00.000Z',
    is_refunded: false,
    refunded_at: null,
    is_qualified: false,
    buyer: 'Ren',
    seller: { name: 'Mika', invoice_number: null },
    rental: null,
    distribution: null,
    is_top_up: false,
    issuer: { name: 'Renban', address: '', phone: '', email: '', invoice_number: null },
    total: 1_000,
    tax: 90,
    card: 0,
    sales_balance: 700,
    points: 300,
  })
  deepEqual(await ren.call(getReceipt, { purchase_id }), receipt)
})

test('UP-10 a receipt has the size of the edition at the time of payment', async (t) => {
  const { mika, ren, buy, aMinuteLater, film } = await market(t)
  const { purchase_id } = await buy(3)
  await aMinuteLater()
  const more = { title: 'More', description: '', copies_count: 5, asset_type: 'video' } as const
  await mika.call(copyAsset, { kid: film.kid, ...more })
  equal((await ren.call(getReceipt, { purchase_id })).lines[0]!.of, 5)
  equal((await buy(4)).lines[0]!.of, 10)
})

test('tax is rounded once per receipt and rate: three lines of 335 yen contain 91 yen', () => {
  equal(taxOf([{ price: 335 }, { price: 335 }, { price: 335 }]), 91)
  equal(taxOf([{ price: 335 }]) * 3, 90)
  equal(taxOf([]), 0)
})

test('a receipt is a qualified invoice only if platform and seller are both registered', async (t) => {
  const { register, registerPlatform, aMinuteLater, buy } = await market(t)
  equal((await buy(1)).is_qualified, false)
  await register()
  await aMinuteLater()
  const alone = await buy(2)
  deepEqual([alone.is_qualified, alone.seller.invoice_number], [false, null])
  await registerPlatform()
  await aMinuteLater()
  const both = await buy(3)
  deepEqual(
    [both.is_qualified, both.seller, both.issuer.invoice_number],
    [true, { name: SELLER.name, invoice_number: SELLER.number }, PLATFORM_NUMBER],
  )
})

test('a receipt is plain if only the platform is registered', async (t) => {
  const { registerPlatform, aMinuteLater, buy } = await market(t)
  await registerPlatform()
  await aMinuteLater()
  const { is_qualified, issuer } = await buy(1)
  deepEqual([is_qualified, issuer.name, issuer.invoice_number], [false, 'Renban K.K.', null])
})

test('a registration entered or ended after a sale does not change its receipt', async (t) => {
  const { ren, mika, sora, register, registerPlatform, aMinuteLater, buy } = await market(t)
  const { purchase_id } = await buy(1)
  await aMinuteLater()
  await register()
  await registerPlatform()
  await aMinuteLater()
  equal((await ren.call(getReceipt, { purchase_id })).is_qualified, false)

  const during = await buy(2)
  equal(during.is_qualified, true)
  await aMinuteLater()
  await mika.call(endInvoiceRegistration, {})
  await sora.call(changeSettings, {
    version: 1,
    reason: 'moved',
    operator: { address: 'Osaka' },
  })
  await aMinuteLater()
  deepEqual(await ren.call(getReceipt, { purchase_id: during.purchase_id }), during)
  equal((await buy(3)).is_qualified, false)
})

test('a registration from tomorrow applies to sales from midnight in Japan', async (t) => {
  const { here, mika, registerPlatform, buy } = await market(t)
  await mika.call(putInvoiceRegistration, { ...SELLER, valid_from: '2030-01-02' })
  await registerPlatform()
  await travelTo(here, '2030-01-01T14:59:59.999Z')
  equal((await buy(1)).is_qualified, false)
  await travelTo(here, '2030-01-01T15:00:00Z')
  equal((await buy(2)).is_qualified, true)
})

test('ending a registration from a later day ends the one before it, too', async (t) => {
  const { mika, register, registerPlatform, aMinuteLater, buy } = await market(t)
  await register()
  await registerPlatform()
  await mika.call(putInvoiceRegistration, { ...SELLER, valid_from: '2030-02-01' })
  await aMinuteLater()
  equal((await buy(1)).is_qualified, true)
  await mika.call(endInvoiceRegistration, {})
  await aMinuteLater()
  equal((await buy(2)).is_qualified, false)
})

test('only the buyer can open the receipt of a paid purchase', async (t) => {
  const { here, mika, ren, sora, film, buy } = await market(t)
  const { purchase_id } = await buy(1)
  for (const who of [mika, sora, await here.person('Aoi')])
    equal((await who.call(getReceipt, { purchase_id })).error?.code, 'not_found')
  equal((await here.call(getReceipt, { purchase_id })).error?.code, 'not_signed_in')
  const held = await ren.call(purchaseSerial, film.order(2, 0))
  const unpaid = await ren.call(getReceipt, { purchase_id: held.purchase_id })
  equal(unpaid.error?.code, 'not_found')
})

test('the receipt of a payment that came too late shows the refund', async (t) => {
  const { here, ren, film, register, registerPlatform, aMinuteLater } = await market(t)
  await register()
  await registerPlatform()
  await aMinuteLater()
  const { purchase_id, url } = await ren.call(purchaseSerial, film.order(2, 400))
  await controlProvider(here, { do: 'pause' })
  await payAt(url, CARDS.pays)
  await releaseUnasked(here, { purchase_id }, ren)
  await controlProvider(here, { do: 'resume' })

  const receipt = await waitUntil(
    () => ren.call(getReceipt, { purchase_id }),
    ({ refunded_at }) => Boolean(refunded_at),
  )
  equal(receipt.is_refunded, true)
  equal(receipt.is_qualified, false)
  const { total, lines, card, sales_balance, points } = receipt
  deepEqual([total, lines[0]!.price, card, sales_balance, points], [600, 600, 600, 0, 0])
})

test('a copy that the balance would have paid has no receipt if the payment came too late', async (t) => {
  const { here, ren, film } = await market(t)
  const { balance_to_use: _, lang: __, ...more } = film.order(3, 0)
  const order = { ...film.order(2, 1_000), more: [more] }
  const reply = await ren.call(purchaseSerial, order)
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  await releaseUnasked(here, reply, ren)
  await controlProvider(here, { do: 'resume' })
  const refunded = await waitUntil(
    async () => (await ren.call(listPurchases, {})).items,
    (items) => items.every(({ status }) => status === 'refunded'),
  )
  const receipts = await Promise.all(
    refunded.map(({ id: purchase_id }) => ren.call(getReceipt, { purchase_id })),
  )
  deepEqual(
    receipts.map(({ total, error }) => total ?? error?.code),
    refunded.map(({ card_amount }) => card_amount || 'not_found'),
  )
  deepEqual(new Set(refunded.map(({ card_amount }) => card_amount)), new Set([0, 1_000]))
})

test('the receipt of a free distribution that failed shows what was paid and when it was refunded', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH', balance: 500, points: 100 })
  const film = await createTitle(here, mika, { copies: 5 })
  const failsAfter = async (number: number, balance_to_use: number) => {
    const { id } = await draft(mika, film, [number])
    const { url } = await mika.call(payDistribution, { id, balance_to_use })
    if (url) await payAt(url, CARDS.pays)
    await sql`update listing set status = 'delisted' where asset_token_id = ${film.tokens.get(number)!}`.execute(here.app.db) // oxfmt-ignore
    await travelTo(here, new Date(here.clock.now.getTime() + MINUTE_MS))
    for (let round = 0; round < 3; round++) await here.app.runDueJobs()
    const { purchase_id } = await waitForStatus(mika, id, 'failed')
    const { paid_at: _, ...receipt } = await mika.call(getReceipt, { purchase_id: purchase_id! })
    const { is_refunded, refunded_at, total, card, sales_balance, points } = receipt
    equal(is_refunded, true)
    return [total, card, sales_balance, points, refunded_at]
  }
  deepEqual(await failsAfter(1, 110), [110, 0, 10, 100, here.clock.now.toISOString()])
  deepEqual(await failsAfter(2, 50), [110, 60, 0, 50, here.clock.now.toISOString()])
})

test('a purchase that the platform refunded in part keeps its receipt', async (t) => {
  const { here, ren, buy } = await market(t)
  const receipt = await buy(1)
  const { purchase_id } = receipt
  await postTransfers(
    here,
    [ren],
    [
      {
        debit: { kind: 'fees' },
        credit: { kind: 'card' },
        amount: 400,
        reason: 'refund', // as of a payment by card
        subject_id: purchase_id,
      },
    ],
  )
  deepEqual(await ren.call(getReceipt, { purchase_id }), receipt)
})

test('a seller enters a registration, reads it and ends it', async (t) => {
  const { here, mika } = await market(t)
  const none = await mika.call(getInvoiceRegistration, {})
  equal(none.error?.code, 'not_found')
  const entered = { ...SELLER, number: '７０００ ０１２０ ５０００２' }
  deepEqual(await mika.call(putInvoiceRegistration, entered), SELLER)
  deepEqual(await mika.call(getInvoiceRegistration, {}), SELLER)
  const aoi = await here.person('Aoi')
  equal((await aoi.call(getInvoiceRegistration, {})).error?.code, 'not_found')

  await mika.call(endInvoiceRegistration, {})
  equal((await mika.call(getInvoiceRegistration, {})).error?.code, 'not_found')
  deepEqual(countOutcomes([await mika.call(endInvoiceRegistration, {})]), { not_found: 1 })
})

test('an impossible registration number, or a day before the invoice system, is refused', async (t) => {
  const { mika } = await market(t)
  const refusals = [
    { number: 'T70000120500020' },
    { valid_from: '2023-09-30' },
    { valid_from: '2029-02-29' },
    { name: ' ' },
  ]
  for (const wrong of refusals) {
    const { error } = await mika.call(putInvoiceRegistration, { ...SELLER, ...wrong })
    deepEqual([error?.code, error?.params.field], ['input_invalid', Object.keys(wrong)[0]])
  }
})
