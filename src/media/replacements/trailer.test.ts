import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { abortUpload, completeUpload, retryUpload } from '#src/media/upload/upload.shared.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { finish } from '#src/media/upload/mint.ts'
import { processTitle } from '#src/media/upload/process.ts'
import { removeUnusedTracks } from '#src/media/upload/trailer.ts'
import { ffmpeg, H264, PICTURE } from '../../../test/ffmpeg.ts'
import type { Person } from '../../../test/people.ts'
import {
  type TestFile,
  md5,
  putFile,
  sendFiles,
  waitForUpload,
  plainPicture,
  smallFiles,
  storedKeys,
} from '../../../test/uploads.ts'
import { countOutcomes, waitUntil, tenTimes, testApp } from '../../../test/test-app.ts'
import {
  beginTrailer,
  deleteTrailer,
  getMedia,
  listReplacements,
  putSubtitles,
  replacePoster,
} from './replacement.shared.ts'

const { folder, film } = await smallFiles()
const picture = await plainPicture(400, 300)
await ffmpeg(folder, `${PICTURE('320x180', 2)} ${H264} short.mp4`)
await ffmpeg(folder, '-f lavfi -i color=red:s=300x300 -frames:v 1 red.png')
const short = {
  name: 'short.mp4',
  type: 'video/mp4',
  bytes: await readFile(join(folder, 'short.mp4')),
}
const broken = { name: 'broken.mp4', type: 'video/mp4', bytes: film.bytes.subarray(0, 2_000) }

/** Publishes a picture with a trailer. */
async function appWithTitle(t: TestContext) {
  const setup = await testApp(t)
  const mika = await setup.person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: picture, trailer: film })
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const shown = async () => (await fetch(`${setup.url}/trailers/${kid}/master.m3u8`)).text()
  const next = async () => (await mika.call(listReplacements, { kid })).next_trailer
  return { ...setup, mika, kid, shown, next }
}

const fileFields = ({ name, type, bytes }: TestFile) => ({
  file_name: name,
  file_size: bytes.length,
  file_type: type,
  md5: md5(bytes),
})

async function sendTrailer(mika: Person, kid: string, file: TestFile) {
  const { uuid, trailer } = await mika.call(beginTrailer, { kid, ...fileFields(file) })
  equal((await putFile(trailer, file.bytes)).status, 200)
  equal((await mika.call(completeUpload, { upload_id: trailer.upload_id })).error, undefined)
  return uuid
}

test('a new trailer replaces the first when it is ready, and the replacement is recorded', async (t) => {
  const { mika, kid, shown, next, app, integrations, clock, person } = await appWithTitle(t)
  const before = await shown()
  const old = await storedKeys(integrations, `media/${kid}/clear/`)
  const { uuid, trailer } = await mika.call(beginTrailer, { kid, ...fileFields(short) })
  equal((await next())?.status, 'uploading')
  equal(await shown(), before, 'people see the old one')

  equal((await putFile(trailer, short.bytes)).status, 200)
  await mika.call(completeUpload, { upload_id: trailer.upload_id })
  await waitUntil(next, (one) => one === null, 60)

  const now = await shown()
  notEqual(now, before)
  equal(now.includes('320x180'), true)
  clock.now = addSeconds(clock.now, 60)
  const red = (await readFile(join(folder, 'red.png'))).toString('base64')
  await mika.call(replacePoster, { kid, image: red })
  const { items } = await mika.call(listReplacements, { kid })
  deepEqual(
    items.map(({ what }) => what),
    ['poster', 'trailer'],
  )
  equal((await mika.call(retryUpload, { uuid })).error?.code, 'upload_closed')
  const sent = () => storedKeys(integrations, `uploads/${uuid}/`)
  deepEqual(await waitUntil(sent, ({ length }) => length === 0), [], 'the sent file is not needed')
  const kept = await storedKeys(integrations, `media/${kid}/clear/`)
  deepEqual(
    old.filter((key) => !kept.includes(key)),
    [],
    'players that hold the old manifest continue',
  )
  const { poster } = await mika.call(getAsset, { id: kid })
  await removeUnusedTracks(app.jobCtx('upload.clear_tracks'), { kid })
  const left = await storedKeys(integrations, `media/${kid}/`)
  deepEqual(
    left.filter((key) => old.includes(key)),
    [],
  )
  equal(left.filter((key) => key.startsWith(`media/${poster!.base}-`)).length > 0, true)
  equal(left.filter((key) => key.endsWith('init.mp4')).length, 1)

  const eve = await person('Eve', { role: 'ORH' })
  equal((await eve.call(listReplacements, { kid })).error?.code, 'forbidden')
  equal((await eve.call(beginTrailer, { kid, ...fileFields(short) })).error?.code, 'forbidden')
})

test('a broken trailer is refused with a reason, changes nothing and can be replaced by another', async (t) => {
  const { mika, kid, shown, next, integrations, clock } = await appWithTitle(t)
  const before = await shown()
  const uuid = await sendTrailer(mika, kid, broken)
  const failed = await waitUntil(next, (one) => one?.status === 'failed', 60)
  const params = { file: 'trailer', name: broken.name }
  deepEqual([failed?.failure, failed?.failure_params], ['media_broken', params])
  equal(failed?.kept_until, addSeconds(clock.now, 7 * 86_400).toISOString())
  equal(await shown(), before)

  const ask = () => mika.call(beginTrailer, { kid, ...fileFields(short) })
  equal((await ask()).error?.code, 'trailer_on_its_way')
  equal((await mika.call(retryUpload, { uuid })).status, 'queued')
  await waitUntil(next, (one) => one?.status === 'failed', 60)
  await mika.call(abortUpload, { uuid })
  deepEqual(countOutcomes(await Promise.all(tenTimes(ask))), { done: 1, trailer_on_its_way: 9 })
  await waitUntil(
    () => storedKeys(integrations, `uploads/${uuid}/`),
    (keys) => keys.length === 0,
  )
  equal(await shown(), before)
  deepEqual((await mika.call(listReplacements, { kid })).items, [])
})

test('a trailer is removed with its subtitles, and its files an hour later', async (t) => {
  const { mika, kid, next, call, app, integrations, clock, url, person } = await appWithTitle(t)
  const b64_data = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n海\n').toString('base64')
  const file = { kid, language: 'ja', b64_data }
  await mika.call(putSubtitles, { ...file, of: 'asset' })
  await mika.call(putSubtitles, { ...file, of: 'trailer' })
  const { uuid } = await mika.call(beginTrailer, { kid, ...fileFields(short) })
  equal((await mika.call(deleteTrailer, { kid })).error?.code, 'trailer_on_its_way')
  await mika.call(abortUpload, { uuid })
  await waitUntil(next, (one) => one === null, 60)
  const eve = await person('Eve', { role: 'ORH' })
  equal((await eve.call(deleteTrailer, { kid })).error?.code, 'forbidden')
  const tracks = () => storedKeys(integrations, `media/${kid}/clear/`)
  const before = await tracks()
  notEqual(before.length, 0)

  clock.now = addSeconds(clock.now, 60)
  const answers = await Promise.all(tenTimes(() => mika.call(deleteTrailer, { kid })))

  deepEqual(countOutcomes(answers), { done: 10 })
  const media = await mika.call(getMedia, { kid })
  deepEqual([media.has_trailer, media.subtitles], [false, [{ of: 'asset', language: 'ja' }]])
  equal((await call(getAsset, { id: kid })).preview_url, 'None')
  equal((await fetch(`${url}/trailers/${kid}/master.m3u8`)).status, 404)
  const removals = (await mika.call(listReplacements, { kid })).items.filter(
    ({ what, is_removal }) => what === 'trailer' && is_removal,
  )
  equal(removals.length, 1, 'a repeated call changes nothing')
  deepEqual(await tracks(), before, 'players that hold the old manifest continue')
  const { rows } = await app.pool.query(
    `select run_at from graphile_worker.jobs where task_identifier = 'upload.clear_tracks'`,
  )
  equal(rows.length, 1, 'the clean-up of the aborted trailer would come too early')
  equal(new Date(rows[0].run_at) >= addSeconds(clock.now, 3_600), true)
  await removeUnusedTracks(app.jobCtx('upload.clear_tracks'), { kid })
  deepEqual(await tracks(), [])

  await sendTrailer(mika, kid, short)
  await waitUntil(next, (one) => one === null, 60)
  equal((await mika.call(getMedia, { kid })).has_trailer, true)
})

test('an upload that is finished again, or late, deletes nothing of a trailer that is being made', async (t) => {
  t.after(() => armFailpoint(undefined, () => {}))
  const { app, person, integrations } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: picture, trailer: short })
  await app.runDueJobs()
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const stored = () => storedKeys(integrations, `media/${kid}/`)
  const before = await stored()
  const next = await sendTrailer(mika, kid, film)
  armFailpoint('rendition.audio', () => {
    throw new Error('killed')
  })
  await processTitle(app.jobCtx('upload.process'), { id: next })
  armFailpoint(undefined, () => {})
  const made = await stored()
  equal(made.length > before.length, true)

  const again = () => finish(app.jobCtx('upload.finish'), { id: uuid })
  await again()
  deepEqual(await stored(), made)
  const uploads = app.db.updateTable('upload').where('id', '=', uuid)
  await uploads.set({ status: 'minted' }).execute()
  await again()
  deepEqual(await stored(), made)
  equal((await waitForUpload(mika, uuid)).status, 'done')

  await processTitle(app.jobCtx('upload.process'), { id: next })
  equal((await mika.call(listReplacements, { kid })).next_trailer, null)
  const whole = await stored()
  equal(whole.filter((key) => key.endsWith('init.mp4')).length > 2, true, 'both trailers')
  await removeUnusedTracks(app.jobCtx('upload.clear_tracks'), { kid })
  const left = await stored()
  deepEqual(
    left.filter((key) => before.includes(key) && key.endsWith('.m4s')),
    [],
  )
  const { items } = await mika.call(listReplacements, { kid })
  deepEqual(
    items.map(({ what }) => what),
    ['trailer'],
  )
})

test('renditions of an aborted trailer are not used for the next', async (t) => {
  const { mika, kid, shown, next, app } = await appWithTitle(t)
  const begun = await mika.call(beginTrailer, { kid, ...fileFields(film) })
  await app.db
    .insertInto('rendition')
    .columns(['kid', 'of', 'name', 'media_index', 'created_at'])
    .expression((row) =>
      row
        .selectFrom('rendition')
        .select(['kid', row.val('next_trailer').as('of'), 'name', 'media_index', 'created_at'])
        .where('kid', '=', kid)
        .where('of', '=', 'trailer'),
    )
    .execute()
  await mika.call(abortUpload, { uuid: begun.uuid })
  const before = await shown()
  await sendTrailer(mika, kid, short)
  await waitUntil(next, (one) => one === null, 60)
  notEqual(await shown(), before)
})

test('a trailer that is cancelled while it is encoded leaves no rendition for the next', async (t) => {
  const { app, person, integrations } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const { kid } = await sendFiles(mika, { asset: picture })
  await app.runDueJobs()
  const first = await sendTrailer(mika, kid, film)
  const { transcoder } = integrations
  let second = ''
  const run: typeof transcoder.run = async (...given) => {
    const made = await transcoder.run(...given)
    await mika.call(abortUpload, { uuid: first })
    second = (await mika.call(beginTrailer, { kid, ...fileFields(short) })).uuid
    return made
  }
  const late = { ...integrations, transcoder: { ...transcoder, run } }
  await processTitle({ ...app.jobCtx('upload.process'), integrations: late }, { id: first })
  notEqual(second, '')
  const left = app.db.selectFrom('rendition').select('name').where('of', '<>', 'asset')
  deepEqual(await left.execute(), [])
})
