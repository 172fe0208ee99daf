import { deepEqual, equal } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { uploadForm, md5, putFile, storedKeys } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { abortUpload, beginUpload, listUploads, signChunk } from './upload.shared.ts'

const SONG = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }
const FILM = { name: 'film.mp4', type: 'video/mp4', bytes: randomBytes(5 * 1024 ** 2) }
const LARGE = { large_asset_upload: true }

test('the sweep deletes what a crash, a late file or a storage failure left, and nothing else', async (t) => {
  t.after(() => armFailpoint(undefined, () => {}))
  const setup = await testApp(t, { role: 'web', now: new Date() })
  const { app, integrations, clock, run } = setup
  const mika = await setup.person('Mika', { role: 'ORH' })
  const parts = async () =>
    (await Array.fromAsync(integrations.storage.listMultiparts())).map(({ key }) => key)

  armFailpoint('upload.announced', () => {
    throw new Error('killed')
  })
  equal((await mika.call(beginUpload, uploadForm(mika, FILM, LARGE))).error?.code, 'bug')
  equal((await parts()).length, 1, 'storage holds an upload without a row')
  armFailpoint(undefined, () => {})
  await integrations.storage.startMultipart('downloads/killed', FILM.type)

  const late = await mika.call(beginUpload, uploadForm(mika, SONG))
  await mika.call(abortUpload, { uuid: late.uuid })
  await app.runDueJobs()
  equal((await putFile(late.asset, SONG.bytes)).status, 200, 'its signed URL is still valid')

  const given = await mika.call(beginUpload, uploadForm(mika, SONG))
  await putFile(given.asset, SONG.bytes)
  await mika.call(abortUpload, { uuid: given.uuid })
  await app.pool.query(`update graphile_worker._private_jobs set attempts = max_attempts`)

  const film = await mika.call(beginUpload, uploadForm(mika, FILM, LARGE))
  const { upload_id } = film.asset
  await putFile(await mika.call(signChunk, { upload_id, chunk_number: 1 }), FILM.bytes)
  const song = await mika.call(beginUpload, uploadForm(mika, SONG, { title: 'Low Tide' }))
  await putFile(song.asset, SONG.bytes)
  await run('upload.sweep')
  equal((await parts()).length, 3, 'a recent upload may still get its row')

  clock.now = addSeconds(clock.now, 25 * 3_600)
  for (let i = 0; i < 5; i++) {
    await run('upload.sweep')
    await app.runDueJobs()
    deepEqual(await storedKeys(integrations, 'uploads/'), [`uploads/${song.uuid}/asset`])
    deepEqual(await parts(), [`uploads/${film.uuid}/asset`])
    equal((await mika.call(listUploads, {})).total, 2)
  }
  const [row] = (await mika.call(listUploads, {})).items.filter(({ uuid }) => uuid === film.uuid)
  deepEqual(row!.files[0]!.chunks, [{ number: 1, size: FILM.bytes.length }])
})

test('ended uploads leave nothing in storage, and their cleanup may run again', async (t) => {
  const setup = await testApp(t, { role: 'web', now: new Date() })
  const { app, integrations, clock, run } = setup
  const mika = await setup.person('Mika', { role: 'ORH' })
  const sent = async (title: string) => {
    const begun = await mika.call(beginUpload, uploadForm(mika, FILM, { ...LARGE, title }))
    const { upload_id } = begun.asset
    const part = { upload_id, chunk_number: 1, md5: md5(FILM.bytes) }
    equal((await putFile(await mika.call(signChunk, part), FILM.bytes)).status, 200)
    return begun
  }
  const cancelled = await sent('Cancelled')
  await sent('Forgotten')
  await mika.call(abortUpload, { uuid: cancelled.uuid })
  clock.now = addSeconds(clock.now, 25 * 3_600)
  for (let i = 0; i < 5; i++) {
    await run('upload.tend')
    await run('upload.sweep')
    await app.runDueJobs()
    deepEqual(await Array.fromAsync(integrations.storage.listMultiparts()), [])
    deepEqual(await storedKeys(integrations, ''), [])
    equal((await mika.call(listUploads, {})).total, 0)
  }
})
