import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { uploadForm } from '../../../test/uploads.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { abortUpload, beginUpload, listUploads } from './upload.shared.ts'

const TEXT_FILE = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }

test('ten uploads begun at once stay within the limit per creator, and one that ends frees a place', async (t) => {
  const { person, app } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const sora = await person('Sora', { role: 'ADMIN' })
  const aoi = await person('Aoi', { role: 'ORH' })
  await sora.call(changeSettings, { version: 0, reason: 'storage is full', uploads_open_max: 3 })
  const begin = (who = mika) => who.call(beginUpload, uploadForm(who, TEXT_FILE))

  const answers = await Promise.all(tenTimes(() => begin()))

  deepEqual(countOutcomes(answers), { done: 3, too_many_uploads: 7 })
  deepEqual((await begin()).error?.params, { limit: 3 })
  equal((await begin(aoi)).error, undefined, 'each creator has a limit of their own')
  const [dropped, done] = answers.filter(({ error }) => !error)
  await mika.call(abortUpload, { uuid: dropped!.uuid })
  equal((await begin()).error, undefined)
  await app.db.updateTable('upload').set({ status: 'done' }).where('id', '=', done!.uuid).execute()
  deepEqual(countOutcomes([await begin(), await begin()]), { done: 1, too_many_uploads: 1 })
  equal((await mika.call(listUploads, {})).total, 4)
  const since = { done_since: '2100-01-01T00:00:00Z' }
  equal((await mika.call(listUploads, since)).total, 3, 'earlier finished uploads are left out')
})
