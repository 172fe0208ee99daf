import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { captureLog } from '../../../test/log-capture.ts'
import type { Person } from '../../../test/people.ts'
import { plainPicture, sendFiles, type TestFile, uploadOf } from '../../../test/uploads.ts'
import { testApp, type TestApp } from '../../../test/test-app.ts'
import { processTitle } from './process.ts'

const NO_FILM = { name: 'film.mp4', type: 'video/mp4', bytes: Buffer.from('not a film') }
const LARGE = 200_000_000

/** Starts a test app without a worker, and two creators who know nothing of each other. */
async function startWithCreators(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const kei = await here.person('Kei', { role: 'ORH' })
  const send = async (who: Person, title: string, asset: TestFile = NO_FILM) => {
    here.clock.now = addSeconds(here.clock.now, 1)
    return (await sendFiles(who, { asset }, { title })).uuid
  }
  /** Holds a worker while it fetches the files of an upload. Returns how to let it go on. */
  const processHeld = async (id: string) => {
    const { storage, ...rest } = here.integrations
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const getFile: typeof storage.getFile = async (...given) => {
      reached.resolve()
      await gate.promise
      return storage.getFile(...given)
    }
    const ctx = here.app.jobCtx('upload.process')
    const integrations = { ...rest, storage: { ...storage, getFile } }
    const ended = processTitle({ ...ctx, integrations }, { id })
    await reached.promise
    return async () => {
      gate.resolve()
      await ended
    }
  }
  const process = (id: string) => processTitle(here.app.jobCtx('upload.process'), { id })
  return { ...here, mika, kei, send, process, processHeld }
}

test('creators take turns, however many uploads one of them has', async (t) => {
  const { app, clock, mika, kei, send, process } = await startWithCreators(t)
  const ids: string[] = []
  for (const title of ['Mika 1', 'Mika 2', 'Mika 3']) ids.push(await send(mika, title))
  for (const title of ['Kei 1', 'Kei 2']) ids.push(await send(kei, title))
  for (const id of [...ids, ...ids, ...ids]) {
    clock.now = addSeconds(clock.now, 1)
    await process(id)
  }
  const started = await app.db
    .selectFrom('event')
    .innerJoin('upload', 'upload.id', 'event.subject_id')
    .innerJoin('asset', 'asset.kid', 'upload.kid')
    .select('title')
    .where('act', '=', 'process')
    .orderBy('event.id')
    .execute()
  deepEqual(
    started.map(({ title }) => title),
    ['Mika 1', 'Kei 1', 'Mika 2', 'Kei 2', 'Mika 3'],
  )
})

test('a picture and a short film do not wait for a long film of another creator', async (t) => {
  const { app, mika, kei, send, process, processHeld } = await startWithCreators(t)
  const long = await send(mika, 'Long')
  const second = await send(mika, 'Long, too')
  await app.db
    .updateTable('upload_file')
    .set({ size: LARGE })
    .where('upload_id', 'in', [long, second])
    .execute()
  const short = await send(kei, 'Short')
  const picture = await send(kei, 'Picture', await plainPicture(64, 36))

  const goOn = await processHeld(long)
  for (const id of [second, short, picture]) await process(id)

  const statusOf = async (who: Person, id: string) => (await uploadOf(who, id)).status
  equal(await statusOf(mika, long), 'processing')
  equal(await statusOf(mika, second), 'queued', 'long films are made one after the other')
  equal(await statusOf(kei, short), 'failed')
  equal((await uploadOf(kei, picture)).step, 'mint')
  await goOn()
  await app.runDueJobs()
  equal(await statusOf(mika, second), 'failed', 'the end of one film starts the next')
})

test('tries are counted across turns, come ever later, and end', async (t) => {
  const { app, integrations, mika, kei, send, process, processHeld } = await startWithCreators(t)
  const id = await send(mika, 'Film')
  const away = () => Promise.reject(new Error('storage is away'))
  const { storage, ...rest } = integrations
  const failing = { ...rest, storage: { ...storage, getFile: away } }
  const fail = () =>
    processTitle({ ...app.jobCtx('upload.process'), integrations: failing }, { id })
  const lines = captureLog(t, 'storage is away')
  const waits: number[] = []
  for (let i = 0; i < 7; i++) {
    await fail()
    waits.push(await secondsToRun(app, id))
    const goOn = await processHeld(await send(kei, `Kei ${i}`))
    await process(id) // is put off
    await goOn()
  }
  ok(
    waits.every((wait, i) => wait > Math.exp(i) && wait <= Math.exp(i + 1)),
    waits.join(' '),
  )
  equal((await uploadOf(mika, id)).status, 'processing')
  await fail()
  equal(lines.length, 8)
  const { status, failure } = await uploadOf(mika, id)
  deepEqual([status, failure], ['failed', 'processing_failed'])
})

test('an upload is tried again after a fault before its first try', async (t) => {
  const { app, mika, send, process } = await startWithCreators(t)
  const id = await send(mika, 'Film')
  const lines = captureLog(t, 'could not be processed')
  await sql`alter table event rename to event_away`.execute(app.db)
  await process(id)
  await sql`alter table event_away rename to event`.execute(app.db)
  equal(lines.length, 1)
  equal((await uploadOf(mika, id)).status, 'queued')
  await sql`update upload set retry_at = now()`.execute(app.db)
  await process(id)
  equal((await uploadOf(mika, id)).failure, 'media_unknown')
})

test('an upload that its worker never survives ends', async (t) => {
  const { app, mika, send, process } = await startWithCreators(t)
  const id = await send(mika, 'Film')
  await app.db.updateTable('upload').set({ tries: 8 }).where('id', '=', id).execute()
  await process(id)
  equal((await uploadOf(mika, id)).failure, 'processing_failed')
})

test('an upload that waits to be tried again is not woken, and lets others have their turn', async (t) => {
  const { app, integrations, mika, kei, send, process } = await startWithCreators(t)
  const id = await send(mika, 'Film')
  const away = () => Promise.reject(new Error('storage is away'))
  const { storage, ...rest } = integrations
  const failing = { ...rest, storage: { ...storage, getFile: away } }
  const lines = captureLog(t, 'storage is away')
  for (let i = 0; i < 3; i++)
    await processTitle({ ...app.jobCtx('upload.process'), integrations: failing }, { id })
  equal(lines.length, 3)
  const other = await send(kei, 'Film')
  await process(other)
  equal((await uploadOf(kei, other)).status, 'failed', 'it is no film')
  ok((await secondsToRun(app, id)) > 7, 'the end of the other upload did not wake it')
})

/** Returns in how many seconds the job of an upload runs, by the database's clock. */
async function secondsToRun({ db }: TestApp['app'], id: string) {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs
    where key = ${`upload ${id}`}
  `.execute(db)
  return rows[0]!.seconds
}
