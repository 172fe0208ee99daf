import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listOwnedAssets } from '#src/catalog/asset/asset.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getDraw, randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { getOffer } from '#src/sales/distribution/distribution.shared.ts'
import { endLoan } from '#src/sales/loan/loan.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import {
  claim as claimCopy,
  distribute,
  distributionFixtures,
} from '../../../test/distributions.ts'
import { claim, give, giftFixtures, giveOne } from '../../../test/gifts.ts'
import { borrow, lend, lent, loanFixtures } from '../../../test/loans.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { decideCase, listCases } from './moderation.shared.ts'

/** Hides a title after a report. Returns the function that shows it again. */
async function hide(here: TestApp, kid: string) {
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const eve = await here.person('Eve')
  await eve.call(createReport, { of: 'title', id: kid, reason: 'rights', text: 'It is mine.' })
  const [found] = (await sora.call(listCases, {})).items
  const decide = async (decision: 'hide' | 'restore') => {
    const about = { id: found!.id, decision, reason: 'test' }
    equal((await sora.call(decideCase, about)).error, undefined)
  }
  await decide('hide')
  return () => decide('restore')
}

test('MO-05 a gift of a hidden title stays with its giver until the title is shown again', async (t) => {
  const { here, mika, ren, aoi, film } = await giftFixtures(t)
  await claim(ren, await giveOne(mika, film, 1))
  const waiting = await giveOne(mika, film, 2)
  const restore = await hide(here, film.kid)
  equal((await claim(aoi, waiting)).error?.code, 'gift_closed')
  equal((await give(ren, film, [1])).error?.code, 'title_hidden')
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  await restore()
  equal((await claim(aoi, waiting)).error, undefined)
  equal((await give(ren, film, [1])).error, undefined)
})

test('MO-05 a loan of a hidden title runs to its end, and no other begins', async (t) => {
  const { here, mika, ren, aoi, yuki, film } = await loanFixtures(t)
  const running = await lent(ren, film, 1)
  equal((await borrow(aoi, running)).error, undefined)
  const waiting = await lent(mika, film, 2)
  const restore = await hide(here, film.kid)
  equal((await borrow(yuki, waiting)).error?.code, 'loan_closed')
  equal((await lend(mika, film, 3)).error?.code, 'title_hidden')
  equal((await aoi.call(endLoan, { id: running.id })).error, undefined)
  await restore()
  equal((await borrow(yuki, waiting)).error, undefined)
})

test('MO-05 copies of a hidden title are drawn no more, and those that were drawn stay', async (t) => {
  const { here, make, kids } = await brandFixtures(t, 2)
  const ren = await here.person('Ren', { balance: 5_000 })
  const { encrypted_id: id } = await make('Winter Set', kids)
  const draw = (number_of_purchases: number) =>
    ren.call(randomlyPurchase, {
      group_id: id,
      number_of_purchases,
      balance_to_use: 500 * number_of_purchases,
    })
  equal((await draw(1)).error, undefined)
  const before = (await here.call(getDraw, { id })).remaining
  const owned = await ren.call(listOwnedAssets, {})
  const restore = await hide(here, kids[0]!)
  const { remaining, lots } = await here.call(getDraw, { id })
  deepEqual(lots.map(({ kid }) => kid), [kids[1]]) // oxfmt-ignore
  equal((await draw(remaining + 1)).error?.code, 'not_enough_copies')
  equal((await ren.call(listOwnedAssets, {})).total, owned.total)
  await restore()
  equal((await here.call(getDraw, { id })).remaining, before)
})

test('MO-05 a free distribution of a hidden title waits, and claimed copies stay with their people', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film)
  equal((await claimCopy(ren, id)).error, undefined)
  const restore = await hide(here, film.kid)
  for (const who of [here, aoi]) equal((await who.call(getOffer, { id })).error?.code, 'not_found')
  equal((await ren.call(getOffer, { id })).reason, 'distribution_closed') // Ren owns a copy
  const claimed = { ...film.order(2, 0), asset_sale_price: 0 }
  equal((await aoi.call(purchaseForFree, claimed)).error?.code, 'not_for_sale')
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  await restore()
  equal((await claimCopy(aoi, id)).error, undefined)
})
