import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { form } from '../../../test/uploads.ts'
import { said, ten, testApp } from '../../../test/test-app.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { abortUpload, beginUpload, listUploads } from './upload.shared.ts'

const NOTE = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }

test('of ten uploads begun at once no more are open than one creator may have, and one that ends makes room', async (t) => {
  const { person, app } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const sora = await person('Sora', { role: 'ADMIN' })
  const aoi = await person('Aoi', { role: 'ORH' })
  await sora.call(changeSettings, { version: 0, reason: 'storage is full', uploads_open_max: 3 })
  const begin = (who = mika) => who.call(beginUpload, form(who, NOTE))

  const answers = await Promise.all(ten(() => begin()))

  deepEqual(said(answers), { done: 3, too_many_uploads: 7 })
  deepEqual((await begin()).error?.params, { limit: 3 })
  equal((await begin(aoi)).error, undefined, 'each creator has their own')
  const [dropped, done] = answers.filter(({ error }) => !error)
  await mika.call(abortUpload, { uuid: dropped!.uuid })
  equal((await begin()).error, undefined)
  await app.db.updateTable('upload').set({ status: 'done' }).where('id', '=', done!.uuid).execute()
  deepEqual(said([await begin(), await begin()]), { done: 1, too_many_uploads: 1 })
  equal((await mika.call(listUploads, {})).total, 4)
  const since = { done_since: '2100-01-01T00:00:00Z' }
  equal((await mika.call(listUploads, since)).total, 3, 'what was done before is left out')
})
