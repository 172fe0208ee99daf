import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { followDispute } from '#src/finance/dispute/dispute.ts'
import { end as endDeadlines } from '#src/finance/payout/deadlines.ts'
import { cancelPayout, requestPayout, updatePayouts } from '#src/finance/payout/payout.shared.ts'
import { runUpdate } from '#src/finance/payout/update.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { lookAt } from '#src/sales/purchase/pay.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { bounce, refund } from '#src/sales/purchase/refund.ts'
import { expire } from '#src/sales/purchase/release.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { registerBank } from './bank-accounts.ts'
import { CARDS } from './card-fixtures.ts'
import { controlProvider, payAt, releaseUnasked } from './card-purchase.ts'
import { codesOf, numberCoupons, pointCoupons } from './coupons.ts'
import { openDispute, ownerAndState, paymentIntentOf } from './disputes.ts'
import { rentalTitle } from './rentals.ts'
import { whileLocked } from './row-locks.ts'
import { orderSeveral } from './titles.ts'
import { type TestApp, testApp, travelTo } from './test-app.ts'

const PRICE = 1_000
const HOUR = 3_600

/** Opens a shop: the copies 1 to 6 are for sale, 7 and 8 for rent. No worker runs. */
async function shop(here: TestApp) {
  const mika = await here.person('Mika', { role: 'ORH', balance: 9_000 })
  const ren = await here.person('Ren', { balance: 9_000 })
  const aoi = await here.person('Aoi', { balance: 9_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await rentalTitle(here, mika, { copies: 8, for_sale: 6, price: PRICE })
  await here.app.runDueJobs()
  await registerBank(here, mika)
  await controlProvider(here, { do: 'pause' })
  const job = () => here.app.jobCtx('test')
  return { here, mika, ren, aoi, sora, film, job, token: film.tokens.get(1)! }
}
type Shop = Awaited<ReturnType<typeof shop>>

/** Buys copy 1 by card and pays. The provider's events are paused, so the shop does not know yet. */
async function paid({ here, ren, film }: Shop) {
  const order = await ren.call(purchaseSerial, film.order(1, 0))
  await payAt(order.url, CARDS.pays)
  return { order, intent: await paymentIntentOf(here, order) }
}

/** Pays for copy 1 after cancelling it, so that a refund is due. */
async function toRefund(shopHere: Shop) {
  const { here, ren, job } = shopHere
  const made = await paid(shopHere)
  await releaseUnasked(here, made.order, ren)
  await lookAt(job(), { checkout_id: made.order.id })
  return made
}

const rowsOf = (table: string) => sql`select from ${sql.table(table)} order by id for no key update`
const copy = ({ token }: Shop) =>
  sql`select from serial where asset_token_id = ${token} for no key update`
const balance = ({ account_id }: Shop['mika']) =>
  sql`select from ledger_account where account_id = ${account_id} for no key update`

/** What waits, and the rows that it waits for. */
interface Waiting {
  lock: RawBuilder<unknown>
  action: () => Promise<unknown>
}

const waits: Record<string, (here: Shop) => Waiting | Promise<Waiting>> = {
  'an order from balance': (all) => ({
    lock: copy(all),
    action: () => all.ren.call(purchaseForFree, all.film.order(1, PRICE)),
  }),
  'a rental': (all) => ({
    lock: sql`select from serial where asset_token_id = ${all.film.tokens.get(7)} for no key update`,
    action: () => all.ren.call(rentForFree, all.film.rent(7, 300)),
  }),
  'a payment by card': async (all) => {
    const { order } = await paid(all)
    return { lock: copy(all), action: () => lookAt(all.job(), { checkout_id: order.id }) }
  },
  'the cancellation of an order': async (all) => {
    await all.ren.call(purchaseSerial, all.film.order(1, 0))
    const what = { kid: all.film.kid, serial_number: 1 }
    return { lock: copy(all), action: () => all.ren.call(cancelPurchase, what) }
  },
  'the end of a hold': async (all) => {
    await all.ren.call(purchaseSerial, all.film.order(1, 0))
    await travelTo(all.here, addSeconds(all.here.clock.now, HOUR))
    return { lock: copy(all), action: () => expire(all.job()) }
  },
  'a refund': async (all) => {
    const { order } = await toRefund(all)
    const action = () => refund(all.job(), { id: order.purchase_id })
    return { lock: rowsOf('purchase'), action }
  },
  'a refund that the bank rejects': async (all) => {
    const { order, intent } = await toRefund(all)
    await refund(all.job(), { id: order.purchase_id })
    const failed = await controlProvider(all.here, { do: 'fail_refund', payment_intent: intent })
    const { id: refund_id } = failed as unknown as { id: string }
    return { lock: rowsOf('purchase'), action: () => bounce(all.job(), { refund_id }) }
  },
  'a lost dispute': async (all) => {
    const { order, intent } = await paid(all)
    await lookAt(all.job(), { checkout_id: order.id })
    const dispute_id = await openDispute(all.here, intent)
    await controlProvider(all.here, { do: 'lose', dispute: dispute_id })
    return { lock: copy(all), action: () => followDispute(all.job(), { dispute_id }) }
  },
  'an offer for sale': async (all) => {
    await all.mika.call(delistSerials, { asset_token_ids: [all.token] })
    const listing_type = 'sale' as const
    const offer = { listing_type, asset_token_ids: [all.token], sale_price: PRICE }
    return { lock: copy(all), action: () => all.mika.call(listSerialsForSale, offer) }
  },
  'the end of an offer': (all) => ({
    lock: copy(all),
    action: () => all.mika.call(delistSerials, { asset_token_ids: [all.token] }),
  }),
  'a coupon for a copy': async (all) => {
    await all.mika.call(delistSerials, { asset_token_ids: [all.token] })
    const { id } = await numberCoupons(all.mika, all.film, [1])
    const [code] = await codesOf(all.mika, id)
    return { lock: copy(all), action: () => all.ren.call(occupyCoupon, { id: code! }) }
  },
  'a coupon for points': async (all) => {
    const { id } = await pointCoupons(all.sora, 500)
    const [code] = await codesOf(all.sora, id)
    return { lock: rowsOf('coupon'), action: () => all.ren.call(occupyCoupon, { id: code! }) }
  },
  'the request of a payout': ({ mika }) => ({
    lock: balance(mika),
    action: () => mika.call(requestPayout, { amount: 2_000 }),
  }),
  'the cancellation of a payout': async ({ mika }) => {
    const { id } = await mika.call(requestPayout, { amount: 2_000 })
    return { lock: rowsOf('payout'), action: () => mika.call(cancelPayout, { id }) }
  },
  'the end of a payout': async ({ mika, sora, job }) => {
    const { id } = await mika.call(requestPayout, { amount: 2_000 })
    const ended = { ids: [id], status: 'processed' as const, reason: 'paid by the bank' }
    const { job_id } = await sora.call(updatePayouts, ended)
    return { lock: rowsOf('payout_update'), action: () => runUpdate(job(), { id: job_id }) }
  },
  'the conversion of old earnings': async ({ here, job }) => {
    await travelTo(here, addSeconds(here.clock.now, 200 * 24 * HOUR))
    return { lock: rowsOf('ledger_account'), action: () => endDeadlines(job()) }
  },
}

/** Reads the times of the events, transfers and records after those counted before. */
async function timesAfter({ app: { db } }: TestApp, before: Record<string, number>) {
  const times: string[] = []
  for (const [table, id] of Object.entries(before)) {
    const { rows } = await sql<{ at: string }>`
      select at from ${sql.table(table)} where id > ${id}`.execute(db)
    times.push(...rows.map(({ at }) => at))
  }
  return times
}

async function newestIds({ app: { db } }: TestApp) {
  const { rows } = await sql<Record<string, number>>`
    select (select coalesce(max(id), 0) from event) as event,
      (select coalesce(max(id), 0) from ledger_transfer) as ledger_transfer,
      (select coalesce(max(id), 0) from provenance_event) as provenance_event`.execute(db)
  return rows[0]!
}

for (const [what, prepare] of Object.entries(waits))
  test(`${what} that waits for a lock is dated after what it waited for`, async (t) => {
    const here = await testApp(t, { role: 'web' })
    const { lock, action } = await prepare(await shop(here))
    const before = await newestIds(here)
    const later = addSeconds(here.clock.now, 20)

    await whileLocked(here.app.db, {
      lock,
      action,
      change: async () => {
        here.clock.now = later
      },
    })

    const times = await timesAfter(here, before)
    ok(times.length > 0)
    deepEqual([...new Set(times)], [later.toISOString()])
  })

test('a lost dispute returns two copies whose payment another job books meanwhile', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const { ren, film, job } = await shop(here)
  const order = await ren.call(purchaseSerial, orderSeveral(film, [1, 2], 0))
  await payAt(order.url, CARDS.pays)
  const dispute_id = await openDispute(here, await paymentIntentOf(here, order))
  await controlProvider(here, { do: 'lose', dispute: dispute_id })
  const { card } = here.integrations
  const { checkoutPaidBy } = card
  card.checkoutPaidBy = async (payment) => {
    card.checkoutPaidBy = checkoutPaidBy
    here.clock.now = addSeconds(here.clock.now, 2)
    await lookAt(job(), { checkout_id: order.id })
    return checkoutPaidBy(payment)
  }

  await followDispute(job(), { dispute_id })

  deepEqual(await ownerAndState(here, film, 1), ['Mika', 'free'])
  deepEqual(await ownerAndState(here, film, 2), ['Mika', 'free'])
})

test('a copy changes hands in order although the clock of another server is behind', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const { ren, aoi, film, token } = await shop(here)
  equal((await ren.call(purchaseForFree, film.order(1, PRICE))).status, 'settled')
  const bought = here.clock.now
  await ren.call(listSerialsForSale, {
    listing_type: 'sale',
    asset_token_ids: [token],
    sale_price: PRICE,
  })
  await here.app.runDueJobs()

  here.clock.now = addSeconds(bought, -1)
  const order = { ...film.order(1, PRICE), owner_account_id: ren.account_id }
  equal((await aoi.call(purchaseForFree, order)).status, 'settled')

  const { owned_since } = await here.app.db
    .selectFrom('serial')
    .select('owned_since')
    .where('asset_token_id', '=', token)
    .executeTakeFirstOrThrow()
  equal(owned_since, bought.toISOString())
})
