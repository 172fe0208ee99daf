import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { allowlistFixtures } from '../../../test/allowlist-fixtures.ts'
import { listForSale } from '../../../test/titles.ts'
import { countOutcomes, tenTimes, travelTo } from '../../../test/test-app.ts'
import * as schema from './allowlist.shared.ts'

test('SL-06 a buyer who is not on the list is refused, by every way of paying', async (t) => {
  const { ren, aoi, film, ids, reserve, add, buy } = await allowlistFixtures(t)
  const { id } = await reserve({ asset_token_ids: ids([1, 2]) })
  equal((await buy(aoi, 1)).error?.code, 'not_designated_acquirer')
  await add(id, 'Ren')

  equal((await buy(aoi, 1)).error?.code, 'not_designated_acquirer')
  const byCard = await aoi.call(purchaseSerial, film.order(1, 0))
  equal(byCard.error?.code, 'not_designated_acquirer')
  const { balance_to_use: _, lang: __, ...second } = film.order(2, 0)
  const both = { ...film.order(3, 600), more: [second] }
  const several = await aoi.call(purchaseForFree, both)
  deepEqual(several.error, { code: 'not_designated_acquirer', params: { number: 2 } })
  equal((await buy(aoi, 3)).status, 'settled')
  equal((await buy(ren, 1)).status, 'settled')
})

test('AS-04 FD-04 a restricted number shows as reserved for you or for another, and guests learn no more', async (t) => {
  const { here, mika, ren, aoi, ids, reserve, add, statusOf, buy } = await allowlistFixtures(t)
  const { id } = await reserve({ asset_token_ids: ids([1, 2]) })
  await add(id, 'ren@example.test')

  equal(await statusOf(ren, 1), 'reserved_for_you')
  equal(await statusOf(aoi, 1), 'reserved_for_another')
  equal(await statusOf(here, 1), 'reserved_for_another')
  equal(await statusOf(mika, 1), 'buyable') // the creator sees her own offer
  equal(await statusOf(aoi, 3), 'buyable')
  await buy(ren, 1)
  await listForSale(here, ren, ids([1]), 500)
  equal(await statusOf(aoi, 1), 'buyable') // a resold copy is for everybody
})

test('the maximum counts copies held and copies being paid for, by every way of buying', async (t) => {
  const { ren, aoi, film, ids, reserve, add, restrictionFor, buy } = await allowlistFixtures(t)
  const { id } = await reserve({ asset_token_ids: ids([1, 2, 3, 4]), maximum: 2 })
  await add(id, 'ren, aoi')
  await ren.call(purchaseSerial, film.order(1, 0))
  deepEqual(
    await restrictionFor(ren, 2).then(({ maximum, held, remaining }) => [maximum, held, remaining]),
    [2, 1, 1],
  )
  const { balance_to_use: _, lang: __, ...third } = film.order(3, 0)
  const two = await ren.call(purchaseForFree, { ...film.order(2, 600), more: [third] })
  deepEqual(two.error, { code: 'max_holding_reached', params: { limit: 2 } })
  equal((await buy(ren, 2)).status, 'settled')
  equal((await buy(ren, 3)).error?.code, 'max_holding_reached')
  equal((await restrictionFor(ren, 3)).reason, 'max_holding_reached')
  equal((await buy(ren, 5)).status, 'settled') // no list reserves No. 5

  const race = await Promise.all(tenTimes((i) => buy(aoi, 3 + (i % 2))))
  equal(countOutcomes(race).done, 2)
})

test('ten orders at once do not exceed one person’s maximum', async (t) => {
  const { ren, reserve, add, buy } = await allowlistFixtures(t)
  const { id } = await reserve({ maximum: 3 })
  await add(id, 'ren')
  const answers = await Promise.all(tenTimes((i) => buy(ren, i + 1)))
  deepEqual(countOutcomes(answers), { done: 3, max_holding_reached: 7 })
})

test('AS-05 people of an early list buy before the others, and not a second too early', async (t) => {
  const [early_from, sale_starting_at] = ['2030-01-01T10:00:00.000Z', '2030-01-01T12:00:00.000Z']
  const { here, mika, film, ren, aoi, reserve, add, statusOf, restrictionFor, buy } =
    await allowlistFixtures(t, {
      sale_starting_at,
    })
  const { id } = await reserve({ early_from, maximum: 1 })
  await add(id, 'ren')
  equal((await buy(ren, 1)).error?.code, 'sale_not_started')
  equal((await restrictionFor(ren, 1)).early_from, early_from)
  const { restricted, reserved_by, early_from: early } = await restrictionFor(aoi, 1)
  deepEqual([restricted, reserved_by, early], [false, null, null])
  deepEqual(
    [(await restrictionFor(ren, 1)).restricted, (await restrictionFor(ren, 1)).designated],
    [true, true],
  )
  deepEqual(
    [(await restrictionFor(ren, 1)).reason, (await restrictionFor(aoi, 1)).reason],
    ['sale_not_started', 'sale_not_started'],
  )

  await travelTo(here, '2030-01-01T09:59:59.999Z')
  equal((await buy(ren, 1)).error?.code, 'sale_not_started')
  await travelTo(here, early_from)
  deepEqual(
    [(await restrictionFor(ren, 1)).reason, (await restrictionFor(aoi, 1)).reason],
    [null, 'sale_not_started'],
  )
  equal((await buy(ren, 1)).status, 'settled')
  equal((await buy(ren, 2)).error?.code, 'max_holding_reached')
  equal((await buy(aoi, 2)).error?.code, 'sale_not_started')
  equal(await statusOf(aoi, 2), 'buyable') // the public sale is still to come

  await travelTo(here, '2030-01-01T11:59:59.999Z')
  equal((await buy(aoi, 2)).error?.code, 'sale_not_started')
  await travelTo(here, sale_starting_at)
  equal((await buy(aoi, 2)).status, 'settled')
  equal((await buy(ren, 3)).status, 'settled')
  const { items } = await mika.call(schema.listAllowlists, { kid: film.kid })
  equal(items[0]!.copies, 0) // the list reserves no copy any more
})

test('a list reserves the numbers it names, until it ends and again when it is resumed', async (t) => {
  const { mika, eve, film, ids, reserve, statusOf } = await allowlistFixtures(t)
  const whole = await reserve({ name: 'Everybody' })
  deepEqual([whole.whole, whole.copies, whole.numbers], [true, 10, ''])
  equal((await reserve()).error?.code, 'whole_title_reserved')
  const some = await reserve({ asset_token_ids: ids([1, 2, 3, 7]) })
  deepEqual([some.copies, some.numbers], [4, '1-3,7'])
  const items = async () => (await mika.call(schema.listAllowlists, { kid: film.kid })).items
  deepEqual(new Set((await items()).map(({ copies }) => copies)), new Set([4, 6]))
  const other = await reserve({ name: 'Others', asset_token_ids: ids([7]) })
  equal((await items()).find(({ id }) => id === some.id)!.numbers, '1-3')
  const grown = { id: other.id, asset_token_ids: ids([8]) }
  equal((await mika.call(schema.updateAllowlist, grown)).numbers, '7-8')

  await mika.call(schema.updateAllowlist, { id: whole.id, ended: true })
  deepEqual([await statusOf(eve, 10), await statusOf(eve, 7)], ['buyable', 'reserved_for_another'])
  await mika.call(schema.updateAllowlist, { id: other.id, ended: true })
  equal(await statusOf(eve, 7), 'buyable')
  await mika.call(schema.updateAllowlist, { id: other.id, ended: false })
  equal(await statusOf(eve, 7), 'reserved_for_another')

  equal((await reserve({ asset_token_ids: [randomUUID()] })).error?.code, 'not_owner')
  const early = await reserve({ asset_token_ids: ids([4]), early_from: '2030-01-02T00:00:00Z' })
  equal(early.error?.params.field, 'early_from') // without a start of the sale there is no early access
})

test('AP-13 each buyer is shown their own restriction of a copy', async (t) => {
  const { ren, aoi, film, ids, reserve, add, restrictionFor } = await allowlistFixtures(t, {
    holding_limit: 4,
  })
  const { id } = await reserve({ asset_token_ids: ids([1]), maximum: 2 })
  await add(id, 'ren')
  const open = {
    reserved_by: null,
    restricted: false,
    designated: false,
    maximum: 4,
    held: 0,
    remaining: 4,
    sale_starting_at: null,
    early_from: null,
    sale_ending_at: null,
    reason: null,
    region: { only_japan_accessible: false, country: 'JP', allowed: true },
  }
  const of = (number: number) => ({ asset_token_id: film.tokens.get(number)! })
  deepEqual(await restrictionFor(aoi, 2), { ...of(2), ...open })
  const byList = { restricted: true, reserved_by: 'list' } as const
  const mine = { ...byList, designated: true, maximum: 2, remaining: 2 }
  deepEqual(await restrictionFor(ren, 1), { ...of(1), ...open, ...mine })
  const not = { ...byList, reason: 'not_designated_acquirer' }
  deepEqual(await restrictionFor(aoi, 1), { ...of(1), ...open, ...not })
})
