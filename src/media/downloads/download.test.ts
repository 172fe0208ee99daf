import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { getCertificate } from '#src/catalog/certificate/certificate.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { giveCopies } from '#src/sales/gift/gift.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { createDistribution, payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import { numberCoupons } from '../../../test/coupons.ts'
import * as disputes from '../../../test/disputes.ts'
import {
  bytesOf,
  downloadableTitle,
  downloadFixtures,
  downloadOf,
  fetchFile,
  refusedIn,
  sha256,
  startDownload,
} from '../../../test/downloads.ts'
import { refusalCode } from '../../../test/playback-fixtures.ts'
import { keepBodies } from '../../../test/storage-fixtures.ts'
import { countOutcomes, tenTimes, travelTo, waitUntil } from '../../../test/test-app.ts'
import { createTitle, listCopies } from '../../../test/titles.ts'
import { offer, openToTrade } from '../../../test/trades.ts'
import { plainPicture, storedKeys } from '../../../test/uploads.ts'
import { createDownload, getReceipt, listDownloads, releaseDownload } from './download.shared.ts'
import { endAsFailed, prepare } from './prepare.ts'

const SALE = { listing_type: 'sale', sale_price: 1_000 } as const

test('AS-10 the owner of a copy downloads its file once, with a checksum to compare', async (t) => {
  const { ren, no1, film } = await downloadFixtures(t)
  const offered = await ren.call(listDownloads, { asset_token_id: no1 })
  deepEqual([offered.files.map(({ file }) => file), offered.refusal], [['original'], null])
  const download = await startDownload(ren, no1)
  equal(download.number, 1)
  match(download.file_name!, /^Title \w+ No\. 1\.png$/)
  const answer = fetchFile(download)
  const bytes = await bytesOf(answer)
  deepEqual([bytes.length, sha256(bytes)], [download.size, download.sha256])
  const { headers } = await answer
  equal(headers.get('content-type'), 'image/png')
  equal(headers.get('x-accel-buffering'), 'no') // what a proxy takes counts as handed out
  equal(await refusalCode(fetchFile(download)), 'download_used')
  const done = await waitUntil(
    () => downloadOf(ren, no1, download.id),
    ({ status }) => status === 'complete',
  )
  deepEqual([done.status, done.sent, done.url], ['complete', download.size, null])
  equal(await refusalCode(fetchFile(download)), 'download_used')
  equal((await ren.call(getSerial, { id: film.kid, number: 1 })).status, 'downloaded')
})

test('AS-10 ER-10 only the owner downloads, and only what the creator allows, each refusal in its own words', async (t) => {
  const { here, mika, ren, aoi, no1, film } = await downloadFixtures(t)
  const { tokens, kid } = film
  const codeOf = async (who: typeof ren, asset_token_id: string, file?: string) =>
    (await who.call(createDownload, { asset_token_id, ...(file && { file }) })).error?.code
  for (const who of [mika, aoi]) equal(await codeOf(who, no1), 'not_found')
  equal((await aoi.call(listDownloads, { asset_token_id: no1 })).error?.code, 'not_found')
  equal(await codeOf(ren, no1, '1080p'), 'download_unsupported')
  const kept = await createTitle(here, mika, { copies: 1 })
  equal(await codeOf(mika, kept.tokens.get(1)!), 'download_disabled')
  const allowed = await createTitle(here, mika, { copies: 1, download_enabled: true })
  equal(await codeOf(mika, allowed.tokens.get(1)!), 'download_unsupported') // it has no file
  await here.app.db
    .updateTable('asset')
    .set({ only_japan_accessible: true })
    .where('kid', '=', kid)
    .execute()
  equal(await codeOf(ren, no1), undefined) // in Japan
  // Mika's own copies are as those of other owners.
  const rented = { rent_price: 300, rental_period_seconds: 3 * 86_400 }
  await listCopies(here, mika, {
    listing_type: 'rental',
    asset_token_ids: [tokens.get(2)!],
    ...rented,
  })
  equal(await codeOf(mika, tokens.get(2)!), 'already_listed')
  const rent = {
    kid,
    asset_token_id: tokens.get(2)!,
    owner_account_id: mika.account_id,
    asset_rent_price: 300,
  }
  const terms = { rental_period_seconds: 3 * 86_400, balance_to_use: 300, lang: 'en' as const }
  equal((await aoi.call(rentForFree, { ...rent, ...terms })).error, undefined)
  equal(await codeOf(mika, tokens.get(2)!), 'serial_rented')
  equal(await codeOf(aoi, tokens.get(2)!), 'not_found') // a renter does not own it
  await openToTrade(here, { token: tokens.get(3)!, owner: mika })
  equal(await codeOf(mika, tokens.get(3)!), 'serial_in_deal')
  await mika.call(giveCopies, { from_name: 'Mika', asset_token_ids: [tokens.get(4)!] })
  equal(await codeOf(mika, tokens.get(4)!), 'serial_in_deal')
  await numberCoupons(mika, film, [5])
  equal(await codeOf(mika, tokens.get(5)!), 'serial_reserved')
})

test('AS-10 ER-10 a copy that is being bought, offered in a trade or disputed cannot be downloaded', async (t) => {
  const { here, mika, ren, aoi, film, no1 } = await downloadFixtures(t)
  const codeOf = async (who: typeof ren, asset_token_id: string) =>
    (await who.call(createDownload, { asset_token_id })).error?.code
  await listCopies(here, mika, { ...SALE, asset_token_ids: [film.tokens.get(2)!] })
  const order = { ...film.order(2, 0), asset_sale_price: 1_000 }
  equal((await aoi.call(purchaseSerial, order)).error, undefined)
  equal(await codeOf(mika, film.tokens.get(2)!), 'serial_being_purchased')
  const other = await createTitle(here, mika, { copies: 1 })
  const wanted = { token: other.tokens.get(1)!, owner: mika }
  await openToTrade(here, wanted)
  equal((await offer({ token: no1, owner: ren }, wanted)).error, undefined)
  equal(await codeOf(ren, no1), 'serial_offered_in_trade')
  await here.app.db
    .updateTable('serial')
    .set({ frozen_at: here.clock.now.toISOString() })
    .where('asset_token_id', '=', film.tokens.get(3)!)
    .execute()
  equal(await codeOf(mika, film.tokens.get(3)!), 'serial_frozen')
  await here.app.db.updateTable('serial').set({ frozen_at: null }).execute() // no payment is disputed
})

test('ER-10 a title for Japan alone is downloaded in Japan alone, its address too', async (t) => {
  const { here, ren, no1, film } = await downloadFixtures(t, { only_japan_accessible: true })
  const download = await startDownload(ren, no1)
  here.config.regionHeader = 'x-country'
  const from = (country: string) => ({ 'x-country': country })
  here.config.trustedProxies = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
  equal(await refusalCode(fetchFile(download, from('FR'))), 'region_unavailable')
  const abroad = await ren.call(listDownloads, { asset_token_id: no1 })
  equal(abroad.refusal, 'region_unavailable')
  equal(
    (await ren.call(createDownload, { asset_token_id: film.tokens.get(1)! })).error?.code,
    'region_unavailable',
  )
  equal((await fetchFile(download, from('JP'))).status, 200)
})

test('AS-11 LI-04 a downloaded copy is in no deal until its owner says that the file is deleted, which is on record', async (t) => {
  const { here, mika, ren, film, no1 } = await downloadFixtures(t)
  const download = await startDownload(ren, no1)
  await bytesOf(fetchFile(download))
  const offers = {
    sale: () => ren.call(listSerialsForSale, { ...SALE, asset_token_ids: [no1] }),
    rental: () =>
      ren.call(listSerialsForSale, {
        listing_type: 'rental',
        rent_price: 300,
        rental_period_seconds: 259_200,
        asset_token_ids: [no1],
      }),
    trade: () => ren.call(listSerialsForSale, { listing_type: 'trade', asset_token_ids: [no1] }),
    gift: () => ren.call(giveCopies, { from_name: 'Ren', asset_token_ids: [no1] }),
  }
  const codes = async () =>
    Promise.all(
      Object.values(offers).map(async (make) => {
        const answer = await make()
        return answer.error?.code ?? refusedIn(answer)
      }),
    )
  deepEqual(
    await codes(),
    Object.keys(offers).map(() => 'serial_downloaded'),
  )
  const wanted = await createTitle(here, mika, { copies: 1 })
  const [mine, theirs] = [
    { token: no1, owner: ren },
    { token: wanted.tokens.get(1)!, owner: mika },
  ]
  await openToTrade(here, theirs)
  equal((await offer(mine, theirs)).error?.code, 'serial_downloaded')
  equal((await ren.call(releaseDownload, { id: download.id, is_deleted: true })).status, 'released')
  const files = () => storedKeys(here.integrations, 'downloads/')
  deepEqual(await waitUntil(files, (keys) => keys.length === 0), [])
  const { history, status } = await ren.call(getSerial, { id: film.kid, number: 1 })
  equal(status, 'not_listed')
  deepEqual(
    history.slice(0, 2).map(({ kind }) => kind),
    ['download_deleted', 'download'],
  )
  await listCopies(here, ren, { ...SALE, asset_token_ids: [no1] })
  const again = await ren.call(releaseDownload, { id: download.id, is_deleted: true })
  equal(again.status, 'released') // a repeat changes nothing
})

test('AS-11 a creator’s own copies are locked as those of other owners', async (t) => {
  const { here, mika, film } = await downloadFixtures(t)
  const no2 = film.tokens.get(2)!
  const { id } = await startDownload(mika, no2)
  const codeOf = ({ error }: { error?: { code: string } }) => error?.code
  equal(
    codeOf(
      await mika
        .call(createDistribution, { asset_token_ids: [no2] })
        .then(async (made) =>
          made.error ? made : mika.call(payDistribution, { id: made.id, balance_to_use: 110 }),
        ),
    ),
    'serial_downloaded',
  )
  equal(codeOf(await numberCoupons(mika, film, [2])), 'serial_downloaded')
  await mika.call(releaseDownload, { id, is_deleted: true })
  const { records, is_primary } = await here.call(getCertificate, { asset_token_id: no2 })
  deepEqual([records, is_primary], [3, true]) // issued, downloaded, deleted: its owner stays
  equal(codeOf(await numberCoupons(mika, film, [2])), undefined)
})

test('AS-11 the database itself refuses a deal of a downloaded copy, and a download of a copy in a deal', async (t) => {
  const { here, mika, ren, aoi, film, no1 } = await downloadFixtures(t)
  const { db } = here.app
  await startDownload(ren, no1)
  const refusalOf = async (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'nothing',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    )
  const at = here.clock.now.toISOString()
  const copy = { asset_token_id: no1, kid: film.kid }
  const listing = { ...copy, seller: ren.account_id, status: 'open', batch: no1, created_at: at }
  equal(
    await refusalOf(
      db
        .insertInto('listing')
        .values({ ...listing, kind: 'trade' })
        .execute(),
    ),
    'serial_downloaded',
  )
  const move = inTx(here.app, (tx) =>
    transferSerials(tx, [{ asset_token_id: no1, to: aoi.account_id }], here.clock.now),
  )
  equal(await refusalOf(move), 'serial_downloaded')
  const offered = {
    offeror: ren.account_id,
    owner: mika.account_id,
    submitted: no1,
    requested: film.tokens.get(2)!,
  }
  equal(
    await refusalOf(
      db
        .insertInto('trade_offer')
        .values({
          ...offered,
          status: 'awaiting_acceptance',
          created_at: at,
          expires_at: '2030-02-01',
        })
        .execute(),
    ),
    'serial_downloaded',
  )
  const coupons = await numberCoupons(mika, film, [3])
  equal(
    await refusalOf(
      sql`insert into coupon (batch_id, code_hash, asset_token_id, status, expires_at)
    values (${coupons.id}, 'hash', ${no1}, 'valid', '2031-01-01')`.execute(db),
    ),
    'serial_downloaded',
  )
  const rents = await createTitle(here, mika, { copies: 1 })
  await listCopies(here, mika, {
    listing_type: 'rental',
    asset_token_ids: [rents.tokens.get(1)!],
    rent_price: 300,
    rental_period_seconds: 259_200,
  })
  const rent = {
    kid: rents.kid,
    asset_token_id: rents.tokens.get(1)!,
    owner_account_id: mika.account_id,
    asset_rent_price: 300,
    rental_period_seconds: 259_200,
    balance_to_use: 300,
    lang: 'en' as const,
  }
  equal((await aoi.call(rentForFree, rent)).error, undefined)
  const lending = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      rental: string
    }>`delete from rental returning to_jsonb(rental)::text as rental`.execute(tx)
    await sql`insert into rental select (jsonb_populate_record(null::rental, ${rows[0]!.rental}::jsonb
      || jsonb_build_object('asset_token_id', ${no1}::text))).*`.execute(tx)
  })
  equal(await refusalOf(lending), 'serial_downloaded')
  for (const token of [rents.tokens.get(1)!, film.tokens.get(3)!])
    equal(
      await refusalOf(
        db
          .updateTable('serial')
          .set({ downloaded_at: at })
          .where('asset_token_id', '=', token)
          .execute(),
      ),
      'serial_in_deal',
    )
})

test('storage stops sending a file to a visitor who left before its first byte', async (t) => {
  const { here, ren, no1 } = await downloadFixtures(t, { file: await plainPicture(900, 700) })
  const { url } = await startDownload(ren, no1)
  const bodies = keepBodies(here)
  const answer = await here.app.hono.request(new URL(url!).pathname)
  await answer.body!.cancel()
  equal(bodies.length, 1)
  ok(await waitUntil(async () => bodies[0]!.destroyed, Boolean, 2))
})

test('a download that failed leaves no file that a killed worker stored', async (t) => {
  const { here, ren, no1 } = await downloadFixtures(t, { role: 'web' })
  const { id } = await ren.call(createDownload, { asset_token_id: no1 })
  await here.integrations.storage.put(`downloads/${id}`, Buffer.from('a'), { type: 'image/png' })
  await endAsFailed(here.app.jobCtx('download.look_after'), { id, asset_token_id: no1 })
  await here.app.runDueJobs()
  deepEqual(await storedKeys(here.integrations, 'downloads/'), [])
})

test('a download that failed before a killed worker stored its file leaves none either', async (t) => {
  const { here, ren, no1 } = await downloadFixtures(t, { role: 'web' })
  const { id } = await ren.call(createDownload, { asset_token_id: no1 })
  const ctx = here.app.jobCtx('download.prepare')
  await endAsFailed(ctx, { id, asset_token_id: no1 })
  await here.app.runDueJobs()
  await here.integrations.storage.put(`downloads/${id}`, Buffer.from('a'), { type: 'image/png' })
  await prepare(ctx, { id })
  deepEqual(await storedKeys(here.integrations, 'downloads/'), [])
})

test('AS-10 of ten downloads at once one begins, and a repeated request returns it', async (t) => {
  const { ren, no1 } = await downloadFixtures(t)
  const body = { asset_token_id: no1 }
  const answers = await Promise.all(tenTimes(() => ren.call(createDownload, body)))
  deepEqual(countOutcomes(answers), { done: 1, download_running: 9 })
  const key = 'a repeated request'
  const { id } = answers.find(({ error }) => !error)!
  await waitUntil(
    () => downloadOf(ren, no1, id),
    ({ status }) => status === 'ready',
  )
  const releases = await Promise.all(
    tenTimes(() => ren.call(releaseDownload, { id, is_deleted: true })),
  )
  deepEqual(countOutcomes(releases), { done: 10 })
  const [first, second] = [
    await ren.call(createDownload, body, key),
    await ren.call(createDownload, body, key),
  ]
  equal(first.id, second.id)
  equal((await ren.call(listDownloads, body)).downloads.length, 2)
})

test('AS-10 of ten requests for the whole file at once, one is answered', async (t) => {
  const { ren, no1 } = await downloadFixtures(t, { file: await plainPicture(900, 700) })
  const download = await startDownload(ren, no1)
  const answers = await Promise.all(tenTimes(() => fetchFile(download)))
  deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array.from({ length: 9 }, () => 409)],
  )
  const whole = await bytesOf(Promise.resolve(answers.find(({ status }) => status === 200)!))
  equal(sha256(whole), download.sha256)
})

test('AS-10 a download that was cut is resumed by range until its last byte, and no other range begins it anew', async (t) => {
  const { ren, no1 } = await downloadFixtures(t, { file: await plainPicture(900, 700) })
  const download = await startDownload(ren, no1)
  const { size, url } = download
  const head = await fetch(url!, { method: 'HEAD' }) // uses nothing
  deepEqual(
    [head.headers.get('content-length'), head.headers.get('etag')],
    [String(size), `"${download.sha256}"`],
  )
  const first = await bytesOf(fetchFile(download, { range: 'bytes=0-99' }))
  equal(first.length, 100)
  for (const range of ['bytes=0-', 'bytes=0-99', 'bytes=nonsense'])
    equal(await refusalCode(fetchFile(download, { range })), 'download_used')
  const other = { range: 'bytes=100-', 'if-range': '"another file"' }
  equal(await refusalCode(fetchFile(download, other)), 'download_used')
  equal((await fetchFile(download, { range: `bytes=${size}-` })).status, 416)
  const answer = fetchFile(download, { range: 'bytes=100-', 'if-range': `"${download.sha256}"` })
  const rest = await bytesOf(answer)
  const { status, headers } = await answer
  deepEqual([status, headers.get('content-range')], [206, `bytes 100-${size! - 1}/${size}`])
  equal(sha256(Buffer.concat([first, rest])), download.sha256)
  await waitUntil(
    () => downloadOf(ren, no1, download.id),
    (now) => now.status === 'complete',
  )
  equal(await refusalCode(fetchFile(download, { range: 'bytes=100-' })), 'download_used')
})

test('AS-10 a file fetched in slices at once is complete when every byte was handed out, whichever slice ends first', async (t) => {
  const { ren, no1 } = await downloadFixtures(t, { file: await plainPicture(900, 700) })
  const download = await startDownload(ren, no1)
  const size = download.size!
  const slice = (range: string) => bytesOf(fetchFile(download, { range: `bytes=${range}` }))
  const sentOf = async () => {
    const { sent, status } = await downloadOf(ren, no1, download.id)
    return [sent, status] as const
  }
  const first = await slice('0-99')
  const last = await slice('-500')
  deepEqual(await waitUntil(sentOf, ([sent]) => sent >= 600), [600, 'opened'])
  await slice('50-149') // bytes that are sent twice count once
  deepEqual(await waitUntil(sentOf, ([sent]) => sent >= 650), [650, 'opened'])
  const halves = [`100-${size - 301}`, `${size - 800}-${size - 501}`] as const
  const [middle] = await Promise.all(halves.map(slice))
  const whole = Buffer.concat([first, middle!, last.subarray(200)])
  equal(sha256(whole), download.sha256)
  const done = await waitUntil(sentOf, ([, status]) => status === 'complete')
  deepEqual(done, [size, 'complete'])
  equal(await refusalCode(fetchFile(download, { range: 'bytes=100-' })), 'download_used')
})

test('AS-10 a download of which bytes in the middle were never asked for ends by the clock', async (t) => {
  const { here, ren, no1 } = await downloadFixtures(t)
  const download = await startDownload(ren, no1)
  await bytesOf(fetchFile(download, { range: 'bytes=0-9' }))
  await bytesOf(fetchFile(download, { range: 'bytes=11-' }))
  await travelTo(here, addSeconds(here.clock.now, HOUR_SECONDS + 60))
  equal(await refusalCode(fetchFile(download, { range: 'bytes=10-' })), 'download_over')
  await here.run('download.look_after')
  const { status, sent, size } = await downloadOf(ren, no1, download.id)
  deepEqual([status, sent], ['partial', size! - 1])
})

test('AS-10 a download whose file storage does not give is still unused', async (t) => {
  const { here, ren, no1 } = await downloadFixtures(t, { file: await plainPicture(900, 700) })
  const download = await startDownload(ren, no1)
  const { storage } = here.integrations
  const { storage_key } = await here.app.db
    .selectFrom('download')
    .select('storage_key')
    .where('id', '=', download.id)
    .executeTakeFirstOrThrow()
  const { body } = (await storage.getStream(storage_key!))!
  const bytes = await buffer(body)
  await storage.removeAll(storage_key!)
  equal(await refusalCode(fetchFile(download)), 'download_over')
  equal((await downloadOf(ren, no1, download.id)).status, 'ready')
  await storage.put(storage_key!, bytes, { type: download.mime! })
  equal(sha256(await bytesOf(fetchFile(download))), download.sha256)
})

test('AS-10 an address ends by the clock: an unused one frees the copy, a used one does not', async (t) => {
  const { here, ren, mika, film, no1 } = await downloadFixtures(t, {
    file: await plainPicture(900, 700),
  })
  const [unused, used] = [
    await startDownload(ren, no1),
    await startDownload(mika, film.tokens.get(2)!),
  ]
  await bytesOf(fetchFile(used, { range: 'bytes=0-9' }))
  await travelTo(here, addSeconds(here.clock.now, HOUR_SECONDS + 60))
  equal(await refusalCode(fetchFile(unused)), 'download_over')
  equal(await refusalCode(fetchFile(used, { range: 'bytes=10-' })), 'download_over')
  await here.run('download.look_after')
  equal((await downloadOf(ren, no1, unused.id)).status, 'unused')
  equal((await downloadOf(mika, film.tokens.get(2)!, used.id)).status, 'partial')
  const { history } = await here.call(getSerial, { id: film.kid, number: 1 })
  equal(history[0]!.kind, 'download_unused')
  await listCopies(here, ren, { ...SALE, asset_token_ids: [no1] })
  const second = await startDownload(mika, film.tokens.get(2)!) // the copy stays locked for its owner
  notEqual(second.id, used.id)
  await travelTo(here, addSeconds(here.clock.now, HOUR_SECONDS + 60))
  await here.run('download.look_after')
  equal((await downloadOf(mika, film.tokens.get(2)!, second.id)).status, 'unused')
  const locked = await mika.call(getSerial, { id: film.kid, number: 2 })
  equal(locked.status, 'downloaded') // by the first file, which is out
  await mika.call(releaseDownload, { id: used.id, is_deleted: true })
  equal((await mika.call(getSerial, { id: film.kid, number: 2 })).status, 'not_listed')
  const closed = await ren.call(releaseDownload, { id: unused.id, is_deleted: true })
  equal(closed.error?.code, 'download_closed')
})

test('AS-10 a file that cannot be prepared locks nothing', async (t) => {
  const { here, ren, no1, film } = await downloadFixtures(t)
  const { storage_key } = await here.app.db
    .selectFrom('upload_file')
    .innerJoin('upload', 'upload.id', 'upload_id')
    .select('storage_key')
    .where('kid', '=', film.kid)
    .executeTakeFirstOrThrow()
  await here.integrations.storage.remove(storage_key)
  const { id } = await ren.call(createDownload, { asset_token_id: no1 })
  const failed = await waitUntil(
    () => downloadOf(ren, no1, id),
    ({ status }) => status !== 'preparing',
  )
  equal(failed.status, 'failed')
  equal((await ren.call(getSerial, { id: film.kid, number: 1 })).status, 'not_listed')
})

test('AS-10 an address answers nobody who alters it, nor before its file is prepared', async (t) => {
  const { here, ren, no1 } = await downloadFixtures(t)
  const { url } = await startDownload(ren, no1)
  const altered = url!.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (const wrong of [altered, url!.slice(0, -1), `${here.url}/downloads/none`])
    equal(await refusalCode(fetch(wrong)), 'not_found')
  await here.app.db.updateTable('download').set({ status: 'preparing' }).execute()
  equal(await refusalCode(fetch(url!)), 'download_preparing')
  await here.app.db.updateTable('download').set({ status: 'ready' }).execute()
})

test('AS-10 nobody reads or releases the downloads of another person', async (t) => {
  const { ren, aoi, no1 } = await downloadFixtures(t)
  const { id } = await startDownload(ren, no1)
  equal((await aoi.call(releaseDownload, { id, is_deleted: true })).error?.code, 'not_found')
  equal((await aoi.call(getReceipt, { id })).error?.code, 'not_found')
  equal((await ren.call(getReceipt, { id })).error?.code, 'no_receipt') // the file carries the signature
})

test('AS-11 a copy goes back to its seller although its buyer downloaded it, when the payment is reversed', async (t) => {
  const { here, mika, ren, film, intent } = await disputes.soldByCard(t)
  const token = film.tokens.get(3)!
  const other = await downloadableTitle(here, mika)
  await here.app.db
    .updateTable('asset')
    .set({ download_enabled: true })
    .where('kid', '=', film.kid)
    .execute()
  await here.app.db
    .updateTable('upload')
    .set({ kid: film.kid })
    .where('kid', '=', other.kid)
    .execute()
  const download = await startDownload(ren, token)
  await bytesOf(fetchFile(download))
  const dispute = await disputes.openDispute(here, intent)
  await disputes.closeDispute(here, dispute, 'lose')
  await waitUntil(
    () => disputes.ownerAndState(here, film, 3),
    ([owner]) => owner === 'Mika',
  )
  const { owner_account_id, status } = await mika.call(getSerial, { id: film.kid, number: 3 })
  deepEqual([owner_account_id, status], [mika.account_id, 'not_listed'])
  const { rows } = await sql<{ status: string }>`select status from download`.execute(here.app.db)
  deepEqual(rows, [{ status: 'ended' }])
  equal(
    (await ren.call(releaseDownload, { id: download.id, is_deleted: true })).error?.code,
    'download_closed',
  )
})

test('AS-11 the address of a file ends when its owner says that the file is deleted', async (t) => {
  const { ren, no1 } = await downloadFixtures(t)
  const download = await startDownload(ren, no1)
  await ren.call(releaseDownload, { id: download.id, is_deleted: true })
  equal(await refusalCode(fetchFile(download)), 'download_over')
})
