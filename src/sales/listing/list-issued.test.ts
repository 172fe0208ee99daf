import { deepEqual, equal } from 'node:assert/strict'
import { before, test, type TestContext } from 'node:test'
import { inTx } from '#core/database/db.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { enqueue } from '#core/jobs.ts'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { listIssuedCopies } from '#src/media/upload/list-at-once.ts'
import { beginUpload, listUploads } from '#src/media/upload/upload.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../../../test/people.ts'
import {
  plainPicture,
  sendFiles,
  type TestFile,
  uploadForm,
  uploadOf,
} from '../../../test/uploads.ts'
import { testApp, travelTo } from '../../../test/test-app.ts'
import { listIssued } from './list-issued.ts'
import { delistSerials, listSerialsForSale } from './listing.shared.ts'

const PRICE = 1_000
const COPIES = 5
const STARTS = '2030-01-01T03:00:00.000Z'

let picture: TestFile
before(async () => {
  picture = await plainPicture(400, 500)
})

/** Opens an app whose jobs run when the test says so, with a creator who has a brand. */
async function openFixtures(t: TestContext) {
  t.after(() => armFailpoint(undefined, () => {}))
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const brand = await mika.call(createBrand, { name: 'Kita Eiga', account: 'kita' })
  const terms = {
    brand_id: brand.id,
    creator_royalty_rate: 10,
    min_sellable_price: 10,
    total_copies: COPIES,
    sale_price: PRICE,
  }
  const send = (more: object = {}) => sendFiles(mika, { asset: picture }, { ...terms, ...more })
  const listings = (kid: string) =>
    here.app.db
      .selectFrom('listing')
      .select(['status', 'sale_price', 'seller'])
      .where('kid', '=', kid)
      .execute()
  const copiesOf = async (kid: string) => (await mika.call(listSerials, { id: kid })).items
  /** Runs jobs until none is due: the title is processed, numbered, listed and open. */
  const runJobs = async () => {
    for (let round = 0; round < 6; round++) await here.app.runDueJobs()
  }
  return { here, mika, brand, terms, send, listings, copiesOf, runJobs }
}

const open = { status: 'open', sale_price: PRICE }
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

test('UP-12 one call publishes a title with its terms and lists every copy at its price', async (t) => {
  const { here, mika, send, listings, runJobs } = await openFixtures(t)
  const ren = await here.person('Ren', { balance: PRICE })
  const { uuid, kid } = await send({ secondary_rental_enabled: false, obi: 'gunjo' })
  deepEqual(await listings(kid), [], 'nothing is listed before it is issued')

  await runJobs()

  const seller = mika.account_id
  deepEqual(await listings(kid), times(COPIES, { ...open, seller }))
  const upload = await uploadOf(mika, uuid)
  deepEqual([upload.status, upload.sale_price, upload.listing_failure], ['done', PRICE, null])
  const asset = await here.call(getAsset, { id: kid })
  deepEqual(
    [asset.brand?.name, asset.creator_royalty_rate, asset.secondary_rental_enabled, asset.obi],
    ['Kita Eiga', 10, false, 'gunjo'],
  )
  deepEqual([asset.sale_listing_copies_count, asset.min_sale_price], [COPIES, PRICE])
  const { error } = await buy(ren, mika, kid)
  equal(error, undefined)
})

/** Buys a title's No. 1 from its creator, from balance. */
async function buy(buyer: Person, seller: Person, kid: string) {
  const { items } = await buyer.call(listSerials, { id: kid, from: 1, to: 1 })
  return buyer.call(purchaseForFree, {
    kid,
    asset_token_id: items[0]!.asset_token_id,
    owner_account_id: seller.account_id,
    asset_sale_price: PRICE,
    balance_to_use: PRICE,
    lang: 'en',
  })
}

test('UP-12 without a price a title is published and nothing is listed', async (t) => {
  const { mika, send, listings, runJobs } = await openFixtures(t)
  const { uuid, kid } = await send({ sale_price: null })
  await runJobs()
  const { status, sale_price, listed_at } = await uploadOf(mika, uuid)
  deepEqual([status, sale_price, listed_at], ['done', null, null])
  deepEqual(await listings(kid), [])
})

test('UP-12 a price at which copies could not be listed is refused, and no draft is left', async (t) => {
  const { mika, terms } = await openFixtures(t)
  const refused = async (more: object) => {
    const { error } = await mika.call(beginUpload, uploadForm(mika, picture, { ...terms, ...more }))
    return error && [error.code, error.params.minimum ?? error.params.field]
  }
  deepEqual(await refused({ sale_price: 9 }), ['price_out_of_bounds', 10])
  deepEqual(await refused({ min_sellable_price: 1_001 }), ['price_below_minimum', 1_001])
  deepEqual(await refused({ brand_id: undefined }), ['not_in_brand', undefined])
  const missing = ['royalty_or_minimum_missing', undefined]
  deepEqual(await refused({ creator_royalty_rate: undefined }), missing)
  deepEqual(await refused({ min_sellable_price: undefined }), missing)
  deepEqual(await refused({ sale_price: 10.5 }), ['input_invalid', 'sale_price'])
  deepEqual(await refused({ creator_royalty_rate: 51 }), ['input_invalid', 'creator_royalty_rate'])
  equal((await mika.call(listUploads, {})).total, 0)
  equal(await refused({}), undefined)
})

test('UP-12 nobody publishes into another creator’s brand', async (t) => {
  const { here, terms } = await openFixtures(t)
  const eve = await here.person('Eve', { role: 'ORH' })
  const { error } = await eve.call(beginUpload, uploadForm(eve, picture, terms))
  equal(error?.code, 'forbidden')
  equal((await eve.call(listUploads, {})).total, 0)
})

test('UP-12 copies are listed once, however often and however many at once it is tried', async (t) => {
  const { here, mika, send, listings, copiesOf, runJobs } = await openFixtures(t)
  const { uuid, kid } = await send()
  armFailpoint('upload.listing', () => {
    throw new Error('killed')
  })
  await runJobs()
  deepEqual(await listings(kid), [], 'the first attempt was killed')
  equal((await uploadOf(mika, uuid)).listed_at, null)
  armFailpoint(undefined, () => {})

  const attempts = times(10, { id: uuid })
  await Promise.all(attempts.map((job) => listIssued(here.app.jobCtx('upload.list'), job)))
  await runJobs()
  deepEqual(await listings(kid), times(COPIES, { ...open, seller: mika.account_id }))

  const asset_token_ids = (await copiesOf(kid)).map(({ asset_token_id }) => asset_token_id)
  await mika.call(delistSerials, { asset_token_ids })
  await inTx(here.app, (tx) => enqueue(tx, listIssuedCopies, { id: uuid }))
  await runJobs()
  equal((await listings(kid)).filter(({ status }) => status === 'open').length, 0)
})

test('UP-12 copies that the creator listed in the meantime keep their price', async (t) => {
  const { here, mika, send, listings, copiesOf, runJobs } = await openFixtures(t)
  const { uuid, kid } = await send()
  armFailpoint('upload.listing', () => {
    throw new Error('killed')
  })
  await runJobs()
  armFailpoint(undefined, () => {})
  const [first] = await copiesOf(kid)
  const asset_token_ids = [first!.asset_token_id]
  const list = { listing_type: 'sale', asset_token_ids, sale_price: 7_000 } as const
  await mika.call(listSerialsForSale, list)

  await listIssued(here.app.jobCtx('upload.list'), { id: uuid })
  await runJobs()

  const prices = (await listings(kid)).map(({ sale_price }) => sale_price)
  deepEqual(
    prices.toSorted((a, b) => a! - b!),
    [...times(COPIES - 1, PRICE), 7_000],
  )
  equal((await uploadOf(mika, uuid)).listing_failure, null)
})

test('UP-12 nothing is listed, and nothing fails, once the creator has no copy to sell', async (t) => {
  const { here, mika, send, listings, runJobs } = await openFixtures(t)
  const ren = await here.person('Ren')
  armFailpoint('upload.listing', () => {
    throw new Error('killed')
  })
  const [given, raised] = [await send(), await send()]
  await runJobs()
  armFailpoint(undefined, () => {})
  const { db, jobCtx } = here.app
  const change = db.updateTable('serial').where('kid', '=', given.kid)
  await change.set({ owner: ren.account_id }).execute()
  await listIssued(jobCtx('upload.list'), { id: given.uuid })
  const makeAdmin = db.updateTable('account').where('id', '=', mika.account_id)
  await makeAdmin.set({ role: 'ADMIN' }).execute()
  await listIssued(jobCtx('upload.list'), { id: raised.uuid })
  await runJobs()

  deepEqual([...(await listings(given.kid)), ...(await listings(raised.kid))], [])
  const uploads = db.selectFrom('upload').select(['listed_at', 'listing_failure', 'status'])
  for (const { listed_at, listing_failure, status } of await uploads.execute())
    deepEqual([listed_at !== null, listing_failure, status], [true, null, 'done'])
})

test('UP-12 copies of a suspended creator are not listed, and the upload says why', async (t) => {
  const { here, mika, send, listings, runJobs } = await openFixtures(t)
  const { uuid, kid } = await send()
  const suspend = (suspended_at: string | null) =>
    here.app.db
      .updateTable('account')
      .set({ suspended_at })
      .where('id', '=', mika.account_id)
      .execute()
  await suspend(here.clock.now.toISOString())
  await runJobs()
  await suspend(null)
  deepEqual(await listings(kid), [])
  const { status, listing_failure } = await uploadOf(mika, uuid)
  deepEqual([status, listing_failure], ['done', 'account_suspended'])
})

test('UP-12 copies that can no longer be listed are numbered, and the upload says why', async (t) => {
  const { mika, brand, send, listings, runJobs } = await openFixtures(t)
  const dearer = await send()
  await mika.call(updateAsset, { kid: dearer.kid, min_sellable_price: 1_200 })
  const loose = await send()
  await mika.call(updateBrand, { id: brand.id, kids: [dearer.kid] })
  await runJobs()

  const why = async (uuid: string) => {
    const { status, listing_failure, listing_failure_params } = await uploadOf(mika, uuid)
    return [status, listing_failure, listing_failure_params?.minimum]
  }
  deepEqual(await why(dearer.uuid), ['done', 'price_below_minimum', 1_200])
  deepEqual(await why(loose.uuid), ['done', 'not_in_brand', undefined])
  deepEqual([...(await listings(dearer.kid)), ...(await listings(loose.kid))], [])
})

test('UP-12 listed at once, copies are still sold only from the start of the sale', async (t) => {
  const { here, mika, send, runJobs } = await openFixtures(t)
  const ren = await here.person('Ren', { balance: PRICE })
  const { kid } = await send({ sale_starting_at: STARTS })
  await runJobs()
  equal((await buy(ren, mika, kid)).error?.code, 'sale_not_started')
  await travelTo(here, new Date(STARTS))
  equal((await buy(ren, mika, kid)).error, undefined)
})

test('UP-12 copies reserved while the title is processed go only to those people', async (t) => {
  const { here, mika, send, runJobs } = await openFixtures(t)
  const [ren, aoi] = await Promise.all([
    here.person('Ren', { balance: PRICE }),
    here.person('Aoi', { balance: PRICE }),
  ])
  const { kid } = await send()
  const { id } = await mika.call(createAllowlist, { kid, name: 'Friends' })
  await mika.call(addPeople, { id, text: aoi.email })
  await runJobs()
  equal((await buy(ren, mika, kid)).error?.code, 'not_designated_acquirer')
  equal((await buy(aoi, mika, kid)).error, undefined)
})
