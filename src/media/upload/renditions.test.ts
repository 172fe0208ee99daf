import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import { ffmpeg, H264, tempFolder, PICTURE, TONE } from '../../../test/ffmpeg.ts'
import { type TestFile, secondsOf, sendFiles, storedKeys, uploadOf } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import type { TrackIndex } from '#src/media/packaging/package.ts'
import { processTitle } from './process.ts'
import { makeRenditions, renditionsOf } from './renditions.ts'

const SECONDS = 12 // 3 segments
let folder: string
let film: TestFile // source of two renditions
before(async () => {
  folder = await tempFolder()
  const streams = `${PICTURE('854x480', SECONDS)} ${TONE(SECONDS)}`
  await ffmpeg(folder, `${streams} ${H264} -g 30 -c:a aac film.mp4`)
  const bytes = await readFile(join(folder, 'film.mp4'))
  film = { name: 'film.mp4', type: 'video/mp4', bytes }
})

/**
 * Uploads a film, and returns functions that make its renditions as if begun some seconds later.
 */
async function appWithFilm(t: TestContext) {
  t.after(() => armFailpoint(undefined, () => {}))
  const setup = await testApp(t, { role: 'web' })
  const { app, integrations } = setup
  const mika = await setup.person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: film })
  const attemptAt = async (seconds: number) => {
    const own = await tempFolder()
    await ffmpeg(own, `-i ${join(folder, 'film.mp4')} -c copy film.mp4`)
    const source = { folder: own, file: 'film.mp4', demuxer: 'mov' }
    const probe = await integrations.transcoder.probe(source)
    const job = app.jobCtx('upload.process')
    const ctx = { ...job, now: addSeconds(job.now, seconds) }
    return makeRenditions(ctx, { kid, of: 'asset', source, probe, report: async () => {} })
  }
  const crashAt = async (seconds: number) => {
    armFailpoint('rendition.begun', () => {
      throw new Error('killed')
    })
    await rejects(attemptAt(seconds), { message: 'killed' })
    armFailpoint(undefined, () => {})
  }
  const rows = () =>
    app.db.selectFrom('rendition').selectAll().where('kid', '=', kid).orderBy('name').execute()
  return { ...setup, mika, uuid, kid, attemptAt, crashAt, rows }
}

test('UP-06 the creator watches the smallest rendition while the others are made', async (t) => {
  const { app, mika, uuid, kid, url } = await appWithFilm(t)
  const visit = async (path: string) => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${mika.token}` } })
    return { status: answer.status, text: await answer.text() }
  }
  const watch = async () => {
    equal((await uploadOf(mika, uuid)).is_watchable, true)
    const { hls_url } = await mika.call(createDrmToken, { kid })
    const master = (await visit(hls_url!)).text
    const playlists = master.match(/\/playback\/[^"\s]+\.m3u8[^"\s]*/g)!
    ok(playlists.length >= 2, 'a picture and its sound')
    for (const playlist of playlists) {
      const segments = (await visit(playlist)).text.match(/^\/media\/.+\.m4s\?token=.+$/gm)!
      ok(segments.length >= 1)
      for (const segment of segments) equal((await visit(segment)).status, 200)
    }
  }
  let watching: Promise<void> | undefined
  armFailpoint('rendition.begun', () => {
    watching ??= watch()
  })

  await processTitle(app.jobCtx('upload.process'), { id: uuid })

  ok(watching)
  await watching
  deepEqual((await renditionsOf(app, kid, 'asset')).map(({ name }) => name).toSorted(), [
    '360p',
    '720p',
    'audio',
  ])
})

test('of partial renditions the newest is kept, and then the first complete one', async (t) => {
  const { kid, attemptAt, crashAt, rows, integrations } = await appWithFilm(t)
  const seen = async () =>
    (await rows()).map(({ name, is_whole, media_index }) => {
      const { name: folderName } = media_index as TrackIndex
      return { name, is_whole, folderName }
    })
  await crashAt(0)
  const first = await seen()
  deepEqual(
    first.map(({ name, is_whole }) => [name, is_whole]),
    [
      ['360p', false],
      ['audio', false],
    ],
  )
  await crashAt(-60)
  deepEqual(await seen(), first, 'an attempt that began earlier changes nothing')
  await crashAt(60)
  const second = await seen()
  notEqual(second[0]!.folderName, first[0]!.folderName)

  const [one, two] = await Promise.all([attemptAt(-60), attemptAt(120)])

  deepEqual(one, two)
  const whole = await rows()
  ok(whole.every(({ is_whole }) => is_whole))
  deepEqual(
    whole.map(({ name }) => name),
    ['360p', '720p', 'audio'],
  )
  const stored = await storedKeys(integrations, `media/${kid}/`)
  for (const track of one.tracks) {
    equal(Math.round(secondsOf(track)), SECONDS)
    for (let i = 1; i <= track.segments.length; i++)
      ok(stored.includes(`media/${kid}/cbcs/${track.name}/${i}.m4s`))
  }
})
