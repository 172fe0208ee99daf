import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { controlProvider } from '../../../test/card-purchase.ts'
import {
  ownerAndState,
  closeDispute,
  cardDifferences,
  openDispute,
  FEE,
  waitForDispute,
  platformAccount,
  mailSubjects,
  debtOf,
  payOrder,
  PRICE as SALE,
  disputeFixtures,
} from '../../../test/disputes.ts'
import { rentalTitle, listForRent } from '../../../test/rentals.ts'
import { countOutcomes, tenTimes, travelTo, testApp, waitUntil } from '../../../test/test-app.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { getRental, rentForFree, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { end } from '#src/catalog/rental-period/rental-period.ts'
import { listDisputes } from './dispute.shared.ts'
import { followDispute } from './dispute.ts'

const PRICE = 300
const NET = 270
const BALANCE = 100

/** Sets up a rental of Mika's copy by Ren, paid by card except for 100 yen of balance. */
async function rented(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: BALANCE })
  const film = await rentalTitle(here, mika, { copies: 3, rent_price: PRICE, days: 3 })
  const { rental_id, ...page } = await ren.call(rentSerial, film.rent(2, BALANCE))
  const intent = await payOrder(here, { ...page, purchase_id: rental_id })
  const stands = async () => {
    const rental = await ren.call(getRental, { id: rental_id })
    const { items } = await here.call(listSerials, { id: film.kid, from: 2, to: 2 })
    return [rental.status, items[0]!.status, ...(await ownerAndState(here, film, 2))]
  }
  return { here, mika, ren, film, intent, rental_id, stands }
}

test('a disputed rental goes on without freezing the lender’s copy, and stays if the dispute is won', async (t) => {
  const { here, mika, ren, intent, stands } = await rented(t)
  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  deepEqual(await stands(), ['active', 'being_rented', 'Mika', 'free'])
  ok((await mailSubjects(here, ren, 2)).includes('Your card payment is disputed'))
  deepEqual(await mailSubjects(here, mika, 1), ['A payment for a rental of your copy is disputed'])
  const sora = await here.person('Sora', { role: 'ADMIN' })
  equal((await sora.call(listDisputes, {})).items[0]!.deal, 'rental')

  await closeDispute(here, dispute, 'win')

  deepEqual(await stands(), ['active', 'being_rented', 'Mika', 'free'])
  equal(await mika.balance(), NET)
  deepEqual(await cardDifferences(here), [])
})

test('a rental whose dispute is lost ends at once, and all its money goes back', async (t) => {
  const { here, mika, ren, film, intent, rental_id, stands } = await rented(t)
  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  await closeDispute(here, dispute, 'lose')

  deepEqual(await stands(), ['ended', 'rentable', 'Mika', 'free'])
  const { ended_at } = await ren.call(getRental, { id: rental_id })
  equal(ended_at, here.clock.now.toISOString())
  deepEqual([await mika.balance(), await ren.balance()], [0, BALANCE])
  deepEqual([await debtOf(mika), await debtOf(ren)], [0, 0])
  deepEqual([await platformAccount(here, 'card'), await platformAccount(here, 'fees')], [FEE, -FEE])
  const subjects = await mailSubjects(here, ren, 3)
  ok(subjects.includes('Your bank reversed a payment'))
  const lost = (await here.inbox(ren.email)).find(({ subject }) =>
    /reversed a payment/.test(subject),
  )
  match(lost!.text, /The rental has therefore ended\.\n\n¥100 is back in your balance/)
  ok((await mailSubjects(here, mika, 2)).includes('Earnings from a rental were reversed'))
  const aki = await here.person('Aki', { balance: PRICE })
  equal((await aki.call(rentSerial, film.rent(2, BALANCE))).error, undefined)
  deepEqual(await cardDifferences(here), [])
})

test('a reversed loss pays the lender of a completed rental, but not of one cut short', async (t) => {
  for (const isOver of [true, false]) {
    const { here, mika, ren, intent, stands } = await rented(t)
    const dispute = await openDispute(here, intent)
    await waitForDispute(here, dispute, 'open')
    await travelTo(here, addSeconds(here.clock.now, (isOver ? 4 : 1) * DAY_SECONDS))
    await end(here.app.jobCtx('test'))
    await closeDispute(here, dispute, 'lose')
    deepEqual([await mika.balance(), await ren.balance()], [0, BALANCE])

    await closeDispute(here, dispute, 'win')

    deepEqual(await stands(), ['ended', 'rentable', 'Mika', 'free'])
    const have = [await mika.balance(), await ren.balance(), await platformAccount(here, 'fees')]
    const [fee, card] = [PRICE - NET, PRICE - BALANCE]
    deepEqual(have, isOver ? [NET, 0, fee - FEE] : [0, BALANCE, card - FEE])
    const [mail] = await waitUntil(
      async () => (await here.inbox(ren.email)).filter(({ subject }) => /after all/.test(subject)),
      ({ length }) => length > 0,
    )
    equal(/Your rental of No\. \d of .* was cut short/.test(mail!.text), !isOver)
    deepEqual(await cardDifferences(here), [])
  }
})

test('a rental that expires while its dispute is lost ends and is refunded once', async (t) => {
  const { here, mika, ren, intent, stands } = await rented(t)
  await controlProvider(here, { do: 'pause' })
  const dispute_id = await openDispute(here, intent)
  await controlProvider(here, { do: 'lose', dispute: dispute_id })
  here.clock.now = addSeconds(here.clock.now, 3 * DAY_SECONDS)
  const ctx = () => here.app.jobCtx('test')
  const jobs = tenTimes((i) =>
    (i % 2 ? followDispute(ctx(), { dispute_id }) : end(ctx())).then(
      () => undefined,
      (error: Error) => ({ error: { code: error.message } }),
    ),
  )
  deepEqual(countOutcomes(await Promise.all(jobs)), { done: 10 })
  deepEqual(await stands(), ['ended', 'rentable', 'Mika', 'free'])
  deepEqual([await mika.balance(), await ren.balance()], [0, BALANCE])
  equal(await platformAccount(here, 'card'), FEE)
  const ends = await here.app.db
    .selectFrom('event')
    .select('act')
    .where('subject', '=', 'rental')
    .where('act', 'in', ['end', 'revoke'])
    .execute()
  equal(ends.length, 1)
  await controlProvider(here, { do: 'resume' })
  await travelTo(here, addSeconds(here.clock.now, 60))
  deepEqual(await cardDifferences(here), [])
})

test('a disputed copy that is rented out leaves the rental offers, and the undisputed copy stays', async (t) => {
  const { here, mika, ren, film } = await disputeFixtures(t, { balance: SALE })
  const intent = await payOrder(here, await ren.call(purchaseSerial, film.order(3, 0)))
  equal((await ren.call(purchaseForFree, film.order(4, SALE))).status, 'settled')
  await mika.call(delistSerials, { asset_token_ids: [1, 2, 5].map((n) => film.tokens.get(n)!) })
  const tokens = new Map([...film.tokens].filter(([number]) => number === 3 || number === 4))
  await listForRent(here, ren, { tokens }, { rent_price: SALE, days: 3 })
  const aki = await here.person('Aki', { balance: SALE })
  const rent = {
    owner_account_id: ren.account_id,
    kid: film.kid,
    asset_token_id: film.tokens.get(3)!,
    asset_rent_price: SALE,
    rental_period_seconds: 3 * DAY_SECONDS,
    balance_to_use: SALE,
  }
  const { rental_id } = await aki.call(rentForFree, rent)
  const offers = async () => {
    const asset = await here.call(getAsset, { id: film.kid })
    return [asset.rental_listing_copies_count, asset.rentable_copies_count]
  }
  deepEqual(await offers(), [2, 1])
  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  deepEqual(await offers(), [1, 1])
  await closeDispute(here, dispute, 'lose')
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  equal((await aki.call(getRental, { id: rental_id })).status, 'active')
  const relist = { listing_type: 'sale' as const, asset_token_ids: [rent.asset_token_id] }
  const refused = await mika.call(listSerialsForSale, { ...relist, sale_price: SALE })
  equal(refused.error?.code, 'serial_rented')
  await travelTo(here, addSeconds(here.clock.now, 3 * DAY_SECONDS))
  await here.run('rental.end')
  equal((await aki.call(getRental, { id: rental_id })).status, 'ended')
  deepEqual(await offers(), [1, 1])
})
