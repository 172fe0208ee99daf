import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, numberCoupons } from '../../../test/coupons.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import type { Person } from '../../../test/people.ts'
import { allowlistFixtures } from '../../../test/allowlist-fixtures.ts'
import { listForRent } from '../../../test/rentals.ts'
import { countOutcomes, tenTimes } from '../../../test/test-app.ts'
import { occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { getDraw, randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { addPeople, createAllowlist } from './allowlist.shared.ts'

test('SL-06 a draw takes only copies that its buyer may acquire, up to the maximum', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 2)
  const [held, free] = kids as [string, string]
  const { encrypted_id: group_id } = await make('Winter films', kids)
  const list = { kid: held, name: 'Members', maximum: 1 }
  const { id } = await mika.call(createAllowlist, list)
  await mika.call(addPeople, { id, text: 'ren@example.test' })
  const ren = await here.person('Ren', { balance: 9_000 })
  const aoi = await here.person('Aoi', { balance: 9_000 })
  const draw = (who: typeof ren, number_of_purchases: number) => {
    const balance_to_use = 500 * number_of_purchases
    return who.call(randomlyPurchase, { group_id, number_of_purchases, balance_to_use })
  }
  const lotsFor = async (who: Pick<typeof ren, 'call'>) => {
    const { lots } = await who.call(getDraw, { id: group_id })
    return lots.map(({ kid, remaining }) => [kid, remaining])
  }

  for (const who of [aoi, here]) deepEqual(await lotsFor(who), [[free, 2]])
  deepEqual(await lotsFor(ren), [
    [held, 2],
    [free, 2],
  ])
  deepEqual((await draw(aoi, 3)).error, { code: 'not_enough_copies', params: { remaining: 2 } })
  deepEqual((await draw(ren, 4)).error, { code: 'not_enough_copies', params: { remaining: 3 } })
  equal((await draw(ren, 3)).status, 'settled')
  equal((await draw(ren, 1)).error?.code, 'not_enough_copies')
  equal((await draw(aoi, 1)).error?.code, 'not_enough_copies')
})

test('AS-05 people of an early list draw before the others', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 1)
  const [kid] = kids as [string]
  const { encrypted_id: id } = await make('Winter films', kids)
  const sale_starting_at = '2030-01-02T00:00:00Z'
  await here.app.db.updateTable('asset').set({ sale_starting_at }).execute()
  const early_from = here.clock.now.toISOString()
  const list = await mika.call(createAllowlist, { kid, name: 'First', early_from })
  await mika.call(addPeople, { id: list.id, text: 'ren@example.test' })
  const ren = await here.person('Ren')
  const aoi = await here.person('Aoi')
  const seen = await Promise.all([ren, aoi].map((who) => who.call(getDraw, { id })))
  deepEqual(
    seen.map(({ remaining }) => remaining),
    [2, 0],
  )
})

test('a coupon works for people outside the list, but counts towards the list’s maximum', async (t) => {
  const { mika, ren, film, ids, reserve, add, buy, restrictionFor } = await allowlistFixtures(t, {
    price: undefined,
  })
  const { id } = await reserve({ asset_token_ids: ids([1, 2, 3]), maximum: 1 })
  await add(id, 'aoi')
  const { id: batch } = await numberCoupons(mika, film, [1, 2])
  const [first, second] = await codesOf(mika, batch)
  equal((await restrictionFor(ren, 1)).reason, 'not_designated_acquirer')

  const taken = await ren.call(occupyCoupon, { id: first! })
  deepEqual([taken.status, taken.hindered_by], ['used', null])
  const again = await ren.call(occupyCoupon, { id: second! })
  deepEqual(again.hindered_by, { code: 'max_holding_reached', params: { limit: 1 } })
  deepEqual(
    [(await restrictionFor(ren, 2)).designated, (await restrictionFor(ren, 2)).reserved_by],
    [true, 'coupon'],
  )
  equal((await buy(ren, 3)).error?.code, 'not_for_sale')
})

test('SL-06 ER-03 a reserved copy can be rented only by people on its list', async (t) => {
  const { here, mika, ren, aoi, film, ids, reserve, add } = await allowlistFixtures(t, {
    price: undefined,
  })
  await listForRent(here, mika, film, { rent_price: 300, days: 2 })
  const { id } = await reserve({ asset_token_ids: ids([1]) })
  await add(id, 'ren')
  const rent = (who: Person, number: number) => {
    const { asset_sale_price: _, ...copy } = film.order(number, 300)
    const terms = { asset_rent_price: 300, rental_period_seconds: 2 * 86_400 }
    return who.call(rentForFree, { ...copy, ...terms })
  }
  equal((await rent(aoi, 1)).error?.code, 'not_designated_acquirer')
  equal((await rent(ren, 1)).status, 'active')
  equal((await rent(aoi, 2)).status, 'active')
})

test('of ten people who order at once, only the two on the list get a copy', async (t) => {
  const { here, reserve, add, buy } = await allowlistFixtures(t)
  const { id } = await reserve({ maximum: 1 })
  await add(id, 'p0@example.test, p1@example.test')
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 300 })))
  const answers = await Promise.all(people.map((who, i) => buy(who, i + 1)))
  deepEqual(countOutcomes(answers), { done: 2, not_designated_acquirer: 8 })
})
