import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test, type TestContext } from 'node:test'
import { armFailpoint } from '#core/failpoint.ts'
import { openStorage, type Storage } from '#src/outside/storage.ts'
import { openTranscoder, type Transcoder } from '#src/outside/transcoder.ts'
import { createDrmToken, getChapters } from '#src/playback/playback.shape.ts'
import { knownAddresses } from '#src/standins.ts'
import { chaptersFile, ffmpeg, H264, jobFolder, PICTURE, TONE } from '../../test/films.ts'
import { type GivenFile, send, uploadOf } from '../../test/uploads.ts'
import { world } from '../../test/world.ts'
import { processTitle } from './process.ts'
import { renditionsOf } from './renditions.ts'
import { retryUpload } from './upload.shape.ts'

const CHAPTERS = [
  { at_seconds: 0, name: '港' },
  { at_seconds: 0.8, name: 'The bridge' },
]
let film: GivenFile // of two rungs
before(async () => {
  const folder = await jobFolder()
  await writeFile(join(folder, 'named.txt'), chaptersFile(CHAPTERS))
  const streams = `${PICTURE('854x480', 2)} ${TONE(2)} -i named.txt -map_chapters 2`
  await ffmpeg(folder, `${streams} ${H264} -g 30 -c:a aac film.mp4`)
  const bytes = await readFile(join(folder, 'film.mp4'))
  film = { name: 'film.mp4', type: 'video/mp4', bytes }
})

/** A film of Mika's that is all there, and a way to process it in a house that changes on the way. */
async function studio(t: TestContext) {
  t.after(() => armFailpoint(undefined, () => {}))
  const place = await world(t, { role: 'web' })
  const mika = await place.person('Mika', { role: 'ORH' })
  const { uuid, kid } = await send(mika, { asset: film })
  /** Once 360p is made, `other` takes the place of a client that the house had. */
  const processUntil = (other: { storage: Storage } | { transcoder: Transcoder }) => {
    const { storage, transcoder, ...rest } = place.outside
    const outside = { ...rest, storage: { ...storage }, transcoder: { ...transcoder } }
    armFailpoint('rendition.360p', () => {
      if ('storage' in other) Object.assign(outside.storage, other.storage)
      else Object.assign(outside.transcoder, other.transcoder)
    })
    return processTitle({ ...place.house.jobCtx('upload.process'), outside }, { id: uuid })
  }
  const made = async () => {
    const rows = await renditionsOf(place.house, kid, 'asset')
    return rows.map(({ name, track }) => `${name} ${track.name}`).toSorted()
  }
  const madeBefore = async () => (await made()).filter((one) => !one.startsWith('720p'))
  return { ...place, mika, uuid, kid, processUntil, made, madeBefore }
}

test('storage that refuses is tried again from the step that it broke, and meanwhile 360p plays', async (t) => {
  const { house, config, mika, uuid, kid, processUntil, made, madeBefore, person, url } =
    await studio(t)
  const storage = openStorage({ ...knownAddresses(config.dataDir)!.storage, secretAccessKey: 'no' })
  t.after(() => storage.close())

  await rejects(processUntil({ storage }), { name: 'SignatureDoesNotMatch' })

  const { status, step, tries, is_watchable } = await uploadOf(mika, uuid)
  deepEqual([status, step, tries, is_watchable], ['processing', '720p', 1, true])
  const first = await made()
  deepEqual(
    first.map((one) => one.split(' ')[0]),
    ['360p', 'audio'],
  )
  const visit = (path: string) =>
    fetch(url + path, { headers: { authorization: `Bearer ${mika.token}` } })
  const leave = await mika.call(createDrmToken, { kid })
  const mpd = await (await visit(leave.dash_url!)).text()
  deepEqual(
    [...mpd.matchAll(/ height="(\d+)"/g)].map(([, height]) => height),
    ['358'],
  )
  match(mpd, /audioSamplingRate/)
  equal((await visit(/initialization="([^"]+)"/.exec(mpd)![1]!)).status, 200)
  const ren = await person('Ren')
  equal((await ren.call(createDrmToken, { kid })).error?.code, 'not_found')

  armFailpoint(undefined, () => {})
  await processTitle(house.jobCtx('upload.process'), { id: uuid })
  equal((await uploadOf(mika, uuid)).tries, 2)
  await house.workOff()
  equal((await uploadOf(mika, uuid)).status, 'done')
  deepEqual(await ren.call(getChapters, { id: kid }), { chapters: CHAPTERS })
  deepEqual(await madeBefore(), first, 'what was made is not made again')
})

test('a step that fails says which and why, and one press goes on from there', async (t) => {
  const { house, mika, uuid, processUntil, made, madeBefore } = await studio(t)
  const transcoder = await openTranscoder({ timeoutSeconds: 0.01 })

  await processUntil({ transcoder })

  const failed = await uploadOf(mika, uuid)
  const { status, step, failure, tries } = failed
  deepEqual([status, step, failure, tries], ['failed', '720p', 'media_too_long', 1])
  const first = await made()
  equal(first.length, 2)
  armFailpoint(undefined, () => {})
  await Promise.all([mika.call(retryUpload, { uuid }), mika.call(retryUpload, { uuid })])
  equal((await uploadOf(mika, uuid)).tries, 0)
  await house.workOff()
  const done = await uploadOf(mika, uuid)
  deepEqual([done.status, done.failure, done.tries], ['done', null, 1])
  deepEqual(await madeBefore(), first)
})
