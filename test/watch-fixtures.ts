import { equal } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { openChromium } from './chromium.ts'
import { ffmpeg, H264, PICTURE, tempFolder, TONE } from './ffmpeg.ts'
import { giveCopy } from './playback-fixtures.ts'
import { testApp } from './test-app.ts'
import { sendFiles, type TestFile, waitForUpload } from './uploads.ts'

const VTT = 'WEBVTT\n\n00:00.000 --> 00:30.000\nこんにちは\n'
const asset_subtitles = [{ language: 'ja', b64_data: Buffer.from(VTT).toString('base64') }]

/** Makes a film of some seconds, in the best quality that its picture allows. */
export async function makeFilm(seconds: number, size = '640x360', more = ''): Promise<TestFile> {
  const folder = await tempFolder()
  const args = `${PICTURE(size, seconds)} ${TONE(seconds)} ${more} ${H264} -g 30 -c:a aac film.mp4`
  await ffmpeg(folder, args)
  return { name: 'film.mp4', type: 'video/mp4', bytes: await readFile(join(folder, 'film.mp4')) }
}

/** Opens a test app with Mika's title, made of a real file; Ren owns No. 2. */
export async function openWatchable(t: TestContext, asset: TestFile) {
  const place = await testApp(t, { pages: await builtPages(), now: new Date() })
  const mika = await place.person('Mika', { role: 'ORH' })
  const ren = await place.person('Ren')
  const { uuid, kid } = await sendFiles(mika, { asset }, { asset_subtitles })
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const { asset_token_id: no2 } = await place.app.db
    .selectFrom('serial')
    .select('asset_token_id')
    .where('kid', '=', kid)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  await giveCopy(place, no2, ren)
  return { ...place, mika, ren, kid, no2, tab: await openChromium(place) }
}
