import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { listForRent } from '../../../test/rentals.ts'
import { createTitle, listCopies, listForSale } from '../../../test/titles.ts'
import { testApp, travelTo } from '../../../test/test-app.ts'
import { calculateProfit, getProfitOfOffer } from './listing.shared.ts'

/** Opens a test app in which Ren owns No. 1 to 3 of Mika’s title, whose royalties are 10 %. */
async function royaltyFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [
    await here.person('Ren', { balance: 3_000 }),
    await here.person('Aoi', { balance: 9_000 }),
  ]
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  for (const number of [1, 2, 3]) await ren.call(purchaseForFree, film.order(number, 1_000))
  const token = (number: number) => film.tokens.get(number)!
  const setRates = (creator_royalty_rate: number, rental_creator_royalty_rate: number) =>
    mika.call(updateAsset, { kid: film.kid, creator_royalty_rate, rental_creator_royalty_rate })
  const sell = (...numbers: number[]) => listForSale(here, ren, numbers.map(token), 1_000)
  const lend = (...numbers: number[]) => {
    const tokens = new Map(numbers.map((number) => [number, token(number)]))
    return listForRent(here, ren, { tokens }, { rent_price: 300, days: 3 })
  }
  const from = { owner_account_id: ren.account_id }
  const buy = (number: number) =>
    aoi.call(purchaseForFree, { ...film.order(number, 1_000), ...from })
  const rent = (number: number) =>
    aoi.call(rentForFree, {
      kid: film.kid,
      asset_token_id: token(number),
      asset_rent_price: 300,
      rental_period_seconds: 3 * DAY_SECONDS,
      balance_to_use: 300,
      lang: 'en',
      ...from,
    })
  const shown = async (number: number) =>
    (await here.call(getProfitOfOffer, { id: film.kid, number })).royalty
  /** Returns what the creator and the owner receive of a deal. */
  const paid = async (deal: () => Promise<{ error?: unknown }>) => {
    const before = [await mika.balance(), await ren.balance()]
    equal((await deal()).error, undefined)
    return [(await mika.balance()) - before[0]!, (await ren.balance()) - before[1]!]
  }
  return { here, ren, setRates, sell, lend, buy, rent, shown, paid, token }
}

test('UP-12 MN-15 a resale pays the royalty that its seller was shown, or a lower one of the title', async (t) => {
  const { here, ren, setRates, sell, buy, shown, paid, token } = await royaltyFixtures(t)
  const asked = async () =>
    (await ren.call(calculateProfit, { asset_token_id: token(1), kind: 'sale', price: 1_000 }))
      .royalty
  await sell(1, 2)
  await setRates(50, 10)
  deepEqual([await shown(1), await asked()], [100, 500]) // of the offer, and of a new one
  deepEqual(await paid(() => buy(1)), [100, 850])

  await setRates(5, 10)
  equal(await shown(2), 50)
  deepEqual(await paid(() => buy(2)), [50, 900])

  await sell(3)
  await setRates(50, 10)
  equal(await shown(3), 50)
  await listCopies(here, ren, {
    listing_type: 'sale',
    asset_token_ids: [token(3)],
    sale_price: 1_000,
    reprice: true,
  })
  equal(await shown(3), 500) // the dialog has shown the seller the rate of the new offer
  deepEqual(await paid(() => buy(3)), [500, 450])
})

test('AS-08 MN-15 an owner’s rental pays the royalty that the owner was shown, or a lower one of the title', async (t) => {
  const { setRates, lend, rent, shown, paid, here } = await royaltyFixtures(t)
  await lend(1)
  await setRates(1, 50)
  equal(await shown(1), 30)
  deepEqual(await paid(() => rent(1)), [30, 255])

  await travelTo(here, addSeconds(here.clock.now, 3 * DAY_SECONDS))
  await setRates(1, 5)
  equal(await shown(1), 15)
  deepEqual(await paid(() => rent(1)), [15, 270])
})

test('a listing from before rates were kept takes that of the title', async (t) => {
  const { here, setRates, sell, buy, shown, paid } = await royaltyFixtures(t)
  await sell(1)
  await here.app.db.updateTable('listing').set({ kept_royalty_bp: null }).execute()
  await setRates(20, 10)
  equal(await shown(1), 200)
  deepEqual(await paid(() => buy(1)), [200, 750])
})
