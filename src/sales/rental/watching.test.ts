import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { rentalTitle, listForRent } from '../../../test/rentals.ts'
import { createTitle } from '../../../test/titles.ts'
import { mediaAccess, makePlayable } from '../../../test/playback-fixtures.ts'
import { travelTo, testApp } from '../../../test/test-app.ts'
import { listStartedAssets } from '#src/catalog/asset/asset.shared.ts'
import { putPosition } from '#src/media/playback/position.shared.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from './rental.shared.ts'

const all = (said: string) => Array.from({ length: 6 }, () => said)

test('AS-13 RN-04 a renter watches until the rental ends, and then every address refuses', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await rentalTitle(here, mika, { copies: 3, rent_price: 300, days: 3 })
  await makePlayable(here, film.kid)
  const watch = () => ren.call(createDrmToken, { kid: film.kid })
  equal((await watch()).error?.code, 'not_yours_to_watch')
  await ren.call(rentForFree, film.rent(2, 300))
  const end = addSeconds(here.clock.now, 3 * DAY_SECONDS)
  const until = end.toISOString()

  const { as, serial_number, rented_until } = await watch()
  await here.app.db.updateTable('asset').set({ duration_seconds: 600 }).execute()
  const place = { kid: film.kid, seconds: 100 }
  equal((await ren.call(putPosition, place)).seconds, 100)
  equal((await ren.call(listStartedAssets, {})).total, 1)
  deepEqual([as, serial_number, rented_until], ['renter', 2, until])
  await travelTo(here, addSeconds(end, -30))
  const leave = { ...(await watch()), kid: film.kid }
  deepEqual(await mediaAccess(here, ren, leave), all('open'))
  await travelTo(here, end)
  deepEqual(await mediaAccess(here, ren, leave), all('rental_ended'))
  deepEqual((await watch()).error, { code: 'rental_ended', params: { until } })
  equal((await ren.call(putPosition, place)).error?.code, 'rental_ended')
  equal((await ren.call(listStartedAssets, {})).total, 0)
  await here.run('rental.end')
  deepEqual((await watch()).error, { code: 'rental_ended', params: { until } })
  await ren.call(rentForFree, film.rent(1, 300))
  equal((await watch()).serial_number, 1)
  deepEqual(await mediaAccess(here, ren, leave), all('rental_ended'))
})

test('AS-14 an owner cannot play a copy that is rented out until it comes back', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = await Promise.all(
    ['Ren', 'Aoi'].map((name) => here.person(name, { balance: 2_000 })),
  )
  const film = await createTitle(here, mika, { copies: 3, price: 500, ...LENDING })
  const { kid, tokens } = film
  await makePlayable(here, kid)
  const watch = async (who: typeof ren, serial_number?: number) => {
    const leave = await who!.call(createDrmToken, { kid, serial_number })
    return { ...leave, kid }
  }
  const watched = async (who: typeof ren, number?: number) => {
    const { as, serial_number } = await watch(who, number)
    return [as, serial_number]
  }
  await ren!.call(purchaseForFree, film.order(1, 500))
  const lent = { tokens: new Map([[1, tokens.get(1)!]]) }
  await listForRent(here, ren!, lent, { rent_price: 200, days: 1 })
  const before = await watch(ren)
  deepEqual(await mediaAccess(here, ren!, before), all('open'))
  const rent = {
    kid,
    asset_token_id: tokens.get(1)!,
    owner_account_id: ren!.account_id,
    lang: 'en' as const,
    asset_rent_price: 200,
    balance_to_use: 200,
    rental_period_seconds: DAY_SECONDS,
  }
  equal((await aoi!.call(rentForFree, rent)).status, 'active')
  const end = addSeconds(here.clock.now, DAY_SECONDS)

  deepEqual(await mediaAccess(here, ren!, before), all('rented_out'))
  const { error } = await watch(ren)
  deepEqual(error, { code: 'rented_out', params: { until: end.toISOString() } })
  deepEqual(await watched(mika), ['creator', null])
  deepEqual(await watched(aoi), ['renter', 1])
  await ren!.call(purchaseForFree, film.order(2, 500))
  deepEqual(await watched(ren, 1), ['owner', 2])
  await aoi!.call(purchaseForFree, film.order(3, 500))
  deepEqual([await watched(aoi), await watched(aoi, 1)], [['owner', 3], ['renter', 1]]) // oxfmt-ignore

  await travelTo(here, addSeconds(end, -10))
  const last = await watch(aoi, 1)
  await travelTo(here, end)
  deepEqual(await mediaAccess(here, aoi!, last), all('rental_ended'))
  deepEqual([await watched(aoi, 1), await watched(ren, 1)], [['owner', 3], ['owner', 1]]) // oxfmt-ignore
})

const LENDING = { secondary_rental_enabled: true, rental_royalty_rate_bp: 1_000 }
