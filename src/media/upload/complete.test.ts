import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { armFailpoint } from '#core/failpoint.ts'
import { form, md5, put, storedKeys, uploadOf } from '../../../test/uploads.ts'
import { ten, testApp } from '../../../test/test-app.ts'
import { abortUpload, beginUpload, completeUpload, listUploads } from './upload.shared.ts'

const NOTE = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }
const PICTURE = Buffer.from('not a picture')

/** A house in which nothing happens by itself, and a creator. */
async function desk(t: TestContext) {
  const place = await testApp(t, { role: 'web' })
  return { ...place, mika: await place.person('Mika', { role: 'ORH' }) }
}

test('a title is begun with the last of its files, not before', async (t) => {
  const { mika } = await desk(t)
  const poster = { poster_file_name: 'poster.png', poster_md5: md5(PICTURE) }
  const begun = await mika.call(beginUpload, form(mika, NOTE, poster))
  equal((await put(begun.asset, NOTE.bytes)).status, 200)
  equal((await put(begun.poster!, PICTURE)).status, 200)

  const first = await mika.call(completeUpload, { upload_id: begun.asset.upload_id })
  equal(first.status, 'uploading')
  const last = await mika.call(completeUpload, { upload_id: begun.poster!.upload_id })
  equal(last.status, 'queued')
})

test('a completion whose answer was lost is said again', async (t) => {
  t.after(() => armFailpoint(undefined, () => {}))
  const { mika } = await desk(t)
  const { uuid, asset } = await mika.call(beginUpload, form(mika, NOTE))
  const { upload_id } = asset
  await put(asset, NOTE.bytes)
  armFailpoint('upload.completed', () => {
    throw new Error('killed')
  })
  equal((await mika.call(completeUpload, { upload_id })).error?.code, 'bug')
  armFailpoint(undefined, () => {})
  deepEqual(await mika.call(completeUpload, { upload_id }), { uuid, status: 'queued' })
})

test('a title is finished or given up, whichever came first, and never both', async (t) => {
  const { mika, app, integrations } = await desk(t)
  const begun = await Promise.all(ten(() => mika.call(beginUpload, form(mika, NOTE))))
  for (const { asset } of begun) equal((await put(asset, NOTE.bytes)).status, 200)

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

  const statuses = await Promise.all(begun.map(({ uuid }) => uploadOf(mika, uuid)))
  const kept = statuses.filter((upload) => upload?.status === 'queued')
  equal((await mika.call(listUploads, {})).total, kept.length)
  await app.runDueJobs()
  equal((await storedKeys(integrations, 'uploads/')).length, kept.length)
})
