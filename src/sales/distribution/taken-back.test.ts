import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { putSuspension } from '#src/admin/users/suspension.shared.ts'
import { listAllowlists } from '#src/catalog/allowlist/allowlist.shared.ts'
import { findDistribution } from '#src/catalog/distribution/distribution.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { delistSerials, restoreAsset, withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Call } from '../../../test/call.ts'
import {
  claim,
  claimOf,
  distribute,
  distributionFixtures,
  draft,
} from '../../../test/distributions.ts'
import type { Title } from '../../../test/titles.ts'
import {
  endDistribution,
  getDistribution,
  getOffer,
  payDistribution,
  quoteDistribution,
} from './distribution.shared.ts'

const INVITED = { allowed_asset_acquirers: ['ren'] }

/** Returns the status of one number for somebody. */
const statusOf = async (call: Call, { kid }: Title, number: number) =>
  (await call(listSerials, { id: kid, from: number, to: number })).items[0]!.status

test('a title that is withdrawn ends its free distributions, and its copies are reserved no more', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const invited = await distribute(mika, film, [1, 2], INVITED)
  const open = await distribute(mika, film, [3])
  equal((await mika.call(withdrawAsset, { kid: film.kid })).error, undefined)
  for (const id of [invited, open]) {
    const { status, closed_at } = await mika.call(getDistribution, { id })
    deepEqual([status, closed_at], ['ended', here.clock.now.toISOString()])
  }

  await mika.call(restoreAsset, { kid: film.kid })

  for (const id of [invited, open])
    equal((await ren.call(getOffer, { id })).reason, 'distribution_closed')
  deepEqual(
    [await statusOf(ren.call, film, 1), await statusOf(aoi.call, film, 1)],
    ['not_listed', 'not_listed'],
  )
  const [list] = (await mika.call(listAllowlists, { kid: film.kid })).items
  equal(list!.ended_at, here.clock.now.toISOString())
})

test('FD-01 copies of a withdrawn title are not given away, and the refusal names the reason', async (t) => {
  const { mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1])
  await mika.call(withdrawAsset, { kid: film.kid })
  const refused = [
    await mika.call(quoteDistribution, { asset_token_ids: [film.tokens.get(2)!] }),
    await draft(mika, film, [2]),
    await mika.call(payDistribution, { id, balance_to_use: 0 }),
  ]
  for (const { error } of refused) equal(error?.code, 'title_not_out')
  await mika.call(restoreAsset, { kid: film.kid })
  equal((await draft(mika, film, [2])).error, undefined)
})

test('a creator who is suspended gives away nothing more, and claimed copies stay', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const id = await distribute(mika, film, [1, 2], INVITED)
  equal((await claim(ren, id)).error, undefined)
  await sora.call(putSuspension, { id: mika.account_id, suspended: true, reason: 'copied' })
  await sora.call(putSuspension, { id: mika.account_id, suspended: false, reason: 'heard' })
  deepEqual([(await aoi.call(getOffer, { id })).reason], ['distribution_closed'])
  equal(await statusOf(aoi.call, film, 2), 'not_listed')
  equal(await statusOf(ren.call, film, 1), 'not_listed')
  const { rows } = await sql`select status from distribution`.execute(here.app.db)
  deepEqual(rows, [{ status: 'ended' }])
})

test('a copy that is taken back is reserved for nobody, and with the last one the distribution ends', async (t) => {
  const { mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film, [1, 2, 3], INVITED)
  const takeBack = (number: number) =>
    mika.call(delistSerials, { asset_token_ids: [film.tokens.get(number)!] })
  await takeBack(1)
  equal(await statusOf(aoi.call, film, 1), 'not_listed')
  equal(await statusOf(aoi.call, film, 2), 'reserved_for_another')
  deepEqual([(await mika.call(getDistribution, { id })).status, (await ren.call(getOffer, { id })).remaining], ['done', 2]) // oxfmt-ignore

  await Promise.all([takeBack(2), takeBack(3)])

  equal((await mika.call(getDistribution, { id })).status, 'ended')
  equal((await ren.call(getOffer, { id })).reason, 'distribution_closed')
  equal(await statusOf(aoi.call, film, 2), 'not_listed')
})

test('a claim and the taking back of all other copies at once: each copy is given or taken back', async (t) => {
  const { mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film, [1, 2, 3])
  const asset_token_ids = [1, 2, 3].map((number) => film.tokens.get(number)!)
  const [claimed] = await Promise.all([
    claim(ren, id),
    mika.call(delistSerials, { asset_token_ids }),
  ])
  const { status } = await mika.call(getDistribution, { id })
  if (status === 'done') await mika.call(endDistribution, { id })
  const one = await mika.call(getDistribution, { id })
  deepEqual([one.status, one.claimed, one.remaining], ['ended', claimed.error ? 0 : 1, 0])
  equal((await aoi.call(getOffer, { id })).reason, 'distribution_closed')
})

test('a distribution whose copies were taken back before says so, and its creator can end it', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film, [1, 2], INVITED)
  equal((await claim(ren, id)).error, undefined)
  await sql`update listing set status = 'delisted', closed_at = ${here.clock.now} where status = 'open'`.execute(
    here.app.db,
  )
  equal((await aoi.call(getOffer, { id })).reason, 'distribution_closed')
  const claimed = await ren.call(purchaseForFree, claimOf(film, 2))
  equal(claimed.error?.code, 'distribution_closed')
  equal((await ren.call(findDistribution, { id: film.kid })).id, null)
  equal(await statusOf(aoi.call, film, 2), 'reserved_for_another')
  equal((await mika.call(endDistribution, { id })).status, 'ended')
  equal(await statusOf(aoi.call, film, 2), 'not_listed')

  const all = await distribute(mika, film, [3])
  equal((await claim(ren, all)).error, undefined)
  equal((await aoi.call(getOffer, { id: all })).reason, 'nothing_left')
  equal((await aoi.call(purchaseForFree, claimOf(film, 3))).error?.code, 'nothing_left')
})
