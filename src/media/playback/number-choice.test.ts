import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { createDrmToken } from './playback.shared.ts'

test('a holder of several copies watches the one they choose, and never another person’s', async (t) => {
  const setup = await testApp(t)
  const mika = await setup.person('Mika', { role: 'ORH' })
  const ren = await setup.person('Ren', { balance: 1_000 })
  const aoi = await setup.person('Aoi', { balance: 1_000 })
  const film = await createTitle(setup, mika, { copies: 4, price: 100 })
  const made = { kid: film.kid, of: 'asset', name: '360p', media_index: '{}' }
  await setup.app.db
    .insertInto('rendition')
    .values({ ...made, created_at: setup.clock.now.toISOString() })
    .execute()
  for (const number of [2, 3]) await ren.call(purchaseForFree, film.order(number, 100))
  await aoi.call(purchaseForFree, film.order(4, 100))
  const watched = async (serial_number?: number) =>
    (await ren.call(createDrmToken, { kid: film.kid, serial_number })).serial_number
  deepEqual(await Promise.all([watched(), watched(3), watched(2), watched(4)]), [2, 3, 2, 2])

  const { url, token } = await ren.call(createDrmToken, { kid: film.kid, serial_number: 3 })
  const refusal = async () => {
    const headers = { authorization: `Bearer ${ren.token}` }
    const answer = await fetch(`${setup.url}${url}?token=${token}`, { method: 'POST', headers })
    return ((await answer.json()) as { error: { code: string } }).error.code
  }
  equal(await refusal(), 'not_ready_to_watch', 'they may watch it, but it has no keys')
  await listForSale(setup, ren, [film.tokens.get(3)!], 200)
  const order = { ...film.order(3, 200), owner_account_id: ren.account_id, asset_sale_price: 200 }
  equal((await aoi.call(purchaseForFree, order)).status, 'settled')
  equal(await refusal(), 'not_yours_to_watch', 'although they hold another copy')
  equal(await watched(3), 2)
})
