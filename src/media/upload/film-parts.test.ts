import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { armFailpoint } from '#core/failpoint.ts'
import { inTx } from '#core/database/db.ts'
import { Refusal } from '#core/errors.ts'
import { jobsOf } from '#core/job-queue.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { secondsAllowed } from '#src/media/packaging/parts.ts'
import type { TrackIndex } from '#src/media/packaging/package.ts'
import { contentKeys } from '#src/media/playback/content-keys.ts'
import { ffmpeg, tempFolder } from '../../../test/ffmpeg.ts'
import { LONG_RATE, LONG_SECONDS, longFilm, playableFile } from '../../../test/long-films.ts'
import {
  secondsOf,
  sendFiles,
  smallFiles,
  storedKeys,
  type TestFile,
  uploadOf,
} from '../../../test/uploads.ts'
import { testApp, waitUntil } from '../../../test/test-app.ts'
import { expire } from './cleanup.ts'
import { beginParts, encodeFilmPart, type FilmInParts, makePart, storePart } from './film-parts.ts'
import { processTitle } from './process.ts'
import { makeRenditions, renditionsOf } from './renditions.ts'
import { abortUpload, retryUpload } from './upload.shared.ts'
import { partJob, processUpload } from './upload.ts'

const byNumber = (a: number, b: number) => a - b

let film: TestFile // with sound, which makes its file large
let silent: TestFile
before(async () => {
  film = await longFilm({ sound: true })
  silent = await longFilm({ sound: false })
})

/** Uploads a long film to an app without a worker, and begins its parts. Records which are encoded. */
async function appWithParts(t: TestContext, asset: TestFile) {
  t.after(() => armFailpoint(undefined, () => {}))
  const here = await testApp(t, { role: 'web' })
  const { app } = here
  const mika = await here.person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset })
  const encoded: number[] = []
  const { transcoder } = here.integrations
  const run: typeof transcoder.run = (source, args, work) => {
    if (args.includes('360p.mp4')) encoded.push(Math.round((work?.seekSeconds ?? 0) / 120) + 1)
    return transcoder.run(source, args, work)
  }
  const integrations = { ...here.integrations, transcoder: { ...transcoder, run } }
  const ctx = () => ({ ...app.jobCtx('upload.encode_part'), integrations })
  const process = () => processTitle(ctx(), { id: uuid })
  const part = (number: number) => makePart(ctx(), { id: uuid, number })
  const queued = async () => ({
    parts: (await jobsOf(app.db, partJob, { id: uuid }))
      .map(({ number }) => number)
      .toSorted(byNumber),
    process: (await jobsOf(app.db, processUpload, { id: uuid })).length,
  })
  await app.pool.query('delete from graphile_worker._private_jobs') // run by hand below
  await process()
  return { ...here, mika, uuid, kid, encoded, ctx, process, part, queued }
}

/** Returns the times of a file's packets in seconds, as a player meets them. */
async function packetsOf({ folder, file }: { folder: string; file: string }) {
  const entries = ['-show_entries', 'packet=pts_time,dts_time,duration_time', '-of', 'csv=p=0']
  const options = { cwd: folder, maxBuffer: 64 * 1024 ** 2 }
  const { stdout } = await promisify(execFile)(
    'ffprobe',
    ['-v', 'error', ...entries, file],
    options,
  )
  const rows = stdout.trim().split('\n')
  return rows.map((row) => row.split(',').map(Number) as [pts: number, dts: number, long: number])
}

test('UP-06 a long film is encoded in parts, and plays as if it were encoded at once', async (t) => {
  const { app, config, integrations, call, mika, uuid, kid, encoded, part, process } =
    await appWithParts(t, film)
  for (const number of [2, 1, 3]) await part(number)
  await process()
  await app.runDueJobs()

  equal((await uploadOf(mika, uuid)).status, 'done')
  equal((await call(getAsset, { id: kid })).duration_seconds, LONG_SECONDS)
  deepEqual(encoded, [2, 1, 3])
  const tracks = await renditionsOf(app, kid, 'asset')
  deepEqual(tracks.map(({ name }) => name).toSorted(), ['360p', '720p', 'audio'])
  const keys = (await contentKeys({ db: app.db, config }, kid))!
  for (const { track } of tracks) {
    ok(Math.abs(secondsOf(track) - LONG_SECONDS) < 0.1)
    const file = await playableFile(integrations, { kid, track, keys })
    const packets = await packetsOf(file)
    const frame = track.kind === 'video' ? 1 / LONG_RATE : 1024 / 48_000
    for (const [i, [, dts]] of packets.entries())
      if (i > 0) ok(Math.abs(dts - packets[i - 1]![1] - frame) < 0.002, `${track.name} at ${dts}`)
    const shown = packets.map(([pts]) => pts).toSorted((a, b) => a - b)
    for (const [i, pts] of shown.entries())
      if (i > 0) ok(Math.abs(pts - shown[i - 1]! - frame) < 0.002, `${track.name} shows ${pts}`)
    if (track.kind === 'video') equal(packets.length, LONG_SECONDS * LONG_RATE)
    equal(await ffmpeg(file.folder, `-xerror -i ${file.file} -f null -`), '')
  }
  const { rows } = await app.pool.query('select from film_part')
  equal(rows.length, 0)
})

test('the parts of a film have the segments and the frames that the whole film would have', async (t) => {
  const { app, config, integrations, kid, part, process, ctx } = await appWithParts(t, film)
  for (const number of [1, 2, 3]) await part(number)
  await process()
  const inParts = await renditionsOf(app, kid, 'asset')
  const keys = (await contentKeys({ db: app.db, config }, kid))!
  const framesOf = async (track: TrackIndex) => {
    const { folder, file } = await playableFile(integrations, { kid, track, keys })
    return (await ffmpeg(folder, `-i ${file} -vf scale=8:2 -f framehash -`))
      .split('\n')
      .filter((line) => !line.startsWith('#')).length
  }
  await app.db.deleteFrom('rendition').where('kid', '=', kid).execute()
  const folder = await tempFolder()
  await writeFile(join(folder, 'film.mp4'), film.bytes)
  const source = { folder, file: 'film.mp4', demuxer: 'mov' }
  const probe = await integrations.transcoder.probe(source)
  const { tracks } = await makeRenditions(ctx(), {
    kid,
    of: 'asset',
    source,
    probe,
    report: async () => {},
  })
  for (const { track } of inParts) {
    const whole = tracks.find((one) => one.kind === track.kind && one.width === track.width)!
    deepEqual([track.start, track.timescale], [whole.start, whole.timescale])
    deepEqual(
      track.segments.map(({ duration }) => duration),
      whole.segments.map(({ duration }) => duration),
    )
    if (track.kind === 'video') equal(await framesOf(track), await framesOf(whole))
  }
})

test('a film whose second part is killed goes on with the second part', async (t) => {
  const { app, config, mika, uuid, encoded, part, process, queued } = await appWithParts(t, silent)
  deepEqual(await queued(), { parts: [1, 2, 3], process: 0 })
  await part(1)
  armFailpoint('film_part.encoded', () => {
    throw new Error('killed')
  })
  await rejects(part(2), { message: 'killed' })
  armFailpoint(undefined, () => {})
  const { status, progress, is_watchable } = await uploadOf(mika, uuid)
  deepEqual([status, is_watchable], ['processing', true])
  ok(progress >= 45 && progress < 95, `${progress}`)
  await process()
  deepEqual(encoded, [1, 2], 'a restarted job encodes nothing again')
  deepEqual(await queued(), { parts: [1, 2, 3], process: 0 }, 'nothing is joined yet')

  for (const number of [1, 2, 3]) await part(number)
  await process()
  await app.runDueJobs()

  deepEqual(encoded, [1, 2, 2, 3])
  equal((await uploadOf(mika, uuid)).status, 'done')
  deepEqual(await readdir(join(config.dataDir, 'processing')), [])
})

test('workers share a long film, and each takes one part at a time', async (t) => {
  const { app, mika, uuid, ctx, encoded, queued } = await appWithParts(t, silent)
  const work = (number: number) => encodeFilmPart(ctx(), { id: uuid, number })
  await Promise.all([work(1), work(2), work(3)])
  deepEqual(encoded, [1], 'the others wait, or go to another worker')
  const { parts } = await queued()
  ok(parts.includes(2) && parts.includes(3))
  // Two workers: the second is another process, whose turns this one does not know.
  await Promise.all([work(2), makePart(ctx(), { id: uuid, number: 3 })])
  deepEqual(encoded.toSorted(byNumber), [1, 2, 3])
  await app.runDueJobs()
  equal((await uploadOf(mika, uuid)).status, 'done')
})

test('a part that has no space on the disk waits, and is encoded once there is', async (t) => {
  const { app, config, mika, uuid, ctx, encoded, queued } = await appWithParts(t, silent)
  await app.pool.query('delete from graphile_worker._private_jobs')
  config.workerDiskBytes = 1_000_000
  await encodeFilmPart(ctx(), { id: uuid, number: 1 })
  deepEqual(encoded, [])
  equal((await uploadOf(mika, uuid)).step, 'too_large')
  deepEqual((await queued()).parts, [1])
  config.workerDiskBytes = 200_000_000
  await encodeFilmPart(ctx(), { id: uuid, number: 1 })
  deepEqual(encoded, [1])
  equal((await uploadOf(mika, uuid)).step, '360p-720p')
})

test('of ten workers that end the last parts of a film at once, one joins it', async (t) => {
  const { app, uuid, kid, ctx, queued } = await appWithParts(t, film)
  const { film: stored } = await app.db
    .selectFrom('upload')
    .select('film')
    .where('id', '=', uuid)
    .executeTakeFirstOrThrow()
  const known = stored as FilmInParts
  await beginParts(ctx(), uuid, { ...known, parts: Array(10).fill(known.parts[0]) })
  const track = (await renditionsOf(app, kid, 'asset'))[0]!.track
  const store = (number: number) =>
    inTx(ctx(), (tx) => storePart(tx, ctx(), { id: uuid, number }, [track, track]))
  for (let round = 1; round <= 5; round++) {
    await app.pool.query('delete from graphile_worker._private_jobs')
    await app.pool.query('update film_part set tracks = null')
    await Promise.all(Array.from({ length: 10 }, (_, i) => store(i + 1)))
    equal((await queued()).process, 1)
  }
})

test('a film that is cancelled between its parts leaves nothing behind', async (t) => {
  const { app, integrations, mika, uuid, part, encoded } = await appWithParts(t, silent)
  await part(1)
  await mika.call(abortUpload, { uuid })
  await part(2)
  deepEqual(encoded, [1], 'no more parts are encoded')
  const left = async () => {
    await app.runDueJobs() // the files are deleted once no job of a part runs
    return storedKeys(integrations, '')
  }
  deepEqual(await waitUntil(left, ({ length }) => length === 0), [])
  const { rows } = await app.pool.query('select from film_part')
  equal(rows.length, 0)
})

test('a film that is cancelled while a part is encoded is deleted after that', async (t) => {
  const { app, integrations, mika, uuid } = await appWithParts(t, silent)
  const lock = (by: string | null) =>
    app.pool.query(
      `update graphile_worker._private_jobs set run_at = now(), locked_by = $1, locked_at = $2
        where payload->>'number' = '2'`,
      [by, by && new Date().toISOString()],
    )
  await lock('a worker')
  await mika.call(abortUpload, { uuid })
  await app.runDueJobs()
  ok((await storedKeys(integrations, 'uploads/')).length > 0)
  await lock(null)
  await app.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await app.runDueJobs()
  deepEqual(await storedKeys(integrations, ''), [])
})

test('a part that its file makes fail ends the upload, which resumes without the parts it has', async (t) => {
  const { app, mika, uuid, ctx, part, encoded, process } = await appWithParts(t, silent)
  await part(1)
  const healthy = ctx().integrations
  const run = () => Promise.reject(new Refusal('media_broken'))
  const broken = { ...healthy, transcoder: { ...healthy.transcoder, run } }
  const fails = (number: number) =>
    encodeFilmPart({ ...ctx(), integrations: broken }, { id: uuid, number })
  await fails(2)
  await fails(3)
  const { status, failure, failure_params } = await uploadOf(mika, uuid)
  deepEqual([status, failure], ['failed', 'media_broken'])
  deepEqual(failure_params, { file: 'asset', name: 'long.mov' })
  const events = app.db.selectFrom('event').select('id').where('act', '=', 'fail')
  equal((await events.execute()).length, 1, 'it fails once')

  await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where key like ${`part ${uuid} %`}`.execute(app.db)
  await mika.call(retryUpload, { uuid })
  await expire(ctx())
  equal((await uploadOf(mika, uuid)).status, 'queued', 'parts that failed before do not end it')
  await process()
  for (const number of [1, 2, 3]) await part(number)
  await process()
  await app.runDueJobs()
  equal((await uploadOf(mika, uuid)).status, 'done')
  deepEqual(encoded, [1, 2, 3])
})

test('a part that its worker never survives ends the upload, however often its job begins anew', async (t) => {
  const { app, mika, uuid, ctx, encoded } = await appWithParts(t, silent)
  await app.db.updateTable('film_part').set({ tries: 8 }).where('number', '=', 2).execute()
  await encodeFilmPart(ctx(), { id: uuid, number: 2 })
  const { status, failure } = await uploadOf(mika, uuid)
  deepEqual([status, failure, encoded], ['failed', 'processing_failed', []])
  await mika.call(retryUpload, { uuid })
  const { rows } = await app.pool.query('select from film_part where tries > 0')
  equal(rows.length, 0)
})

test('the last part of a film has time, although its file states too short a length', () => {
  equal(secondsAllowed({ number: 7, count: 7 }, 600), 120)
  equal(secondsAllowed({ number: 7, count: 7 }, 890), 170)
  equal(secondsAllowed({ number: 6, count: 7 }, 600), 120)
})

test('a short film is encoded at once', async (t) => {
  const { app, person } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const { film: asset } = await smallFiles()
  const { uuid } = await sendFiles(mika, { asset })
  await processTitle(app.jobCtx('upload.process'), { id: uuid })
  deepEqual(await jobsOf(app.db, partJob, { id: uuid }), [])
  await app.runDueJobs()
  equal((await uploadOf(mika, uuid)).status, 'done')
})
