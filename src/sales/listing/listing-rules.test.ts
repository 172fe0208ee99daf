import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { promote } from '#src/accounts/account/role.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../../../test/people.ts'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { listSerialsForSale } from './listing.shared.ts'

/** Creates Mika's title of four unlisted copies. */
async function listingFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid, tokens } = await createTitle(here, mika, { copies: 4 })
  const ids = [...tokens.values()]
  const list = async (who: Person, asset_token_ids: string[], sale_price = 500) => {
    const body = { listing_type: 'sale' as const, asset_token_ids, sale_price }
    const { error, items } = await who.call(listSerialsForSale, body)
    return error ? [error.code, error.params] : items.map(({ outcome }) => outcome)
  }
  const set = (fields: object) => mika.call(updateAsset, { kid, ...fields })
  return { ...here, mika, kid, ids, list, set }
}

test('AS-09 no seller, not even the creator, lists below the creator’s lowest price', async (t) => {
  const { mika, ids, list, set } = await listingFixtures(t)
  await set({ min_sellable_price: 500 })
  deepEqual(await list(mika, ids, 499), ['price_below_minimum', { minimum: 500 }])
  deepEqual(await list(mika, ids.slice(0, 1), 500), ['preparing'])
  deepEqual(await list(mika, ids.slice(1, 2), 10_000_000), [
    'price_out_of_bounds',
    { minimum: 10, maximum: 9_999_999 },
  ])
})

test('UP-13 LI-11 ER-04 a title needs a brand, a royalty and a lowest price before it is listed', async (t) => {
  const { app, mika, ids, kid, list, set } = await listingFixtures(t)
  const { brand_id } = await set({ brand_id: null, title: 'Tide Tables' })
  equal(brand_id, null)
  deepEqual(await list(mika, ids), ['not_in_brand', {}])
  const { rows } = await sql<{ id: string }>`select id from brand`.execute(app.db)
  await set({ brand_id: rows[0]!.id })
  const forget = (column: string) =>
    sql`update asset set ${sql.ref(column)} = null where kid = ${kid}`.execute(app.db)
  await forget('min_sellable_price')
  deepEqual(await list(mika, ids), ['royalty_or_minimum_missing', {}])
  await set({ min_sellable_price: 10 })
  await forget('royalty_rate_bp')
  deepEqual(await list(mika, ids), ['royalty_or_minimum_missing', {}])
  await set({ creator_royalty_rate: 0 })
  deepEqual(await list(mika, ids), ['preparing', 'preparing', 'preparing', 'preparing'])
})

test('AS-07 only its creator lists a title whose resale is disabled', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 500 })
  await ren.call(purchaseForFree, film.order(1, 500))
  const list = async (who: Person, number: number) => {
    const asset_token_ids = [film.tokens.get(number)!]
    const body = { listing_type: 'sale' as const, sale_price: 600, asset_token_ids }
    return (await who.call(listSerialsForSale, { ...body, reprice: who === mika })).error?.code
  }
  const { asset_kid_setting } = await mika.call(updateAsset, {
    kid: film.kid,
    secondary_sale_enabled: false,
  })
  equal(asset_kid_setting.secondary_sale_enabled, false)
  equal(await list(ren, 1), 'secondary_sale_disabled')
  equal(await list(mika, 2), undefined)
  await mika.call(updateAsset, { kid: film.kid, secondary_sale_enabled: true })
  equal(await list(ren, 1), undefined)
})

test('RO-04 what somebody offered before they became an administrator is not sold', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 500 })
  const change = {
    role: 'ADMIN',
    changed_by: null,
    reason: 'joins us',
    now: here.clock.now,
  } as const
  await promote(here.app.db, mika.email, change)

  equal((await ren.call(purchaseForFree, film.order(1, 500))).error?.code, 'not_for_sale')

  await here.run('listing.end_suspended')
  const open = here.app.db.selectFrom('listing').select('id').where('status', '=', 'open')
  deepEqual(await open.execute(), [])
})
