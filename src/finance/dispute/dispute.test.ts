import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { registerBank } from '../../../test/bank-accounts.ts'
import { stateOf } from '../../../test/card-purchase.ts'
import {
  FEE,
  NET,
  PRICE,
  ownerAndState,
  closeDispute,
  cardDifferences,
  openDispute,
  waitForDispute,
  platformAccount,
  mailSubjects,
  debtOf,
  payOrder,
  resell,
  disputeFixtures,
  soldByCard,
} from '../../../test/disputes.ts'
import type { Person } from '../../../test/people.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { listForSale, orderSeveral, createTitle } from '../../../test/titles.ts'
import { waitUntil } from '../../../test/test-app.ts'
import { listPointDetails } from '#src/finance/transactions/history.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { getPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { reservePayout } from '#src/finance/payout/request.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { listOwnedSerials, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { listDisputes } from './dispute.shared.ts'

test('a disputed copy stays with its owner, frozen and off sale, and the owner gets a mail', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const token = film.tokens.get(3)!
  await listForSale(here, ren, [token], PRICE)
  const aoi = await here.person('Aoi', { balance: 500 })
  const resale = { ...film.order(3, 500), owner_account_id: ren.account_id }
  const hold = await aoi.call(purchaseSerial, resale)

  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')

  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'frozen'])
  equal((await stateOf(here, hold)).status, 'canceled')
  equal((await aoi.call(getBalance, {})).total, 500)
  const offer = { listing_type: 'sale' as const, asset_token_ids: [token], sale_price: PRICE }
  equal((await ren.call(listSerialsForSale, offer)).error?.code, 'serial_frozen')
  equal((await aoi.call(purchaseSerial, resale)).error?.code, 'not_for_sale')
  const own = await ren.call(listOwnedSerials, { id: film.kid })
  equal(own.items[0]!.status, 'frozen')
  const seen = await here.call(listSerials, { id: film.kid, from: 3, to: 3 })
  equal(seen.items[0]!.status, 'not_available')
  equal(await mika.balance(), NET)
  ok((await mailSubjects(here, ren, 2)).includes('Your card payment is disputed'))
  deepEqual(await mailSubjects(here, mika, 1), ['The payment for one of your sales is disputed'])

  const won = await closeDispute(here, dispute, 'win')

  equal(won?.fee, FEE)
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'free'])
  ok(!(await ren.call(listSerialsForSale, offer)).error)
  equal(await platformAccount(here, 'card'), -PRICE + FEE)
  ok((await mailSubjects(here, ren, 3)).includes('The dispute is over: nothing changes'))
  deepEqual(await cardDifferences(here), [])
})

test('a lost dispute undoes the sale: the money goes back, and the copy returns to its seller', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t, { balance: 400 })
  const dispute = await openDispute(here, intent)

  await closeDispute(here, dispute, 'lose')

  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  deepEqual([await mika.balance(), await ren.balance()], [0, 400])
  deepEqual([await debtOf(mika), await debtOf(ren)], [0, 0])
  deepEqual([await platformAccount(here, 'card'), await platformAccount(here, 'fees')], [FEE, -FEE])
  const rows = async (who: Person) =>
    (await who.call(listPointDetails, {})).items.map(({ kind, amount }) => [kind, amount])
  deepEqual(await rows(mika), [
    ['dispute', -NET],
    ['sale', NET],
  ])
  deepEqual((await rows(ren)).slice(0, 2), [
    ['dispute', 400],
    ['buy', -400],
  ])
  const [mail] = await waitUntil(
    async () => (await here.inbox(mika.email)).filter(({ subject }) => /again/.test(subject)),
    ({ length }) => length > 0,
  )
  match(mail!.text, /¥2,160 was deducted from your sales balance/)
  deepEqual(await cardDifferences(here), [])
  const again = await ren.call(purchaseForFree, film.order(3, PRICE))
  equal(again.error?.code, 'not_for_sale')
})

test('earnings that a seller has already spent become a debt, which the next earnings pay', async (t) => {
  const { here, mika, film, intent } = await soldByCard(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const aoi = await here.person('Aoi', { balance: 3 * PRICE })
  await registerBank(here, mika)
  const payout = await mika.call(requestPayout, { amount: 1_000 })
  const yuki = await here.person('Yuki', { role: 'ORH', balance: 0 })
  const other = await createTitle(here, yuki, { copies: 1, price: 900 })
  equal((await mika.call(purchaseForFree, { ...other.order(1, 900) })).status, 'settled')
  deepEqual(await mika.balance(), NET - 1_200 - 900)

  await closeDispute(here, await openDispute(here, intent), 'lose')

  const ended = await mika.call(getPayout, { id: payout.id })
  deepEqual([ended.status, ended.canceled_by], ['canceled', 'platform'])
  const told = await waitUntil(
    async () => (await here.inbox(mika.email)).find(({ subject }) => /cancelled/.test(subject)),
    (mail) => mail !== undefined,
  )
  match(told!.text, /Renban cancelled this payout and returned ¥1,200/)
  const has = await mika.call(getBalance, {})
  deepEqual([has.total, has.reserved_for_payout, has.debt], [0, 0, 900])
  equal(await platformAccount(here, 'owed'), -900)
  const desk = await sora.call(listDisputes, {})
  deepEqual([desk.debt, desk.debtors.map(({ debt }) => debt)], [900, [900]])
  deepEqual([desk.items[0]!.status, desk.items[0]!.buyer_username], ['lost', 'Ren'])

  equal((await aoi.call(purchaseForFree, film.order(1, PRICE))).status, 'settled')

  const repaid = await mika.call(getBalance, {})
  deepEqual([repaid.sales_balance, repaid.debt], [NET - 900, 0])
  equal(await platformAccount(here, 'owed'), 0)
  equal((await mika.call(listPointDetails, { kind: 'debt' })).items[0]!.amount, -900)
  deepEqual(await cardDifferences(here), [])
})

test('a payout requested while a lost dispute is applied is cancelled, and no debt arises', async (t) => {
  const { here, mika, intent } = await soldByCard(t)
  const { db } = here.app
  await registerBank(here, mika)
  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  const ctx = here.app.jobCtx('test')

  await whileLocked(db, {
    lock: sql`with mika as materialized (
        select id from account where id = ${mika.account_id} for no key update)
      select from ledger_account join mika on account_id = mika.id for no key update of ledger_account`,
    action: () => closeDispute(here, dispute, 'lose'),
    change: (tx) => reservePayout(ctx, tx, mika.account_id, { amount: 1_500 }),
  })

  const has = await mika.call(getBalance, {})
  deepEqual([has.total, has.reserved_for_payout, has.debt], [0, 0, 0])
})

test('a seller who loses two copies at once pays from their balance once and owes the rest', async (t) => {
  const { here, mika, ren, film } = await disputeFixtures(t)
  const intent = await payOrder(here, await ren.call(purchaseSerial, orderSeveral(film, [1, 2], 0)))
  const yuki = await here.person('Yuki', { role: 'ORH' })
  const other = await createTitle(here, yuki, { copies: 1, price: 3_000 })
  equal((await mika.call(purchaseForFree, other.order(1, 3_000))).status, 'settled')
  equal(await mika.balance(), 2 * NET - 3_000)

  await closeDispute(here, await openDispute(here, intent), 'lose')

  deepEqual([await mika.balance(), await debtOf(mika)], [0, 3_000])
  deepEqual(await cardDifferences(here), [])
})

test('a resold copy stays with its new owner, and the disputing buyer owes its price', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const aoi = await here.person('Aoi', { balance: PRICE })
  await resell(here, film, 3, ren, aoi)
  const earned = await ren.balance()

  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  deepEqual(await ownerAndState(here, film, 3), ['Aoi', 'free'])
  const before = await mika.balance()
  await closeDispute(here, dispute, 'lose')

  deepEqual(await ownerAndState(here, film, 3), ['Aoi', 'free'])
  equal(await mika.balance(), before)
  deepEqual([await ren.balance(), await debtOf(ren)], [0, PRICE - earned])
  const subjects = await mailSubjects(here, ren, 3)
  ok(subjects.includes('Your bank reversed a payment'))
  equal((await mailSubjects(here, mika, 0)).length, 0)
  deepEqual(await cardDifferences(here), [])
})

test('a dispute covers every copy of its payment: one frozen, one resold, one bought back', async (t) => {
  const { here, mika, ren, film } = await disputeFixtures(t, { balance: 2 * PRICE })
  const aoi = await here.person('Aoi', { balance: 2 * PRICE })
  const intent = await payOrder(
    here,
    await ren.call(purchaseSerial, orderSeveral(film, [1, 2, 4], 300)),
  )
  await resell(here, film, 2, ren, aoi)
  await resell(here, film, 4, ren, aoi)
  await resell(here, film, 4, aoi, ren) // by another purchase than the disputed one
  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  const all = () => Promise.all([1, 2, 4].map((number) => ownerAndState(here, film, number)))
  deepEqual(await all(), [
    ['Ren', 'frozen'],
    ['Aoi', 'free'],
    ['Ren', 'free'],
  ])

  await closeDispute(here, dispute, 'lose')

  deepEqual(await all(), [
    ['Mika', 'free'],
    ['Aoi', 'free'],
    ['Ren', 'free'],
  ])
  equal(await platformAccount(here, 'card'), FEE)
  equal(await debtOf(mika), 0)
  deepEqual(await cardDifferences(here), [])
})

test('a lost resale takes back the royalty too, and the creator owes what they have spent', async (t) => {
  const { here, mika, ren, film } = await disputeFixtures(t, { balance: PRICE })
  const aoi = await here.person('Aoi')
  equal((await ren.call(purchaseForFree, film.order(1, PRICE))).status, 'settled')
  await listForSale(here, ren, [film.tokens.get(1)!], 5_000)
  const resale = { ...film.order(1, 0), owner_account_id: ren.account_id, asset_sale_price: 5_000 }
  const intent = await payOrder(here, await aoi.call(purchaseSerial, resale))
  const yuki = await here.person('Yuki', { role: 'ORH' })
  const other = await createTitle(here, yuki, { copies: 1, price: 2_500 })
  equal((await mika.call(purchaseForFree, other.order(1, 2_500))).status, 'settled') // of 2,660

  await closeDispute(here, await openDispute(here, intent), 'lose')

  deepEqual(await ownerAndState(here, film, 1), ['Ren', 'free'])
  deepEqual([await ren.balance(), await debtOf(ren)], [0, 0])
  deepEqual([await mika.balance(), await debtOf(mika)], [0, 340]) // 500 of royalty, 160 were left
  ok((await mailSubjects(here, mika, 2)).includes('A royalty was reversed'))
})
