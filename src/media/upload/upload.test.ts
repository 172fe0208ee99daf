import { deepEqual, equal } from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getCreatedAsset, listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { uploadForm, md5, putFile, storedKeys, uploadOf } from '../../../test/uploads.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import {
  abortUpload,
  beginUpload,
  completeUpload,
  listUploads,
  retryUpload,
  signChunk,
} from './upload.shared.ts'

const MIB = 1024 ** 2
const TEXT_FILE = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }
const LARGE = { name: 'film.mp4', type: 'video/mp4', bytes: randomBytes(12 * MIB) }
const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nこんにちは\n'
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Starts a test app without a worker, and a creator in it. */
async function startWithCreator(t: TestContext) {
  const setup = await testApp(t, { role: 'web' })
  return { ...setup, mika: await setup.person('Mika', { role: 'ORH' }) }
}

test('UP-11 a minimum price under the platform’s is raised to it, and the reply says so', async (t) => {
  const { mika } = await startWithCreator(t)
  const begin = (min_sellable_price: number) =>
    mika.call(beginUpload, { ...uploadForm(mika, TEXT_FILE), min_sellable_price })
  const low = await begin(5)
  equal(low.raised_to_minimum, true)
  equal((await mika.call(getCreatedAsset, { id: low.kid })).min_sellable_price, 10)
  equal((await begin(10)).raised_to_minimum, false)
})

test('UP-01 a missing or invalid field is refused by name', async (t) => {
  const { mika, person } = await startWithCreator(t)
  const ren = await person('Ren')
  const good = uploadForm(mika, TEXT_FILE)
  const field = async (wrong: object) =>
    (await mika.call(beginUpload, { ...good, ...wrong })).error?.params.field
  equal(await field({ title: ' ' }), 'title')
  equal(await field({ description: '' }), 'description')
  equal(await field({ md5: 'x' }), 'md5')
  equal(await field({ total_copies: 0 }), 'total_copies')
  equal(await field({ start_serial_number: 0 }), 'start_serial_number')
  equal(await field({ poster_file_name: 'poster.png' }), 'poster_md5')
  equal(await field({ file_size: 2 ** 42 }), 'file_size')
  equal(await field({ poster_file_size: 5 * 1_024 * MIB + 1 }), 'poster_file_size')
  const chunk = { upload_id: randomUUID(), chunk_number: 1, chunk_size: 5 * 1_024 * MIB + 1 }
  equal((await mika.call(signChunk, chunk)).error?.params.field, 'chunk_size')
  equal(await field({ trailer_file_name: 'trailer.mp4' }), 'trailer_md5')
  equal(await field({ metadata: { notes: 'x'.repeat(65_536) } }), 'metadata')
  const others = { ...good, orh_account_id: ren.account_id }
  equal((await mika.call(beginUpload, others)).error?.code, 'forbidden')
  equal((await ren.call(beginUpload, uploadForm(ren, TEXT_FILE))).error?.code, 'creators_only')
  equal((await mika.call(listUploads, {})).total, 0)
})

test('UP-02 storage refuses a file with one wrong byte and accepts the right one', async (t) => {
  const { mika, config } = await startWithCreator(t)
  const { uuid, asset } = await mika.call(beginUpload, uploadForm(mika, TEXT_FILE))
  deepEqual(asset.headers, {
    'content-md5': md5(TEXT_FILE.bytes),
    'content-type': 'audio/mpeg',
    'x-amz-meta-uuid': uuid,
    'x-amz-meta-account-id': mika.account_id,
    'x-amz-meta-upload-type': 'asset',
    'x-amz-meta-md5': md5(TEXT_FILE.bytes),
    'x-amz-meta-marketplace-id': new URL(config.publicUrl).host,
  })
  equal((await putFile(asset, Buffer.from('not a sonG'))).status, 400)
  const { upload_id } = asset
  equal((await mika.call(completeUpload, { upload_id })).error?.code, 'upload_incomplete')
  equal((await putFile(asset, TEXT_FILE.bytes)).status, 200)
  deepEqual(await mika.call(completeUpload, { upload_id }), { uuid, status: 'queued' })
})

test('UP-03 UP-04 AP-19 a large file is uploaded in chunks, and resumes after a break', async (t) => {
  const { mika, app } = await startWithCreator(t)
  const body = uploadForm(mika, LARGE, { large_asset_upload: true })
  const { uuid, asset } = await mika.call(beginUpload, body)
  const { upload_id } = asset
  equal(asset.url, null)
  const chunk = async (chunk_number: number, bytes: Buffer) => {
    const given = { upload_id, chunk_number, chunk_size: bytes.length, md5: md5(bytes) }
    return putFile(await mika.call(signChunk, given), bytes)
  }
  for (const chunk_number of [0, -1, 10_001])
    equal((await mika.call(signChunk, { upload_id, chunk_number })).error?.code, 'chunk_invalid')
  equal((await chunk(2, LARGE.bytes.subarray(6 * MIB))).status, 200)
  const early = await mika.call(completeUpload, { upload_id })
  deepEqual(early.error, { code: 'upload_incomplete', params: { chunks: '1' } })
  const [file] = (await uploadOf(mika, uuid)).files
  deepEqual(file!.chunks, [{ number: 2, size: 6 * MIB }])
  equal((await chunk(1, LARGE.bytes.subarray(0, 6 * MIB))).status, 200)

  const answers = await Promise.all(tenTimes(() => mika.call(completeUpload, { upload_id })))

  deepEqual(countOutcomes(answers), { done: 10 })
  equal((await uploadOf(mika, uuid)).status, 'queued')
  const late = await mika.call(signChunk, { upload_id, chunk_number: 3 })
  equal(late.error?.code, 'upload_closed')
  const { rows } = await app.pool.query(
    `select count(*)::int as n from event where to_status = 'queued'`,
  )
  deepEqual(rows, [{ n: 1 }], 'queued once')
})

test('a last chunk that is too short is reported as missing', async (t) => {
  const { mika } = await startWithCreator(t)
  const body = uploadForm(mika, LARGE, { large_asset_upload: true })
  const { upload_id } = (await mika.call(beginUpload, body)).asset
  const nothing = await mika.call(completeUpload, { upload_id })
  deepEqual(nothing.error?.params, { chunks: '1' })
  await putFile(await mika.call(signChunk, { upload_id, chunk_number: 1 }), LARGE.bytes.subarray(1))
  const short = await mika.call(completeUpload, { upload_id })
  deepEqual(short.error?.params, { chunks: '2' })
})

test('intact chunks that do not add up to the announced file are detected', async (t) => {
  const { mika, app } = await startWithCreator(t)
  const body = uploadForm(mika, LARGE, { large_asset_upload: true })
  const { uuid, asset } = await mika.call(beginUpload, body)
  const { upload_id } = asset
  const other = Buffer.from(LARGE.bytes).fill(0, 0, 1)
  await putFile(await mika.call(signChunk, { upload_id, chunk_number: 1 }), other)
  equal((await mika.call(completeUpload, { upload_id })).status, 'queued')
  await app.runDueJobs()
  const { status, failure, failure_params } = await uploadOf(mika, uuid)
  deepEqual(
    [status, failure, failure_params],
    ['failed', 'media_broken', { file: 'asset', name: LARGE.name }],
  )
})

test('other people cannot reach the upload of a creator', async (t) => {
  const { mika, person } = await startWithCreator(t)
  const eve = await person('Eve', { role: 'ORH' })
  const { uuid, asset } = await mika.call(beginUpload, uploadForm(mika, TEXT_FILE))
  const { upload_id } = asset
  await putFile(asset, TEXT_FILE.bytes)
  const tries = await Promise.all([
    eve.call(signChunk, { upload_id, chunk_number: 1 }),
    eve.call(completeUpload, { upload_id }),
    eve.call(abortUpload, { uuid }),
    eve.call(retryUpload, { uuid }),
  ])
  deepEqual(countOutcomes(tries), { not_found: 4 })
  equal((await eve.call(listUploads, { orh_account_id: mika.account_id })).total, 0)
  equal((await uploadOf(mika, uuid)).status, 'uploading')
})

test('UP-07 subtitles that are not WebVTT are refused with the reason', async (t) => {
  const { mika, app } = await startWithCreator(t)
  const subtitled = (text: string, language = 'ja') =>
    mika.call(beginUpload, {
      ...uploadForm(mika, TEXT_FILE),
      asset_subtitles: [{ language, b64_data: base64(text) }],
    })
  const srt = await subtitled('1\n00:00:00,000 --> 00:00:01,000\nHi\n')
  const params = { reason: 'srt', line: 1, field: 'asset_subtitles.0' }
  deepEqual(srt.error, { code: 'subtitle_invalid', params })
  equal((await subtitled('WEBVTT\n\n00:01 --> 00:02\nHi\n')).error?.code, 'subtitle_invalid')
  equal((await subtitled(VTT, 'not a language')).error?.params.reason, 'language')
  const { uuid } = await subtitled(VTT, 'JA')
  const { subtitles } = await app.db
    .selectFrom('upload')
    .select('subtitles')
    .where('id', '=', uuid)
    .executeTakeFirstOrThrow()
  deepEqual(subtitles, [{ of: 'asset', language: 'ja', text: VTT }])
})

test('UP-07 subtitles of eight languages may have the maximum length, and a ninth is too large', async (t) => {
  const { mika, app } = await startWithCreator(t)
  const long = VTT + 'NOTE'.padStart(1024 ** 2 - Buffer.byteLength(VTT), '\n')
  const languages = ['ja', 'en', 'ar', 'ko', 'fr', 'de', 'es', 'it', 'th']
  const all = languages.map((language) => ({ language, b64_data: base64(long) }))
  const asset_subtitles = all.slice(0, 8)
  const { error } = await mika.call(beginUpload, {
    ...uploadForm(mika, TEXT_FILE),
    asset_subtitles: all,
  })
  equal(error?.code, 'too_large')
  const { uuid } = await mika.call(beginUpload, { ...uploadForm(mika, TEXT_FILE), asset_subtitles })
  const { rows } = await app.pool.query(
    `select length(subtitles #>> '{7,text}')::int as chars from upload where id = $1`,
    [uuid],
  )
  deepEqual(rows, [{ chars: long.length }])
})

test('an aborted upload leaves nothing behind', async (t) => {
  const { mika, app, integrations } = await startWithCreator(t)
  const body = uploadForm(mika, LARGE, { large_asset_upload: true })
  const { uuid, asset } = await mika.call(beginUpload, body)
  await putFile(
    await mika.call(signChunk, { upload_id: asset.upload_id, chunk_number: 1 }),
    LARGE.bytes,
  )
  equal((await mika.call(listCreatedAssets, {})).total, 1)
  await mika.call(abortUpload, { uuid })
  await mika.call(abortUpload, { uuid })
  await app.runDueJobs()
  equal((await mika.call(listUploads, {})).total, 0)
  equal((await mika.call(listCreatedAssets, {})).total, 0)
  deepEqual(await Array.fromAsync(integrations.storage.listMultiparts()), [])
  equal((await mika.call(completeUpload, { upload_id: asset.upload_id })).error?.code, 'not_found')
})

test('an upload that nobody continues ends after a day, not before', async (t) => {
  const { mika, app, clock, integrations, run } = await startWithCreator(t)
  const { uuid, asset } = await mika.call(beginUpload, uploadForm(mika, TEXT_FILE))
  await putFile(asset, TEXT_FILE.bytes)
  const { kept_until } = await uploadOf(mika, uuid)
  equal(kept_until, addSeconds(clock.now, 24 * 3_600).toISOString())
  clock.now = addSeconds(clock.now, 24 * 3_600 - 1)
  await run('upload.tend')
  equal((await uploadOf(mika, uuid)).status, 'uploading')
  clock.now = addSeconds(clock.now, 2)
  await run('upload.tend')
  await app.runDueJobs()
  equal((await mika.call(listUploads, {})).total, 0)
  deepEqual(await storedKeys(integrations, 'uploads/'), [])
})

test('an upload that somebody continues does not end, and a failed one is kept for a week', async (t) => {
  const { mika, app, clock, run } = await startWithCreator(t)
  const body = uploadForm(mika, LARGE, { large_asset_upload: true })
  const large = await mika.call(beginUpload, body)
  const { uuid, asset } = await mika.call(beginUpload, uploadForm(mika, TEXT_FILE))
  await putFile(asset, TEXT_FILE.bytes)
  await mika.call(completeUpload, { upload_id: asset.upload_id })
  const statesAfter = async (hours: number) => {
    clock.now = addSeconds(clock.now, hours * 3_600)
    await run('upload.tend')
    const { items } = await mika.call(listUploads, {})
    return new Map(items.map((one) => [one.uuid, one.status]))
  }
  clock.now = addSeconds(clock.now, 23 * 3_600)
  await mika.call(signChunk, { upload_id: large.asset.upload_id, chunk_number: 1 })
  await app.runDueJobs() // tries the other one, and fails
  deepEqual(
    await statesAfter(23),
    new Map([
      [large.uuid, 'uploading'],
      [uuid, 'failed'],
    ]),
  )
  await mika.call(retryUpload, { uuid })
  deepEqual(await statesAfter(2), new Map([[uuid, 'queued']]))
  await app.runDueJobs()
  const { kept_until } = await uploadOf(mika, uuid)
  equal(kept_until, addSeconds(clock.now, 7 * 86_400).toISOString())
  deepEqual(await statesAfter(7 * 24 - 1), new Map([[uuid, 'failed']]))
  deepEqual(await statesAfter(2), new Map())
})

test('a file that is no film is refused with a reason, can be retried and aborted at any time', async (t) => {
  const { mika, app, clock, inbox } = await startWithCreator(t)
  const { uuid, asset } = await mika.call(beginUpload, uploadForm(mika, TEXT_FILE))
  await putFile(asset, TEXT_FILE.bytes)
  await mika.call(completeUpload, { upload_id: asset.upload_id })
  await app.runDueJobs()
  const { status, failure } = await uploadOf(mika, uuid)
  deepEqual([status, failure], ['failed', 'media_unknown'])
  const subjects = async () => (await inbox(mika.email)).map(({ subject }) => subject)
  const told = '“Tide Tables” could not be prepared'
  deepEqual(await subjects(), [told])
  clock.now = addSeconds(clock.now, 60)
  deepEqual(await mika.call(retryUpload, { uuid }), { uuid, status: 'queued' })
  equal((await uploadOf(mika, uuid)).failure, null)
  await app.runDueJobs()
  equal((await uploadOf(mika, uuid)).failure, 'media_unknown')
  deepEqual(await subjects(), [told, told])
  await mika.call(retryUpload, { uuid })
  await mika.call(abortUpload, { uuid })
  await app.runDueJobs()
  equal((await mika.call(listUploads, {})).total, 0)
})

test('an upload that no worker could finish is reported as failed', async (t) => {
  const { mika, app, run } = await startWithCreator(t)
  const { uuid, asset } = await mika.call(beginUpload, uploadForm(mika, TEXT_FILE))
  await putFile(asset, TEXT_FILE.bytes)
  await mika.call(completeUpload, { upload_id: asset.upload_id })
  await app.pool.query(`update graphile_worker._private_jobs set attempts = max_attempts`)
  await run('upload.tend')
  equal((await uploadOf(mika, uuid)).failure, 'processing_failed')
  await mika.call(retryUpload, { uuid })
  await run('upload.tend')
  equal(
    (await uploadOf(mika, uuid)).status,
    'queued',
    'a retry has the full number of attempts again',
  )
})
