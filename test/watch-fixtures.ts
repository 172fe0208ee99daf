import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { makeRenditions } from '#src/media/upload/renditions.ts'
import { sniff } from '#src/platform/pictures/sniff.ts'
import { openChromium } from './chromium.ts'
import { ffmpeg, H264, PICTURE, tempFolder, TONE } from './ffmpeg.ts'
import { giveCopy } from './playback-fixtures.ts'
import { testApp } from './test-app.ts'
import { createTitle } from './titles.ts'

const VTT = 'WEBVTT\n\n00:00.000 --> 00:30.000\nこんにちは\n'
const subtitles = JSON.stringify([{ of: 'asset', language: 'ja', text: VTT }])
const RATE = 10 // pictures a second, quick to encode

export interface FilmFile {
  folder: string
  file: string
  seconds: number
}

/** Makes a film of some seconds, with sound in Japanese and in English. */
export async function makeFilm(seconds: number, size = '320x180'): Promise<FilmFile> {
  const folder = await tempFolder()
  const parts = `${PICTURE(size, seconds, RATE)} ${TONE(seconds)} ${TONE(seconds)}`
  const sounds = '-c:a aac -metadata:s:a:0 language=jpn -metadata:s:a:1 language=eng'
  const maps = '-map 0 -map 1 -map 2'
  await ffmpeg(folder, `${parts} ${maps} ${H264} -g ${RATE} ${sounds} film.mp4`)
  return { folder, file: 'film.mp4', seconds }
}

/**
 * Opens a test app with Mika's film, Tide Tables, with Japanese captions; Ren owns No. 2. The film is
 * encoded and packaged as uploads are, without the rest of their processing.
 */
export async function openWatchable(t: TestContext, film: FilmFile) {
  const place = await testApp(t, { pages: await builtPages(), now: new Date() })
  const mika = await place.person('Mika', { role: 'ORH' })
  const ren = await place.person('Ren')
  const { file, seconds: duration_seconds } = film
  const folder = await tempFolder() // its own, because the renditions are written beside the film
  await copyFile(join(film.folder, file), join(folder, file))
  const { kid, tokens } = await createTitle(place, mika, {
    title: 'Tide Tables',
    copies: 3,
    duration_seconds,
  })
  const { demuxer } = await sniff(join(folder, file), 'video')
  const source = { folder, file, demuxer: demuxer! }
  const probe = await place.integrations.transcoder.probe(source)
  const report = async () => {}
  const ctx = place.app.jobCtx('upload.process')
  await makeRenditions(ctx, { kid, of: 'asset', source, probe, report })
  const created_at = place.clock.now.toISOString()
  await place.app.db
    .insertInto('upload')
    .values({
      account_id: mika.account_id,
      kid,
      created_at,
      status: 'done',
      total_copies: 3,
      subtitles,
    })
    .execute()
  await giveCopy(place, tokens.get(2)!, ren)
  return { ...place, mika, ren, kid, tab: await openChromium(place) }
}
