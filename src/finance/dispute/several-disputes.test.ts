import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inSnapshot } from '#core/database/db.ts'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import { differencesIn } from '#src/finance/reconciliation/invariants.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { listLoans } from '#src/sales/loan/loan.shared.ts'
import { rentSerial } from '#src/sales/rental/rental.shared.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { controlProvider, stateOf } from '../../../test/card-purchase.ts'
import { codesOf, numberCoupons } from '../../../test/coupons.ts'
import {
  cardDifferences,
  closeDispute,
  debtOf,
  disputeFixtures,
  FEE,
  NET,
  openDispute,
  ownerAndState,
  payOrder,
  platformAccount,
  PRICE,
  soldByCard,
  waitForDispute,
} from '../../../test/disputes.ts'
import { mailAbout } from '../../../test/gifts.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { borrow, lent } from '../../../test/loans.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import type { Person } from '../../../test/people.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { createTitle, listForSale, orderSeveral } from '../../../test/titles.ts'
import { testApp, type TestApp, travelTo } from '../../../test/test-app.ts'
import { occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { followDispute } from './dispute.ts'

const selfCheck = ({ app }: TestApp) => inSnapshot(app, differencesIn)

test('LN-04 a loan ends when its copy goes back to the seller, who can sell it again', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const aoi = await here.person('Aoi')
  ok(!(await borrow(aoi, await lent(ren, film, 3))).error)
  const id = await openDispute(here, intent)
  await waitForDispute(here, id, 'open')
  await closeDispute(here, id, 'lose')

  const [loan] = (await aoi.call(listLoans, { direction: 'borrowed' })).items
  equal(loan!.status, 'returned')
  await mailAbout(here, 'aoi@example.test', /has ended/)
  await listForSale(here, mika, [film.tokens.get(3)!], PRICE)
  deepEqual(await selfCheck(here), [])
})

test('a copy stays frozen while another dispute of its payment is open', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const [first, second] = [await openDispute(here, intent), await openDispute(here, intent, 1_000)]
  await waitForDispute(here, first, 'open')
  await waitForDispute(here, second, 'open')

  await closeDispute(here, first, 'win')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'frozen'])
  deepEqual(await selfCheck(here), [])
  deepEqual(await cardDifferences(here), [])

  await closeDispute(here, second, 'win')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'free'])
  deepEqual([await debtOf(mika), await debtOf(ren)], [0, 0])
  equal(await platformAccount(here, 'card'), 2 * FEE - PRICE)
  deepEqual(await selfCheck(here), [])
  deepEqual(await cardDifferences(here), [])
})

test('a copy whose payment came back is frozen by another dispute of it, without a difference', async (t) => {
  const { here, film, intent } = await soldByCard(t)
  const first = await openDispute(here, intent)
  await closeDispute(here, first, 'lose')
  await travelTo(here, addSeconds(here.clock.now, 60))
  await closeDispute(here, first, 'win')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'free'])
  await travelTo(here, addSeconds(here.clock.now, 60))
  await waitForDispute(here, await openDispute(here, intent), 'open')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'frozen'])
  deepEqual(await selfCheck(here), [])
})

test('a copy whose payment came back stays frozen while another dispute of it is open', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const first = await openDispute(here, intent)
  await closeDispute(here, first, 'lose')
  const second = await openDispute(here, intent)
  await waitForDispute(here, second, 'open')
  await travelTo(here, addSeconds(here.clock.now, 60))
  await closeDispute(here, first, 'win')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'frozen'])
  deepEqual(await selfCheck(here), [])

  await closeDispute(here, second, 'lose')
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  deepEqual([await debtOf(mika), await debtOf(ren)], [0, 0])
  deepEqual(await selfCheck(here), [])
  deepEqual(await cardDifferences(here), [])
})

test('a lost dispute that is reversed gives the copy back, although another was won meanwhile', async (t) => {
  const { here, mika, film, intent } = await soldByCard(t)
  const earned = await mika.balance()
  const first = await openDispute(here, intent)
  await closeDispute(here, first, 'lose')
  const second = await openDispute(here, intent)
  await travelTo(here, addSeconds(here.clock.now, 60))
  await closeDispute(here, second, 'win')
  await travelTo(here, addSeconds(here.clock.now, 60))
  await closeDispute(here, first, 'win')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'free'])
  equal(await mika.balance(), earned)
  deepEqual(await selfCheck(here), [])
  deepEqual(await cardDifferences(here), [])
})

test('a copy goes back to its buyer once both of its lost disputes are reversed', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const earned = await mika.balance()
  const [first, second] = [await openDispute(here, intent), await openDispute(here, intent)]
  for (const dispute of [first, second]) {
    await closeDispute(here, dispute, 'lose')
    await travelTo(here, addSeconds(here.clock.now, 60))
    deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  }
  const logged = captureLog(t, 'its copy is gone')
  await closeDispute(here, first, 'win')
  await here.app.runDueJobs()
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  equal(await mika.balance(), earned - NET)
  const asked = (await here.inbox(ren.email)).filter(({ text }) => text.includes('Contact us'))
  deepEqual([logged, asked], [[], []], 'nobody is asked to refund it')
  await closeDispute(here, second, 'win')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'free'])
  equal(await mika.balance(), earned)
  deepEqual(await selfCheck(here), [])
  deepEqual(await cardDifferences(here), [])
})

test('a copy whose payment came back goes to its seller if another dispute of it is lost after all', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const first = await openDispute(here, intent)
  for (const decision of ['lose', 'win'] as const) {
    await closeDispute(here, first, decision)
    await travelTo(here, addSeconds(here.clock.now, 60))
  }
  const second = await openDispute(here, intent)
  for (const decision of ['win', 'lose'] as const) {
    await closeDispute(here, second, decision)
    await travelTo(here, addSeconds(here.clock.now, 60))
  }
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  deepEqual([await debtOf(mika), await debtOf(ren)], [0, 0])
  deepEqual(await selfCheck(here), [])
  deepEqual(await cardDifferences(here), [])
})

test('a rental that ran its time is taken from its lender once, however often the bank takes it', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await rentalTitle(here, mika, { copies: 3, rent_price: 300, days: 3 })
  const { rental_id, ...page } = await ren.call(rentSerial, film.rent(2, 0))
  const intent = await payOrder(here, { ...page, purchase_id: rental_id })
  await travelTo(here, addSeconds(here.clock.now, 4 * DAY_SECONDS))
  await here.run('rental.end')
  const earned = await mika.balance()

  const disputes: string[] = []
  for (const round of ['first', 'second']) {
    disputes.push(await openDispute(here, intent))
    await closeDispute(here, disputes.at(-1)!, 'lose')
    equal(earned - (await mika.balance()), 270, round)
    equal(await debtOf(mika), 0, round)
  }
  await closeDispute(here, disputes[1]!, 'win')
  equal(await mika.balance(), earned - 270, 'the platform had paid the second')
  await closeDispute(here, disputes[0]!, 'win')
  equal(await mika.balance(), earned)
  deepEqual(await selfCheck(here), [])
  deepEqual(await cardDifferences(here), [])
})

test('a copy that was once a coupon’s is frozen by a dispute and goes back if it is lost', async (t) => {
  const { here, mika, ren } = await soldByCard(t)
  const song = await createTitle(here, mika, { copies: 2 })
  const { id } = await numberCoupons(mika, song, [1])
  const [code] = await codesOf(mika, id)
  equal((await ren.call(occupyCoupon, { id: code! })).status, 'used')
  await travelTo(here, addSeconds(here.clock.now, 60))
  await listForSale(here, ren, [song.tokens.get(1)!], PRICE)
  const aoi = await here.person('Aoi')
  const order = { ...song.order(1, 0), asset_sale_price: PRICE, owner_account_id: ren.account_id }
  const intent = await payOrder(here, await aoi.call(purchaseSerial, order))

  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  deepEqual(await ownerAndState(here, song, 1), ['Aoi', 'frozen'])
  await closeDispute(here, dispute, 'lose')
  deepEqual(await ownerAndState(here, song, 1), ['Ren', 'free'])
  equal(await debtOf(aoi), 0)
  deepEqual(await selfCheck(here), [])
  deepEqual(await cardDifferences(here), [])
})

/** Locks a person's ledger accounts, or refuses if another transaction has one. */
const lockAccountsOf = ({ account_id }: Person) => sql`
  select from ledger_account where account_id = ${account_id} for no key update nowait`

test('a lost dispute of copies that others are paying for locks all ledger accounts in their order', async (t) => {
  const { here, film } = await disputeFixtures(t)
  const people = []
  for (const name of ['Aoi', 'Yuki', 'Nao']) people.push(await here.person(name, { balance: 500 }))
  const [owner, ...buyers] = people.toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1))
  const bought = await owner!.call(purchaseSerial, orderSeveral(film, [1, 2], 0))
  const intent = await payOrder(here, bought)
  await listForSale(
    here,
    owner!,
    [1, 2].map((number) => film.tokens.get(number)!),
    PRICE,
  )
  const orders = []
  for (const [i, buyer] of buyers.entries()) {
    const order = { ...film.order(i + 1, 500), owner_account_id: owner!.account_id }
    orders.push(await buyer.call(purchaseSerial, order))
  }
  await controlProvider(here, { do: 'pause' })
  const dispute_id = await openDispute(here, intent)
  await controlProvider(here, { do: 'lose', dispute: dispute_id })

  await whileLocked(here.app.db, {
    lock: lockAccountsOf(owner!),
    action: () => followDispute(here.app.jobCtx('test'), { dispute_id }),
    change: async (tx) => {
      for (const buyer of buyers) await lockAccountsOf(buyer).execute(tx)
    },
  })

  for (const [i, buyer] of buyers.entries()) {
    equal((await stateOf(here, orders[i]!)).status, 'canceled')
    equal(await buyer.balance(), 500)
    deepEqual(await ownerAndState(here, film, i + 1), ['Mika', 'free'])
  }
})

test('a lost dispute of a copy that somebody is paying for locks payouts before ledger accounts', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const aoi = await here.person('Aoi', { balance: 500 })
  await registerBank(here, mika)
  equal((await mika.call(requestPayout, { amount: 1_000 })).error, undefined)
  await listForSale(here, ren, [film.tokens.get(3)!], PRICE)
  const order = { ...film.order(3, 500), owner_account_id: ren.account_id }
  equal((await aoi.call(purchaseSerial, order)).error, undefined)
  await controlProvider(here, { do: 'pause' })
  const dispute_id = await openDispute(here, intent)
  await controlProvider(here, { do: 'lose', dispute: dispute_id })

  await whileLocked(here.app.db, {
    lock: sql`select from payout where account_id = ${mika.account_id} for no key update`,
    action: () => followDispute(here.app.jobCtx('test'), { dispute_id }),
    change: (tx) => lockAccountsOf(aoi).execute(tx),
  })

  equal(await aoi.balance(), 500)
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
})
