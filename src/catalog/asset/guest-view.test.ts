import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { restoreAsset, withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { getBoard, getSerial } from '#src/catalog/serial/serial.shared.ts'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { getAsset } from './asset.shared.ts'

/** The calls that each show a part of a title's page. */
const callsOf = (id: string) =>
  [
    [getAsset, { id }],
    [getBoard, { id }],
    [getSerial, { id, number: 2 }],
  ] as const

test('a creator previews their title as a guest, and nobody else sees more by a preview', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const eve = await here.person('Eve', { role: 'ORH' })
  const { kid: id } = await createTitle(here, mika, { copies: 3, price: 300 })
  const as = 'guest' as const
  const calls = callsOf(id)
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

test('a title that somebody has opened is gone at their next call once it is withdrawn, and back once it is restored', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const { kid } = await createTitle(here, mika, { copies: 3, price: 300 })
  const assertOutcome = async (code: 'not_found' | undefined) => {
    for (const [endpoint, input] of callsOf(kid))
      equal((await ren.call(endpoint, input)).error?.code, code, endpoint.path)
  }
  await assertOutcome(undefined)
  equal((await mika.call(withdrawAsset, { kid })).error, undefined)
  await assertOutcome('not_found')
  equal((await mika.call(restoreAsset, { kid })).error, undefined)
  await assertOutcome(undefined)
})
