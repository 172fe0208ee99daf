import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { listCreatedSerials } from '#src/catalog/serial/serial.shared.ts'
import { tinyFilm } from '../../../test/unusual-files.ts'
import { plainPicture, sendFiles, storedKeys, uploadOf } from '../../../test/uploads.ts'
import { countOutcomes, testApp } from '../../../test/test-app.ts'
import { mint } from './mint.ts'
import { processTitle } from './process.ts'
import { abortUpload } from './upload.shared.ts'

async function startWithCreator(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  return { ...here, mika: await here.person('Mika', { role: 'ORH' }) }
}

test('an upload cancelled while its film is encoded stops, and nothing of it is left', async (t) => {
  const { app, integrations, mika } = await startWithCreator(t)
  const bytes = await tinyFilm()
  const { uuid } = await sendFiles(mika, { asset: { name: 'a.mp4', type: 'video/mp4', bytes } })
  const { transcoder } = integrations
  const run: typeof transcoder.run = async (source, args, work) => {
    if (!args.includes('360p.mp4')) return transcoder.run(source, args, work)
    await mika.call(abortUpload, { uuid })
    const hours = ['-vf', 'realtime=speed=0.001', '-f', 'null', '-']
    return transcoder.run(source, hours, work)
  }
  const slow = { ...integrations, transcoder: { ...transcoder, run } }
  const ctx = app.jobCtx('upload.process')

  await processTitle({ ...ctx, integrations: slow }, { id: uuid })
  await app.runDueJobs()

  equal((await mika.call(listCreatedAssets, {})).total, 0)
  deepEqual(await storedKeys(integrations, ''), [])
})

test('the files of an upload are deleted only when no worker makes more of them', async (t) => {
  const { app, integrations, mika } = await startWithCreator(t)
  const { uuid } = await sendFiles(mika, { asset: await plainPicture(64, 36) })
  const locked = (by: string | null) =>
    app.pool.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = $2
        where payload->>'id' = $3`,
      [by, by && new Date().toISOString(), uuid],
    )
  await locked('a worker')
  await mika.call(abortUpload, { uuid })
  await app.runDueJobs()
  equal((await storedKeys(integrations, 'uploads/')).length, 1)
  await locked(null)
  await app.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await app.runDueJobs()
  deepEqual(await storedKeys(integrations, ''), [])
})

test('a draft with a list of people and a place in its film is deleted with both', async (t) => {
  const { app, mika } = await startWithCreator(t)
  const { uuid, kid } = await sendFiles(mika, { asset: await plainPicture(64, 36) })
  const { id } = await mika.call(createAllowlist, { kid, name: 'Friends' })
  await mika.call(addPeople, { id, text: 'friend@renban.test' })
  const place = {
    account_id: mika.account_id,
    kid,
    seconds: 9,
    updated_at: new Date().toISOString(),
  }
  await app.db.insertInto('playback_position').values(place).execute()

  await mika.call(abortUpload, { uuid })
  await app.runDueJobs()
  equal((await mika.call(listCreatedAssets, {})).total, 0)
})

test('of ten at once that number the copies of an upload or cancel it, one wins', async (t) => {
  const { app, mika } = await startWithCreator(t)
  const asset = await plainPicture(64, 36)
  for (const first of ['mint', 'cancel']) {
    const { uuid, kid } = await sendFiles(mika, { asset })
    await processTitle(app.jobCtx('upload.process'), { id: uuid })
    const mints = Array.from(
      { length: 5 },
      () => () => mint(app.jobCtx('upload.mint'), { id: uuid }),
    )
    const cancels = Array.from({ length: 5 }, () => () => mika.call(abortUpload, { uuid }))
    const all = first === 'mint' ? [...mints, ...cancels] : [...cancels, ...mints]
    await Promise.all(all.map((one) => one()))
    const upload = await uploadOf(mika, uuid)
    const { total } = await mika.call(listCreatedSerials, { id: kid })
    deepEqual([upload?.status ?? 'aborted', total], upload ? ['minted', 3] : ['aborted', 0])
    if (upload)
      deepEqual(countOutcomes([await mika.call(abortUpload, { uuid })]), { upload_closed: 1 })
    await app.runDueJobs()
  }
})
