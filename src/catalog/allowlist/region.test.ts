import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { API, type Endpoint, type InputOf, requestOf } from '#core/http/endpoint.ts'
import { getAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { getDraw, randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { clearKeyLicence, createDrmToken } from '#src/media/playback/playback.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { ADDRESSES, behindProxy } from '../../../test/geoip.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { getAcquisitionRestriction } from './allowlist.shared.ts'

interface Answer {
  error?: { code: string }
  available_here: boolean
  region: object
  reason: string | null
  obstacle: string | null
  token: string
}
const codes = (...answers: Answer[]) => answers.map(({ error }) => error?.code)

test('AS-06 a title for Japan only is refused abroad by every path, and buyers see so before paying', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 1)
  const [kid] = kids as [string]
  await mika.call(updateAsset, { kid, only_japan_accessible: true })
  const group = await make('Winter films', kids)
  const ren = await here.person('Ren', { balance: 9_000 })
  const copies = await here.app.db
    .selectFrom('serial')
    .selectAll()
    .where('kid', '=', kid)
    .orderBy('number')
    .execute()
  const [first, second] = copies.map(({ asset_token_id }) => ({
    kid,
    asset_token_id,
    owner_account_id: mika.account_id,
    asset_sale_price: 500,
  })) as [InputOf<typeof purchaseForFree>, InputOf<typeof purchaseForFree>]
  const index = { kid, of: 'asset', name: '360p', media_index: '{}' }
  const at = here.clock.now.toISOString()
  await here.app.db
    .insertInto('rendition')
    .values({ ...index, created_at: at })
    .execute()
  await behindProxy(t, here)

  type Place = keyof typeof ADDRESSES
  const visit = async (place: Place, method: string, url: string, body?: string) => {
    const headers = {
      authorization: `Bearer ${ren.token}`,
      'idempotency-key': randomUUID(),
      'x-forwarded-for': ADDRESSES[place],
      'content-type': 'application/json',
    }
    const response = await fetch(here.url + url, { method, headers, ...(body && { body }) })
    return (await response.json()) as Answer
  }
  const asks = <E extends Endpoint>(place: Place, of: E, input: InputOf<E>) => {
    const { url, body } = requestOf(of, input)
    return visit(place, of.method, url, body)
  }
  const abroad = async <E extends Endpoint>(of: E, input: InputOf<E>) =>
    codes(await asks('GB', of, input), await asks('nowhere', of, input))
  const refused = ['region_unavailable', 'region_unavailable']

  const seenAbroad = await asks('GB', getAsset, { id: kid })
  equal(seenAbroad.available_here, false)
  const one = { asset_token_id: first.asset_token_id }
  const restriction = await asks('GB', getAcquisitionRestriction, one)
  deepEqual(
    [restriction.reason, restriction.region],
    ['region_unavailable', { only_japan_accessible: true, country: 'GB', allowed: false }],
  )
  const order = { ...first, balance_to_use: 500 }
  deepEqual(await abroad(purchaseForFree, order), refused)
  deepEqual(await abroad(purchaseSerial, { ...first, balance_to_use: 0 }), refused)
  const both = { ...first, balance_to_use: 1_000, more: [second] }
  deepEqual(await abroad(purchaseForFree, both), refused)
  const drawn = { group_id: group.encrypted_id, number_of_purchases: 1, balance_to_use: 500 }
  deepEqual(await abroad(randomlyPurchase, drawn), refused)
  const draw = { id: group.encrypted_id }
  equal((await asks('GB', getDraw, draw)).obstacle, 'region_unavailable')
  equal((await asks('JP', getDraw, draw)).obstacle, null)

  equal((await asks('JP', purchaseForFree, order)).error, undefined)
  deepEqual(await abroad(createDrmToken, { kid }), refused)
  const { token } = await asks('JP', createDrmToken, { kid })
  const licence = `${API}${clearKeyLicence.path}?token=${token}`
  deepEqual(codes(await visit('GB', 'POST', licence, '{}')), ['region_unavailable'])
  equal((await asks('JP', getAcquisitionRestriction, one)).reason, null)
})
