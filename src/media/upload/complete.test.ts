import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { armFailpoint } from '#core/failpoint.ts'
import { uploadForm, md5, putFile, storedKeys } from '../../../test/uploads.ts'
import { tenTimes, testApp } from '../../../test/test-app.ts'
import { abortUpload, beginUpload, completeUpload, listUploads } from './upload.shared.ts'

const TEXT_FILE = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }
const PICTURE = Buffer.from('not a picture')

/** Starts a test app without a worker, and a creator in it. */
async function startWithCreator(t: TestContext) {
  const setup = await testApp(t, { role: 'web' })
  return { ...setup, mika: await setup.person('Mika', { role: 'ORH' }) }
}

test('processing begins with the last of its files, not before', async (t) => {
  const { mika } = await startWithCreator(t)
  const poster = { poster_file_name: 'poster.png', poster_md5: md5(PICTURE) }
  const begun = await mika.call(beginUpload, uploadForm(mika, TEXT_FILE, poster))
  equal((await putFile(begun.asset, TEXT_FILE.bytes)).status, 200)
  equal((await putFile(begun.poster!, PICTURE)).status, 200)

  const first = await mika.call(completeUpload, { upload_id: begun.asset.upload_id })
  equal(first.status, 'uploading')
  const last = await mika.call(completeUpload, { upload_id: begun.poster!.upload_id })
  equal(last.status, 'queued')
})

test('a completion can be repeated when its answer was lost', async (t) => {
  t.after(() => armFailpoint(undefined, () => {}))
  const { mika } = await startWithCreator(t)
  const { uuid, asset } = await mika.call(beginUpload, uploadForm(mika, TEXT_FILE))
  const { upload_id } = asset
  await putFile(asset, TEXT_FILE.bytes)
  armFailpoint('upload.completed', () => {
    throw new Error('killed')
  })
  equal((await mika.call(completeUpload, { upload_id })).error?.code, 'bug')
  armFailpoint(undefined, () => {})
  deepEqual(await mika.call(completeUpload, { upload_id }), { uuid, status: 'queued' })
})

test('an upload that is cancelled while its last file is completed ends, whichever comes first', async (t) => {
  const { mika, app, integrations } = await startWithCreator(t)
  const begun = await Promise.all(
    tenTimes(() => mika.call(beginUpload, uploadForm(mika, TEXT_FILE))),
  )
  for (const { asset } of begun) equal((await putFile(asset, TEXT_FILE.bytes)).status, 200)

  const ends = await Promise.all(
    begun.flatMap(({ uuid, asset: { upload_id } }, i) => {
      const actions = [
        () => mika.call(completeUpload, { upload_id }),
        () => mika.call(abortUpload, { uuid }),
      ]
      return (i % 2 ? actions : actions.toReversed()).map((action) => action())
    }),
  )
  const refused = ends.filter((end) => end?.error).map(({ error }) => error!.code)
  const given = ['upload_closed', 'upload_incomplete', 'not_found']
  deepEqual(
    refused.filter((code) => !given.includes(code)),
    [],
  )

  equal((await mika.call(listUploads, {})).total, 0)
  await app.runDueJobs()
  deepEqual(await storedKeys(integrations, ''), [])
})
