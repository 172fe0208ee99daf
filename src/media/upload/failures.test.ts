import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test, type TestContext } from 'node:test'
import { armFailpoint } from '#core/failpoint.ts'
import type { Integrations } from '#src/integrations/integrations.ts'
import { openStorage } from '#src/integrations/storage.ts'
import { openTranscoder } from '#src/integrations/transcoder.ts'
import { createDrmToken, getChapters } from '#src/media/playback/playback.shared.ts'
import { knownAddresses } from '#src/emulators.ts'
import { chaptersFile, ffmpeg, H264, tempFolder, PICTURE, TONE } from '../../../test/ffmpeg.ts'
import { type TestFile, secondsOf, sendFiles, storedKeys, uploadOf } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { mint } from './mint.ts'
import { processTitle } from './process.ts'
import { renditionsOf } from './renditions.ts'
import { retryUpload } from './upload.shared.ts'

const CHAPTERS = [
  { at_seconds: 0, name: '港' },
  { at_seconds: 0.8, name: 'The bridge' },
]
const SECONDS = 12 // 3 segments
let film: TestFile // source of two renditions
before(async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, 'named.txt'), chaptersFile(CHAPTERS))
  const streams = `${PICTURE('854x480', SECONDS)} ${TONE(SECONDS)} -i named.txt -map_chapters 2`
  await ffmpeg(folder, `${streams} ${H264} -g 30 -c:a aac film.mp4`)
  const bytes = await readFile(join(folder, 'film.mp4'))
  film = { name: 'film.mp4', type: 'video/mp4', bytes }
})

/** Uploads a film, and returns functions that process it with integrations that fail on the way. */
async function appWithFilm(t: TestContext) {
  t.after(() => armFailpoint(undefined, () => {}))
  const setup = await testApp(t, { role: 'web' })
  const mika = await setup.person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: film })
  const clients = () => {
    const { storage, transcoder, ...rest } = setup.integrations
    return { ...rest, storage: { ...storage }, transcoder: { ...transcoder } }
  }
  const processBy = (integrations: Integrations) =>
    processTitle({ ...setup.app.jobCtx('upload.process'), integrations }, { id: uuid })
  return { ...setup, mika, uuid, kid, clients, processBy }
}

test('a storage failure is retried, and the unfinished 360p rendition plays meanwhile', async (t) => {
  const { app, config, integrations, mika, uuid, kid, clients, processBy, person, url } =
    await appWithFilm(t)
  const refusing = openStorage({
    ...knownAddresses(config.dataDir)!.storage,
    secretAccessKey: 'no',
  })
  t.after(() => refusing.close())
  const failing = clients()
  armFailpoint('rendition.begun', () => Object.assign(failing.storage, refusing))

  await processBy(failing)

  const { status, step, tries, is_watchable } = await uploadOf(mika, uuid)
  deepEqual([status, step, tries, is_watchable], ['processing', '360p-720p', 1, true])
  deepEqual(await renditionsOf(app, kid, 'asset'), [], 'no rendition is complete')
  const visit = (path: string) =>
    fetch(url + path, { headers: { authorization: `Bearer ${mika.token}` } })
  const granted = await mika.call(createDrmToken, { kid })
  const mpd = await (await visit(granted.dash_url!)).text()
  deepEqual(
    [...mpd.matchAll(/ height="(\d+)"/g)].map(([, height]) => height),
    ['358'],
  )
  match(mpd, /audioSamplingRate/)
  equal((await visit(/initialization="([^"]+)"/.exec(mpd)![1]!)).status, 200)
  const ren = await person('Ren')
  equal((await ren.call(createDrmToken, { kid })).error?.code, 'not_found')
  await rejects(mint(app.jobCtx('upload.mint'), { id: uuid }), /is incomplete/)
  equal((await uploadOf(mika, uuid)).status, 'processing', 'a partial film is not sold')

  armFailpoint(undefined, () => {})
  await processTitle(app.jobCtx('upload.process'), { id: uuid })
  equal((await uploadOf(mika, uuid)).tries, 2)
  await app.runDueJobs()
  equal((await uploadOf(mika, uuid)).status, 'done')
  deepEqual(await ren.call(getChapters, { id: kid }), { chapters: CHAPTERS })
  const made = await renditionsOf(app, kid, 'asset')
  deepEqual(made.map(({ name }) => name).toSorted(), ['360p', '720p', 'audio'])
  for (const { track } of made) equal(Math.round(secondsOf(track)), SECONDS)
  const folders = (await storedKeys(integrations, `media/${kid}/cbcs/`)).map(
    (key) => key.split('/')[3],
  )
  deepEqual(new Set(folders), new Set(made.map(({ track }) => track.name)))
})

test('a failed upload says at which step and why, and a retry starts it again', async (t) => {
  const { app, integrations, mika, uuid, clients, processBy } = await appWithFilm(t)
  const hasty = await openTranscoder({ timeoutSeconds: 0.01 })
  const failing = clients()
  failing.transcoder.run = (source, args, work) =>
    (args.includes('720p.mp4') ? hasty : integrations.transcoder).run(source, args, work)

  await processBy(failing)

  const failed = await uploadOf(mika, uuid)
  const { status, step, failure, tries } = failed
  deepEqual([status, step, failure, tries], ['failed', '360p-720p', 'media_too_long', 1])
  await Promise.all([mika.call(retryUpload, { uuid }), mika.call(retryUpload, { uuid })])
  equal((await uploadOf(mika, uuid)).tries, 0)
  await app.runDueJobs()
  const done = await uploadOf(mika, uuid)
  deepEqual([done.status, done.failure, done.tries], ['done', null, 1])
})
