import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { withWorkFolder } from '#src/media/disk/work-folder.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { sendFiles, smallFiles, type TestFile, uploadOf } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { processTitle } from './process.ts'

const MB = 1_000_000
const NO_FILM = { name: 'film.mp4', type: 'video/mp4', bytes: Buffer.from('not a film') }

/** Starts a test app without a worker, and counts the files that its jobs fetch. */
async function appWithDisk(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { storage, ...rest } = here.integrations
  let fetched = 0
  const getFile: typeof storage.getFile = (...given) => {
    fetched++
    return storage.getFile(...given)
  }
  const integrations = { ...rest, storage: { ...storage, getFile } }
  const ctx = () => ({ ...here.app.jobCtx('upload.process'), integrations })
  const send = async (title: string, asset?: TestFile) =>
    (await sendFiles(mika, { asset: asset ?? (await smallFiles()).film }, { title })).uuid
  /** Tries an upload again whose time has not come. */
  const process = async (id: string) => {
    await here.app.db.updateTable('upload').set({ retry_at: null }).where('id', '=', id).execute()
    await processTitle(ctx(), { id })
  }
  const stateOf = async (id: string) => {
    const { status, step, tries } = await uploadOf(mika, id)
    return { status, step, tries }
  }
  return { ...here, ctx, send, process, stateOf, fetched: () => fetched }
}

test('UP-06 an upload waits while other jobs have the disk, without counting as tried', async (t) => {
  const { app, config, ctx, send, process, stateOf, fetched } = await appWithDisk(t)
  config.workerDiskBytes = 100 * MB
  const id = await send('Film')
  await withWorkFolder(ctx(), { subject: 'another film', bytes: 100 * MB }, async () => {
    for (let i = 0; i < 10; i++) await process(id)
  })
  deepEqual(await stateOf(id), { status: 'processing', step: 'no_space', tries: 0 })
  equal(fetched(), 0)
  await process(id)
  await app.runDueJobs()
  equal((await stateOf(id)).status, 'done')
})

test('an upload that is too large for a worker says so, waits, and lets others have their turn', async (t) => {
  const { app, url, config, send, process, stateOf } = await appWithDisk(t)
  config.workerDiskBytes = 1_000
  const lines = captureLog(t, 'a job needs more disk')
  const id = await send('Film')
  for (let i = 0; i < 10; i++) await process(id)
  deepEqual(await stateOf(id), { status: 'processing', step: 'too_large', tries: 0 })
  equal(lines.length, 1)
  ok(lines[0]!.includes(id))
  const workerz = async () => (await fetch(`${url}/workerz`)).json() as Promise<{ faults: string[]; disk: string }> // oxfmt-ignore
  const { faults, disk } = await workerz()
  deepEqual(faults, ['1 uploads need more disk than a worker may take'])
  equal(disk, '0 of 1 MB reserved')
  const metrics = await (await app.operations().request('/metrics')).text()
  match(metrics, /^renban_uploads_without_space\{reason="too_large"\} 1$/m)
  match(metrics, /^renban_worker_disk_limit_bytes 1000$/m)

  await processTitle(app.jobCtx('upload.process'), { id: await send('Next', NO_FILM) })
  const { rows } = await app.pool.query(`select from upload where status = 'failed'`)
  equal(rows.length, 1, 'the next one had its turn, and is no film')

  config.workerDiskBytes = 100 * MB
  await process(id)
  await app.runDueJobs()
  equal((await stateOf(id)).status, 'done')
  deepEqual((await workerz()).faults, [])
})

test('a film whose versions do not fit is not fetched again until they do', async (t) => {
  const { app, config, send, process, stateOf, fetched } = await appWithDisk(t)
  const { film } = await smallFiles()
  config.workerDiskBytes = film.bytes.length + 1_000
  const id = await send('Film')
  for (let i = 0; i < 5; i++) await process(id)
  equal(fetched(), 1)
  deepEqual(await stateOf(id), { status: 'processing', step: 'too_large', tries: 0 })
  config.workerDiskBytes = 100 * MB
  await process(id)
  await app.runDueJobs()
  equal((await stateOf(id)).status, 'done')
})
