import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { controlProvider, stateOf } from '../../../test/card-purchase.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { seededRandom } from '../../../test/random.ts'
import {
  ownerAndState,
  closeDispute,
  cardDifferences,
  openDispute,
  FEE,
  waitForDispute,
  platformAccount,
  NET,
  debtOf,
  payOrder,
  PRICE,
  resell,
  disputeFixtures,
  soldByCard,
} from '../../../test/disputes.ts'
import type { Person } from '../../../test/people.ts'
import { listForSale, orderSeveral, createTitle } from '../../../test/titles.ts'
import { waitUntil, tenTimes, travelTo, type TestApp, testApp } from '../../../test/test-app.ts'
import { postExternalRefund } from '#src/finance/reconciliation/external-refund.ts'
import { listPointDetails } from '#src/finance/transactions/history.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { getPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { followDispute } from './dispute.ts'

const lettersAfterAll = (here: TestApp, who: Person) =>
  waitUntil(
    async () => (await here.inbox(who.email)).filter(({ subject }) => /after all/.test(subject)),
    ({ length }) => length > 0,
  )
const anHourLater = (here: TestApp) => travelTo(here, addSeconds(here.clock.now, 3_600))

test('a won dispute that is then lost returns the copy to its seller, and winning again restores the sale', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t, { balance: 400 })
  const dispute = await openDispute(here, intent)
  await closeDispute(here, dispute, 'win')
  await anHourLater(here)
  await listForSale(here, ren, [film.tokens.get(3)!], PRICE)
  const aoi = await here.person('Aoi', { balance: 500 })
  const resale = { ...film.order(3, 500), owner_account_id: ren.account_id }
  const hold = await aoi.call(purchaseSerial, resale)

  await closeDispute(here, dispute, 'lose')

  equal((await stateOf(here, hold)).status, 'canceled')
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  const balances = async () => [await mika.balance(), await ren.balance(), await aoi.balance()]
  deepEqual(await balances(), [0, 400, 500])
  deepEqual([await platformAccount(here, 'card'), await platformAccount(here, 'fees')], [FEE, -FEE])
  deepEqual(await cardDifferences(here), [])

  await closeDispute(here, dispute, 'win')

  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'free'])
  deepEqual(await balances(), [NET, 0, 500])
  equal(await platformAccount(here, 'card'), FEE - (PRICE - 400))
  equal(await platformAccount(here, 'fees'), PRICE - NET - FEE)
  deepEqual([await debtOf(mika), await debtOf(ren)], [0, 0])
  const rows = await mika.call(listPointDetails, { kind: 'dispute' })
  deepEqual(
    rows.items.map(({ amount }) => amount),
    [NET, -NET],
  )
  const [buyers] = await lettersAfterAll(here, ren)
  equal(buyers!.subject, 'Your payment was confirmed after all')
  match(
    buyers!.text,
    /You had paid ¥400 of the price from your balance\. We deducted it from your balance again/,
  )
  equal((await lettersAfterAll(here, mika))[0]!.subject, 'A sale was confirmed after all')
  await listForSale(here, ren, [film.tokens.get(3)!], PRICE)
  deepEqual(await cardDifferences(here), [])
})

test('a reversed loss clears the seller’s debt, and the buyer owes what they spent meanwhile', async (t) => {
  const { here, mika, ren, intent } = await soldByCard(t, { balance: 400 })
  const yuki = await here.person('Yuki', { role: 'ORH' })
  const other = await createTitle(here, yuki, { copies: 2, price: 400 })
  equal((await mika.call(purchaseForFree, other.order(1, 400))).status, 'settled')
  const dispute = await openDispute(here, intent)
  await closeDispute(here, dispute, 'lose')
  equal(await debtOf(mika), 400)
  equal((await ren.call(purchaseForFree, other.order(2, 400))).status, 'settled')
  await anHourLater(here)

  await closeDispute(here, dispute, 'win')

  deepEqual([await mika.balance(), await debtOf(mika)], [NET - 400, 0])
  deepEqual([await ren.balance(), await debtOf(ren)], [0, 400])
  equal(await platformAccount(here, 'owed'), -400)
  deepEqual(await cardDifferences(here), [])
})

test('a copy sold after a loss stays with its new owner, and the disputed payment is refunded', async (t) => {
  const { here, mika, ren, film, intent, order } = await soldByCard(t)
  const aoi = await here.person('Aoi', { balance: PRICE })
  const dispute = await openDispute(here, intent)
  await closeDispute(here, dispute, 'lose')
  await resell(here, film, 3, mika, aoi)
  const fees = await platformAccount(here, 'fees')

  await closeDispute(here, dispute, 'win')

  deepEqual(await ownerAndState(here, film, 3), ['Aoi', 'free'])
  deepEqual([await mika.balance(), await ren.balance(), await debtOf(ren)], [NET, 0, 0])
  equal(await platformAccount(here, 'fees'), fees + PRICE)
  const [mail] = await lettersAfterAll(here, ren)
  match(mail!.text, /The seller can no longer return No\. 3 of .* to you/)

  await controlProvider(here, { do: 'refund', payment_intent: intent }) // in the provider's dashboard
  equal((await cardDifferences(here)).length, 1)
  equal(await postExternalRefund(here.app.db, order.purchase_id, () => here.clock.now), PRICE)
  deepEqual(await cardDifferences(here), [])

  await closeDispute(here, dispute, 'lose')
  deepEqual([await mika.balance(), await debtOf(ren)], [NET, 0])
  equal(await platformAccount(here, 'fees'), fees - PRICE)
  deepEqual(await cardDifferences(here), [])
})

test('a copy that another buyer is paying for after a loss becomes that buyer’s', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const aoi = await here.person('Aoi')
  const dispute = await openDispute(here, intent)
  await closeDispute(here, dispute, 'lose')
  await listForSale(here, mika, [film.tokens.get(3)!], PRICE)
  await anHourLater(here)
  const order = await aoi.call(purchaseSerial, film.order(3, 0))

  await closeDispute(here, dispute, 'win')
  await payOrder(here, order)

  deepEqual(await ownerAndState(here, film, 3), ['Aoi', 'free'])
  deepEqual([await ren.balance(), await debtOf(ren)], [0, 0])
  deepEqual(await cardDifferences(here), [])
})

test('a reversed loss that points cover leaves the payout of the buyer alone', async (t) => {
  const { here, film } = await disputeFixtures(t)
  const aoi = await here.person('Aoi', { role: 'ORH', points: 600, balance: 1_200 })
  const order = await aoi.call(purchaseSerial, film.order(3, 400))
  const intent = await payOrder(here, order)
  await registerBank(here, aoi)
  const dispute = await openDispute(here, intent)
  await closeDispute(here, dispute, 'lose')
  const payout = await aoi.call(requestPayout, { amount: 1_000 })

  await closeDispute(here, dispute, 'win')

  equal((await aoi.call(getPayout, { id: payout.id })).status, 'reserved')
  const { points, sales_balance, debt } = await aoi.call(getBalance, {})
  deepEqual([points, sales_balance, debt], [200, 0, 0])
})

test('points spent since a loss are taken once for two copies, and the rest becomes a debt', async (t) => {
  const { here, film } = await disputeFixtures(t)
  const aoi = await here.person('Aoi', { points: PRICE + 600 })
  const order = await aoi.call(purchaseSerial, orderSeveral(film, [1, 2], PRICE + 600))
  const dispute = await openDispute(here, await payOrder(here, order))
  await closeDispute(here, dispute, 'lose')
  const yuki = await here.person('Yuki', { role: 'ORH' })
  const other = await createTitle(here, yuki, { copies: 1, price: 1_500 })
  equal((await aoi.call(purchaseForFree, other.order(1, 1_500))).status, 'settled')
  await anHourLater(here)

  await closeDispute(here, dispute, 'win')

  deepEqual([await aoi.balance(), await debtOf(aoi)], [0, 1_500])
  deepEqual(await cardDifferences(here), [])
})

test('an outdated answer of the provider is discarded', async (t) => {
  const { here, film, intent } = await soldByCard(t)
  const dispute_id = await openDispute(here, intent)
  await closeDispute(here, dispute_id, 'lose')
  const ctx = here.app.jobCtx('test')
  const { card } = ctx.integrations
  const requested = Promise.withResolvers<void>()
  const delivery = Promise.withResolvers<void>()
  const getDispute = async (id: string) => {
    const report = await card.getDispute(id)
    requested.resolve()
    await delivery.promise
    return report
  }
  const slow = followDispute(
    { ...ctx, integrations: { ...ctx.integrations, card: { ...card, getDispute } } },
    { dispute_id },
  )
  await requested.promise
  await closeDispute(here, dispute_id, 'win')

  delivery.resolve()
  await slow

  equal((await waitForDispute(here, dispute_id, 'won', 0))?.status, 'won')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'free'])
})

const SEEDS = 3

test('after any number of reversals and missed reports, only the last decision counts', async (t) => {
  const here = await testApp(t)
  await controlProvider(here, { do: 'pause' })
  for (let seed = 1; seed <= SEEDS; seed++) {
    const dice = seededRandom(seed)
    const last = dice(2) === 0 ? 'win' : 'lose'
    const orders = Array.from({ length: 2 + dice(3) }, () => (dice(2) === 0 ? 'win' : 'lose'))
    const direct = await endOf(here, `D${seed}`, [last])
    const reversed = await endOf(here, `W${seed}`, [...orders, last])
    deepEqual(reversed, direct, `seed ${seed}: ${orders.join(', ')}, ${last}`)
  }
  await controlProvider(here, { do: 'resume' })
})

/**
 * Sells three copies in one order, resells one, and lets the bank decide in the given order. Ten jobs
 * process the dispute around each decision. Returns everyone's balances and copies.
 */
async function endOf(here: TestApp, name: string, orders: string[]) {
  const mika = await here.person(`${name}-M`, { role: 'ORH' })
  const ren = await here.person(`${name}-R`, { balance: 700, points: 300 })
  const aoi = await here.person(`${name}-A`, { balance: PRICE })
  const film = await createTitle(here, mika, { copies: 3, price: PRICE })
  const app = async () => [await platformAccount(here, 'card'), await platformAccount(here, 'fees')]
  const before = await app()
  const bought = await ren.call(purchaseSerial, orderSeveral(film, [1, 2, 3], 1_000))
  await controlProvider(here, { do: 'resume' })
  const intent = await payOrder(here, bought)
  await controlProvider(here, { do: 'pause' })
  await resell(here, film, 2, ren, aoi)
  const dispute_id = await openDispute(here, intent)
  const processDispute = () => followDispute(here.app.jobCtx('test'), { dispute_id })
  await processDispute()
  let now = ''
  for (const order of orders) {
    await anHourLater(here)
    const decide = () =>
      order === now ? undefined : controlProvider(here, { do: order, dispute: dispute_id })
    await Promise.all([...tenTimes(processDispute), decide(), ...tenTimes(processDispute)])
    now = order
  }
  await processDispute()
  await waitForDispute(here, dispute_id, now === 'win' ? 'won' : 'lost')
  const of = async (who: Person) => {
    const { sales_balance, points, debt, reserved_for_purchase } = await who.call(getBalance, {})
    return { sales_balance, points, debt, reserved_for_purchase }
  }
  const yens = await app()
  const copies = await Promise.all([1, 2, 3].map((number) => ownerAndState(here, film, number)))
  return {
    people: [await of(mika), await of(ren), await of(aoi)],
    app: yens.map((yen, i) => yen - before[i]!),
    copies: copies.map(([owner, state]) => [owner!.replace(name, ''), state]),
  }
}
