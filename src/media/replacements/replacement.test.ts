import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { abortUpload, beginUpload } from '#src/media/upload/upload.shared.ts'
import { ffmpeg, tempFolder } from '../../../test/ffmpeg.ts'
import {
  uploadForm,
  sendFiles,
  waitForUpload,
  plainPicture,
  storedKeys,
} from '../../../test/uploads.ts'
import { countOutcomes, waitUntil, testApp } from '../../../test/test-app.ts'
import { deleteUnusedPicture } from '#src/platform/pictures/remove-picture.ts'
import * as schema from './replacement.shared.ts'

const picture = await plainPicture(400, 300)
const folder = await tempFolder()
await ffmpeg(folder, '-f lavfi -i color=red:s=300x300 -frames:v 1 red.png')
const red = (await readFile(join(folder, 'red.png'))).toString('base64')
const vtt = (text: string) =>
  Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`).toString('base64')

/** Publishes a picture with Japanese subtitles. */
async function appWithTitle(t: TestContext) {
  const setup = await testApp(t)
  const mika = await setup.person('Mika', { role: 'ORH' })
  const asset_subtitles = [{ language: 'ja', b64_data: vtt('海') }]
  const { uuid, kid } = await sendFiles(mika, { asset: picture }, { asset_subtitles })
  equal((await waitForUpload(mika, uuid)).status, 'done')
  return { ...setup, mika, kid }
}

test('a new poster has a new URL; the old one is deleted when no page shows it', async (t) => {
  const { mika, kid, call, app, integrations } = await appWithTitle(t)
  const before = (await call(getAsset, { id: kid })).poster!
  const old = () => storedKeys(integrations, `media/${before.base}-`)
  const kept = await old()
  notEqual(kept.length, 0)

  const { poster } = await mika.call(schema.replacePoster, { kid, image: red })

  notEqual(poster!.base, before.base)
  deepEqual([poster!.width, poster!.height], [300, 300])
  deepEqual((await call(getAsset, { id: kid })).poster, poster)
  deepEqual(await old(), kept, 'open pages still show it')
  const clear = (base: string) => deleteUnusedPicture(app.jobCtx('media.remove_picture'), { base })
  await clear(before.base)
  await clear(poster!.base)
  deepEqual(await old(), [])
  notEqual((await storedKeys(integrations, `media/${poster!.base}-`)).length, 0)
})

test('a poster keeps its focal point, and a new poster starts with its centre', async (t) => {
  const { mika, kid, call } = await appWithTitle(t)
  const before = (await call(getAsset, { id: kid })).poster!
  const focal = { x: 0.1, y: 0.9 }
  const { poster } = await mika.call(schema.replacePoster, { kid, focal })
  deepEqual(poster, { ...before, focal })
  deepEqual((await mika.call(schema.replacePoster, { kid })).poster, poster)
  equal((await mika.call(schema.listReplacements, { kid })).items.length, 0)
  equal((await mika.call(schema.replacePoster, { kid, image: red })).poster?.focal, undefined)
  const both = await mika.call(schema.replacePoster, { kid, image: red, focal })
  deepEqual(both.poster?.focal, focal)
})

test('of posters uploaded at once one is shown, and the others are deleted', async (t) => {
  const setup = await appWithTitle(t)
  const { mika, kid, call, app, clock, integrations } = setup
  const put = () => mika.call(schema.replacePoster, { kid, image: red })
  const answers = await Promise.all([put(), put(), put()])
  equal(new Set(answers.map(({ poster }) => poster?.base)).size, 3)
  clock.now = addSeconds(clock.now, 3_601)
  await app.pool.query(`update graphile_worker._private_jobs set run_at = now()`)
  await app.runDueJobs()

  const { poster } = await call(getAsset, { id: kid })
  const bases = async () => {
    const keys = await storedKeys(integrations, `media/${kid}/`)
    return [...new Set(keys.map((key) => key.replace(/^media\/|-[^-]*$/g, '')))]
  }
  deepEqual(await waitUntil(bases, ({ length }) => length === 1), [poster!.base])
})

test('subtitles are added, replaced and removed for each language separately', async (t) => {
  const { mika, kid, app } = await appWithTitle(t)
  const one = { kid, of: 'asset' as const }
  const languages = async () =>
    (await mika.call(schema.getMedia, { kid })).subtitles.map(({ language }) => language)
  deepEqual(await languages(), ['ja'])

  const given = ['ar', 'en', 'ja', 'zh-hant'].map((language) =>
    mika.call(schema.putSubtitles, { ...one, language, b64_data: vtt(`new ${language}`) }),
  )
  deepEqual(countOutcomes(await Promise.all(given)), { done: 4 })

  deepEqual((await languages()).toSorted(), ['ar', 'en', 'ja', 'zh-Hant'])
  const { rows } = await app.pool.query(`select subtitles from upload`)
  const texts = (rows[0].subtitles as { language: string; text: string }[]).map(({ text }) => text)
  equal(texts.filter((text) => text.includes('new ')).length, 4)
  await mika.call(schema.deleteSubtitles, { ...one, language: 'en' })
  deepEqual((await languages()).toSorted(), ['ar', 'ja', 'zh-Hant'])
  const { subtitles } = await mika.call(getAsset, { id: kid })
  const named = [{ language: 'ar', label: 'العربية' }, { language: 'ja', label: '日本語' }, { language: 'zh-Hant', label: '繁體中文' }] // oxfmt-ignore
  deepEqual(
    subtitles.toSorted((a, b) => (a.language < b.language ? -1 : 1)),
    named,
  )
  const broken = { ...one, language: 'fr', b64_data: vtt('').replace('V', 'X') }
  equal((await mika.call(schema.putSubtitles, broken)).error?.code, 'subtitle_invalid')
})

test('other people’s files and those of an open upload cannot be replaced', async (t) => {
  const { mika, kid, person } = await appWithTitle(t)
  const eve = await person('Eve', { role: 'ORH' })
  const poster = (id: string) => ({ kid: id, image: red })
  equal((await eve.call(schema.getMedia, { kid })).error?.code, 'forbidden')
  equal((await eve.call(schema.replacePoster, poster(kid))).error?.code, 'forbidden')
  equal((await mika.call(schema.replacePoster, poster(randomUUID()))).error?.code, 'not_found')
  const begun = await mika.call(beginUpload, uploadForm(mika, picture))
  equal((await mika.call(schema.replacePoster, poster(begun.kid))).error?.code, 'title_not_out')
  await mika.call(abortUpload, { uuid: begun.uuid })
})
