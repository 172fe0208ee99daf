import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import type { Person } from '../../../test/people.ts'
import { plainPicture, sendFiles, type TestFile, uploadOf } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
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

test('tries are counted across turns, and end', async (t) => {
  const { app, integrations, mika, send, process } = await startWithCreators(t)
  const id = await send(mika, 'Film')
  const away = () => Promise.reject(new Error('storage is away'))
  const { storage, ...rest } = integrations
  const failing = { ...rest, storage: { ...storage, getFile: away } }
  for (let i = 0; i < 8; i++)
    await rejects(
      processTitle({ ...app.jobCtx('upload.process'), integrations: failing }, { id }),
      /storage is away/,
    )
  equal((await uploadOf(mika, id)).status, 'processing')
  await process(id)
  const { status, failure } = await uploadOf(mika, id)
  deepEqual([status, failure], ['failed', 'processing_failed'])
})
