import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt, stateOf } from '../../../test/card-purchase.ts'
import { codesOf, numberCoupons } from '../../../test/coupons.ts'
import { createTitle } from '../../../test/titles.ts'
import { waitUntil, testApp } from '../../../test/test-app.ts'
import {
  createNonce,
  getCurrentAccount,
  sendSignInCode,
} from '#src/accounts/account/account.shared.ts'
import { builtPages } from '#src/app.ts'
import { getAsset, listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { changeSettings, getSettings } from './settings.shared.ts'

const WHY = { reason: 'The database moves.' }

test('SH-12 SH-14 during maintenance only administrators are served, and payments still arrive', async (t) => {
  const here = await testApp(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: 2_400 })
  const begun = await ren.call(purchaseSerial, film.order(1, 0))
  const outcome = async () => (await here.call(listListedAssets, {})).error?.code
  equal(await outcome(), undefined)

  const { version } = await sora.call(changeSettings, { version: 0, ...WHY, maintenance: true })

  equal(await waitUntil(outcome, (code) => code === 'maintenance'), 'maintenance')
  for (const who of [here, ren, mika])
    equal((await who.call(getAsset, { id: film.kid })).error?.code, 'maintenance')
  equal((await sora.call(getAsset, { id: film.kid })).kid, film.kid)
  const response = await fetch(`${here.url}/api/2.0/assets/listed`)
  equal(response.status, 503)
  equal(response.headers.get('retry-after'), '5')

  equal((await here.call(createNonce, {})).nonce.length, 64)
  equal(await here.call(sendSignInCode, { email: 'kei@example.test' }), undefined)
  equal((await ren.call(getCurrentAccount, {})).username, 'Ren')
  equal((await here.call(getSettings, {})).maintenance, true)
  equal((await fetch(`${here.url}/healthz`)).status, 200)

  await payAt(begun.url, CARDS.pays)
  const paid = await waitUntil(
    () => stateOf(here, begun),
    ({ sold }) => sold,
  )
  equal(paid.status, 'settled')

  await sora.call(changeSettings, { version, ...WHY, maintenance: false })
  equal(await waitUntil(outcome, (code) => code === undefined), undefined)
})

test('SH-12 during maintenance a page redeems no code that was carried through the sign-in', async (t) => {
  const here = await testApp(t, { pages: await builtPages() })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 2 })
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  const cookie = `session=${ren.token}; coupon=${code!.replaceAll('-', '')}`
  const open = async () =>
    (await fetch(`${here.url}/coupons/occupations`, { headers: { cookie } })).status
  const owned = async () => (await here.call(getSerial, { id: film.kid, number: 1 })).error?.code

  const { version } = await sora.call(changeSettings, { version: 0, ...WHY, maintenance: true })
  equal(await waitUntil(owned, (refusal) => refusal === 'maintenance'), 'maintenance')
  equal(await open(), 503)
  const seen = await sora.call(getSerial, { id: film.kid, number: 1 })
  equal(seen.owner_account_id, mika.account_id)

  await sora.call(changeSettings, { version, ...WHY, maintenance: false })
  equal(await waitUntil(owned, (refusal) => refusal === undefined), undefined)
  equal(await open(), 200)
  const after = await ren.call(getSerial, { id: film.kid, number: 1 })
  equal(after.owner_account_id, ren.account_id)
})
