import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { fail } from '#core/errors.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { getReceipt } from '#src/finance/receipt/receipt.shared.ts'
import { listTransactions } from '#src/finance/transactions/history.shared.ts'
import { calculateProfit } from '#src/sales/listing/listing.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { countOutcomes, tenTimes, type TestApp, testApp, travelTo } from '../../../test/test-app.ts'
import { postTransfers } from '../../../test/ledger.ts'
import type { Person } from '../../../test/people.ts'
import {
  accept,
  type Held,
  offer,
  openToTrade,
  ownersOf,
  traderTitle,
} from '../../../test/trades.ts'
import { listTradeOffers, withdrawTradeOffer } from './trade.shared.ts'

const FROM_OFFEROR = { paid_by: 'offeror', price: 2_000 } as const
const FROM_OWNER = { paid_by: 'owner', price: 2_000 } as const

/** Opens an app in which Ren, with 3,000 yen, and Aoi hold copies of a film with 10 % royalty. */
async function topUpFixtures(t: TestContext) {
  const here = await testApp(t)
  const admin = await here.person('Admin', { role: 'ADMIN' })
  const on = { version: 0, reason: 'a trial', trade_top_up_enabled: true }
  equal((await admin.call(changeSettings, on)).error, undefined)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 3_000 })
  const aoi = await here.person('Aoi')
  const film = await traderTitle(here, mika, [ren, aoi])
  const [mine, theirs] = [film.held(1), film.held(2)]
  await openToTrade(here, theirs)
  const balances = () => Promise.all([ren, aoi, mika].map((one) => one.balance()))
  return { here, admin, mika, ren, aoi, film, mine, theirs, balances }
}

/** Takes all yen of a person's, as an expiry of points and a payout would. */
async function spendAll(here: TestApp, who: Person) {
  const from = { account_id: who.account_id, kind: 'sales' } as const
  const amount = await who.balance()
  const spent = { debit: from, credit: { kind: 'opening' }, amount, reason: 'opening' } as const
  await postTransfers(here, [who], [{ ...spent, subject_id: who.account_id }])
}

test('TR-05 a top-up is paid with the swap, less the fee and the royalty that both saw', async (t) => {
  const { here, ren, mine, theirs, balances } = await topUpFixtures(t)
  const sent = await offer(mine, theirs, { top_up: FROM_OFFEROR })
  deepEqual(sent.top_up, { ...FROM_OFFEROR, platform_fee: 100, royalty: 200, net: 1_700 })
  deepEqual(await balances(), [3_000, 0, 0])

  const done = await accept(mine, theirs, { top_up: FROM_OFFEROR })

  deepEqual([done.error, done.status], [undefined, 'accepted'])
  deepEqual(await ownersOf(here, mine, theirs), ['Aoi', 'Ren'])
  deepEqual(await balances(), [1_000, 1_700, 200])
  const [entry] = (await ren.call(listTransactions, {})).items
  deepEqual([entry?.kind, entry?.amount, entry?.counterpart], ['trade', -2_000, 'Aoi'])
  const receipt = await ren.call(getReceipt, { purchase_id: sent.id })
  deepEqual([receipt.is_top_up, receipt.total, receipt.tax], [true, 2_000, 181])
})

test('a top-up pays the royalty that the copy was opened to trade with, or a lower one of the title', async (t) => {
  const { here, mika, ren, film, mine, theirs, balances } = await topUpFixtures(t)
  const setRate = (creator_royalty_rate: number) =>
    mika.call(updateAsset, { kid: film.kid, creator_royalty_rate })
  const shown = async ({ token }: Held) => {
    const query = { asset_token_id: token, kind: 'trade', price: 2_000 } as const
    const { platform_fee, royalty, net } = await ren.call(calculateProfit, query)
    return [platform_fee, royalty, net]
  }
  const offered = async (top_up: typeof FROM_OFFEROR | typeof FROM_OWNER) => {
    const sent = await offer(mine, theirs, { top_up })
    await ren.call(withdrawTradeOffer, { id: sent.id })
    return [sent.top_up?.platform_fee, sent.top_up?.royalty, sent.top_up?.net]
  }
  equal((await setRate(50)).error, undefined)
  deepEqual(await offered(FROM_OFFEROR), [100, 200, 1_700])
  deepEqual(await shown(theirs), [100, 200, 1_700])
  deepEqual(await offered(FROM_OWNER), [100, 1_000, 900]) // for Ren's copy, which was not opened
  deepEqual(await shown(mine), [100, 1_000, 900])

  await setRate(5)
  deepEqual(await offered(FROM_OFFEROR), [100, 100, 1_800])
  deepEqual(await shown(theirs), [100, 100, 1_800])

  await setRate(50)
  await travelTo(here, addSeconds(here.clock.now, 60)) // the newest offer is accepted
  await offer(mine, theirs, { top_up: FROM_OFFEROR })
  equal((await accept(mine, theirs, { top_up: FROM_OFFEROR })).error, undefined)
  deepEqual(await balances(), [1_000, 1_700, 200])
})

test('a top-up for a copy of its creator pays no royalty', async (t) => {
  const { here, ren, mika, film, mine, balances } = await topUpFixtures(t)
  const first = film.held(3)
  await openToTrade(here, first)
  const { top_up } = await offer(mine, first, { top_up: FROM_OFFEROR })
  equal(top_up?.royalty, 0)
  equal((await accept(mine, first, { top_up: FROM_OFFEROR })).error, undefined)
  deepEqual(await balances(), [1_000, 0, top_up?.net])
  equal(await ren.balance(), 1_000)
  equal(await mika.balance(), top_up?.net)
})

test('a payer without enough balance is told when offering, and neither copy moves when accepting', async (t) => {
  const { here, aoi, ren, film, mine, theirs, balances } = await topUpFixtures(t)
  const much = { paid_by: 'offeror', price: 3_001 } as const
  equal((await offer(mine, theirs, { top_up: much })).error?.code, 'balance_not_enough')

  await offer(mine, theirs, { top_up: FROM_OWNER })
  equal((await accept(mine, theirs, { top_up: FROM_OWNER })).error?.code, 'balance_not_enough')

  const second = { ...film.held(1), token: mine.token }
  await openToTrade(here, second)
  const counter = await offer(theirs, second, { top_up: FROM_OWNER })
  equal(counter.error, undefined)
  await spendAll(here, ren)
  const { error } = await accept(theirs, second, { top_up: FROM_OWNER })
  equal(error?.code, 'balance_not_enough')
  deepEqual(await ownersOf(here, mine, theirs), ['Ren', 'Aoi'])
  deepEqual(await balances(), [0, 0, 0])
  equal((await aoi.call(listTradeOffers, { status: 'accepted' })).total, 0)
})

test('if the sender has spent the yen, the owner is told that their partner cannot pay', async (t) => {
  const { here, ren, mine, theirs } = await topUpFixtures(t)
  await offer(mine, theirs, { top_up: FROM_OFFEROR })
  await spendAll(here, ren)
  const { error } = await accept(mine, theirs, { top_up: FROM_OFFEROR })
  equal(error?.code, 'partner_cannot_pay')
  deepEqual(await ownersOf(here, mine, theirs), ['Ren', 'Aoi'])
})

test('an offer is accepted only with the top-up that the owner has seen', async (t) => {
  const { mine, theirs, balances } = await topUpFixtures(t)
  await offer(mine, theirs, { top_up: FROM_OFFEROR })
  for (const top_up of [undefined, FROM_OWNER, { ...FROM_OFFEROR, price: 2_001 }])
    equal((await accept(mine, theirs, { top_up })).error?.code, 'price_changed')
  deepEqual(await balances(), [3_000, 0, 0])
})

test('a counter-offer for the copy that was offered first carries a top-up', async (t) => {
  const { here, mine, theirs, balances } = await topUpFixtures(t)
  const { id } = await offer(mine, theirs)
  const counter = await offer(theirs, mine, { counters: id, top_up: FROM_OWNER })
  equal(counter.error, undefined)
  equal((await accept(theirs, mine, { top_up: FROM_OWNER })).error, undefined)
  deepEqual(await ownersOf(here, mine, theirs), ['Aoi', 'Ren'])
  deepEqual(await balances(), [1_000, 1_700, 200])
})

test('while top-ups are switched off none is offered or accepted, and other trades go on', async (t) => {
  const { admin, mine, theirs, film, here } = await topUpFixtures(t)
  await offer(mine, theirs, { top_up: FROM_OFFEROR })
  const off = { version: 1, reason: 'the trial is over', trade_top_up_enabled: false }
  equal((await admin.call(changeSettings, off)).error, undefined)
  const refused = await accept(mine, theirs, { top_up: FROM_OFFEROR })
  equal(refused.error?.code, 'top_up_unavailable')
  await openToTrade(here, film.held(3))
  const { error } = await offer(mine, film.held(3), { top_up: FROM_OFFEROR })
  equal(error?.code, 'top_up_unavailable')
  equal((await offer(mine, film.held(3))).error, undefined)
})

test('ten acceptances at once pay a top-up once, and one that fails moves nothing', async (t) => {
  const { here, mine, theirs, balances } = await topUpFixtures(t)
  await offer(mine, theirs, { top_up: FROM_OFFEROR })
  t.after(() => armFailpoint(undefined, () => {}))
  armFailpoint('trade.settling', () => fail('unavailable'))
  const first = await accept(mine, theirs, { top_up: FROM_OFFEROR })
  equal(first.error?.code, 'unavailable')
  deepEqual(await balances(), [3_000, 0, 0])
  armFailpoint(undefined, () => {})

  const answers = await Promise.all(tenTimes(() => accept(mine, theirs, { top_up: FROM_OFFEROR })))

  const { done, ...others } = countOutcomes(answers)
  equal(done, 1)
  deepEqual(
    Object.values(others).reduce((sum, n) => sum + n, 0),
    9,
  )
  deepEqual(await ownersOf(here, mine, theirs), ['Aoi', 'Ren'])
  deepEqual(await balances(), [1_000, 1_700, 200])
})
