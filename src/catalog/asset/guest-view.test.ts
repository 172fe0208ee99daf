import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { getBoard, getSerial } from '#src/catalog/serial/serial.shared.ts'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { getAsset } from './asset.shared.ts'

test('a creator previews their title as a guest, and nobody else sees more by a preview', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const eve = await here.person('Eve', { role: 'ORH' })
  const { kid: id } = await createTitle(here, mika, { copies: 3, price: 300 })
  const as = 'guest' as const
  const calls = [
    [getAsset, { id }],
    [getBoard, { id }],
    [getSerial, { id, number: 2 }],
  ] as const
  for (const [endpoint, input] of calls) {
    const guest = await here.call(endpoint, input)
    deepEqual(await mika.call(endpoint, { ...input, as }), guest, endpoint.path)
    deepEqual(await here.call(endpoint, { ...input, as }), guest)
  }
  equal((await mika.call(getAsset, { id })).owned_copies_count, 3)

  await mika.call(withdrawAsset, { kid: id })
  for (const [endpoint, input] of calls) {
    equal((await mika.call(endpoint, { ...input, as })).error, undefined)
    for (const who of [eve, here])
      equal((await who.call(endpoint, { ...input, as })).error?.code, 'not_found', endpoint.path)
  }
})
