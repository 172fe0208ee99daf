import { deepEqual, equal, notDeepEqual, ok, rejects } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { armFailpoint } from '#core/failpoint.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { listCreatedSerials } from '#src/catalog/serial/serial.shared.ts'
import { ffmpeg } from '../../../test/ffmpeg.ts'
import {
  sendFiles,
  waitForUpload,
  smallFiles,
  storedKeys,
  uploadOf,
} from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { mint } from './mint.ts'
import { processTitle } from './process.ts'
import { renditionsOf } from './renditions.ts'

let files: Awaited<ReturnType<typeof smallFiles>>
before(async () => {
  files = await smallFiles()
})

test('UP-06 UP-09 a film becomes a title with its numbers, encrypted, and its trailer is public', async (t) => {
  const { person, call, integrations } = await testApp(t)
  const mika = await person('Mika', { role: 'ORH' })
  const more = { total_copies: 10, start_serial_number: 101 }
  const sent = { asset: files.film, trailer: files.film }
  const { uuid, kid } = await sendFiles(mika, sent, more)
  equal((await call(getAsset, { id: kid })).error?.code, 'not_found', 'nothing is public before')

  const upload = await waitForUpload(mika, uuid)

  equal(upload.status, 'done')
  deepEqual(upload.minted, { copies_count: 10, first_number: 101 })
  const asset = await call(getAsset, { id: kid })
  equal(asset.media_type, 'video')
  equal(asset.duration_seconds, 3)
  deepEqual(asset.poster?.widths, [320, 640])
  ok(asset.preview_url.includes(kid))
  const { items } = await mika.call(listCreatedSerials, { id: kid })
  deepEqual(
    items.map(({ number }) => number).toSorted((a, b) => a - b),
    Array.from({ length: 10 }, (_, i) => 101 + i),
  )
  const segment = async (set: string) => {
    const keys = await storedKeys(integrations, `media/${kid}/${set}/360p`)
    return integrations.storage.getBytes(keys.find((key) => key.endsWith('/1.m4s'))!)
  }
  notDeepEqual(await segment('cbcs'), await segment('clear'))
})

test('a song is processed like a film and recognised by its missing picture', async (t) => {
  const { person, app } = await testApp(t)
  const mika = await person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: files.song, poster: files.picture })
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const asset = await mika.call(getAsset, { id: kid })
  deepEqual([asset.asset_type, asset.media_type], ['video', 'audio'])
  equal(asset.poster?.width, 1600)
  const { metadata } = await app.db
    .selectFrom('asset')
    .select('metadata')
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow()
  const { sound } = metadata as { sound: { waveform: number[]; loudness_lufs: number } }
  equal(sound.waveform.length, 1_800)
  ok(sound.loudness_lufs < 0)
})

test('a song shows the cover inside its file, and a broken cover does no harm', async (t) => {
  const { person } = await testApp(t)
  const mika = await person('Mika', { role: 'ORH' })
  const { folder } = files
  const covered = '-i song.mp3 -i picture.png -map 0 -map 1 -c copy -disposition:v attached_pic'
  await ffmpeg(folder, `${covered} -id3v2_version 3 covered.mp3`)
  const bytes = await readFile(join(folder, 'covered.mp3'))
  const torn = Buffer.from(bytes)
  torn.fill(0, torn.indexOf('IDAT') + 8, torn.indexOf('IDAT') + 9_000)
  const posterOf = async (content: Buffer) => {
    const { uuid, kid } = await sendFiles(mika, { asset: { ...files.song, bytes: content } })
    equal((await waitForUpload(mika, uuid)).status, 'done')
    return (await mika.call(getAsset, { id: kid })).poster
  }
  const { width, height } = (await posterOf(bytes))!
  deepEqual([width, height], [1600, 1200])
  equal(await posterOf(torn), null)
})

test('the public version of a picture is smaller than the one its holders see', async (t) => {
  const { person, integrations } = await testApp(t)
  const mika = await person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: files.picture })
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const asset = await mika.call(getAsset, { id: kid })
  equal(asset.media_type, 'image')
  deepEqual(asset.poster?.widths, [320, 640, 960])
  deepEqual(await storedKeys(integrations, `display/${kid}/`), [`display/${kid}/1920.webp`])
})

test('after a crash at any point, processing resumes and repeats nothing', async (t) => {
  t.after(() => armFailpoint(undefined, () => {}))
  const setup = await testApp(t, { role: 'web' })
  const { app, integrations } = setup
  const mika = await setup.person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: files.film })
  const job = { id: uuid }
  const die = () => {
    throw new Error('killed')
  }
  for (const point of ['upload.sniffed', 'rendition.audio']) {
    armFailpoint(point, die)
    await processTitle(app.jobCtx('upload.process'), job)
    equal((await uploadOf(mika, uuid)).status, 'processing')
  }
  const made = await renditionsOf(app, kid, 'asset')
  ok(made.some(({ name }) => name === 'audio'))
  await integrations.storage.put(`media/${kid}/cbcs/360p-dead/1.m4s`, Buffer.from('x'), {
    type: 'a/b',
  })
  await processTitle(app.jobCtx('upload.process'), job)
  armFailpoint('upload.minted', die)
  await rejects(mint(app.jobCtx('upload.mint'), job), { message: 'killed' })
  armFailpoint(undefined, () => {})

  await mint(app.jobCtx('upload.mint'), job)
  await processTitle(app.jobCtx('upload.process'), job)
  await app.runDueJobs()

  equal((await uploadOf(mika, uuid)).status, 'done')
  const all = await renditionsOf(app, kid, 'asset')
  deepEqual(all.map(({ name }) => name).toSorted(), ['360p', 'audio'])
  for (const each of made)
    deepEqual(
      all.find(({ name }) => name === each.name),
      each,
      'what was made is not made again',
    )
  const { total } = await mika.call(listCreatedSerials, { id: kid })
  equal(total, 3)
  const folders = (await storedKeys(integrations, `media/${kid}/cbcs/`)).map(
    (key) => key.split('/')[3],
  )
  deepEqual(new Set(folders), new Set(all.map(({ track }) => track.name)))
})
