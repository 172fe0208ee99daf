import { deepEqual, equal, match } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import { ffmpeg, H264, tempFolder, PICTURE, TONE } from '../../../test/ffmpeg.ts'
import type { Person } from '../../../test/people.ts'
import { type TestFile, sendFiles, waitForUpload } from '../../../test/uploads.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const STILL = `${PICTURE('64x48', 1)} -frames:v 1`
const FILM = `${PICTURE('64x48', 1, 10)} ${TONE(1)} ${H264} -c:a aac`
const SONG = TONE(1)

// The supported file types, by extension or by MIME type.
// oxfmt-ignore
const listed: [name: string, mime: string, made: string, asset_type: string, media_type: string][] = [
  ['x.png',  'image/png',        STILL,                             'image', 'image'],
  ['x.jpg',  'image/jpeg',       STILL,                             'image', 'image'],
  ['x.jpeg', 'image/jpeg',       STILL,                             'image', 'image'],
  ['x.mp4',  'video/mp4',        FILM,                              'video', 'video'],
  ['x.mov',  'video/quicktime',  FILM,                              'video', 'video'],
  ['x.m4f',  'video/mp4',        `${FILM} -movflags frag_keyframe+empty_moov -f mp4`, 'video', 'video'],
  ['x.m4v',  'video/x-m4v',      FILM,                              'video', 'video'],
  ['x.mp3',  'audio/mpeg',       SONG,                              'video', 'audio'],
  ['x.aac',  'audio/aac',        SONG,                              'video', 'audio'],
  ['x.m4a',  'audio/x-m4a',      SONG,                              'video', 'audio'],
  ['x.webp', 'image/webp',       `${STILL} -c:v libwebp`,           'image', 'image'],
  ['x.gif',  'image/gif',        PICTURE('64x48', 1, 5),            'image', 'image'],
  ['x.apng', 'image/apng',       `${PICTURE('64x48', 1, 5)} -plays 0`, 'image', 'image'],
  ['x.avif', 'image/avif',       `${PICTURE('64x48', 1, 5)} -c:v libaom-av1 -cpu-used 8`, 'image', 'image'],
  ['x.tiff', 'image/tiff',       STILL,                             'image', 'image'],
  ['x.mkv',  'video/x-matroska', FILM,                              'video', 'video'],
  ['x.webm', 'video/webm',       `${SONG} -c:a libopus`,            'video', 'audio'],
  ['x.flac', 'audio/flac',       SONG,                              'video', 'audio'],
  ['x.wav',  'audio/wav',        SONG,                              'video', 'audio'],
  ['x.ogg',  'audio/ogg',        `${SONG} -c:a libopus`,            'video', 'audio'],
  ['x.spx',  '',                 `${SONG} -ar 16000 -c:a libspeex`, 'video', 'audio'],
  ['x.aiff', 'audio/aiff',       SONG,                              'video', 'audio'],
  ['x.rf64', 'audio/wav',        `${SONG} -rf64 always -f wav`,     'video', 'audio'],
  ['x.3gp',  'video/3gpp',       FILM,                              'video', 'video'],
  ['x.ts',   'video/mp2t',       FILM,                              'video', 'video'],
]

test('UP-08 a file of every supported type becomes a title that plays', async (t) => {
  const setup = await testApp(t)
  const mika = await setup.person('Mika', { role: 'ORH' })
  const folder = await tempFolder()
  const made: Record<string, TestFile> = {}
  for (const [name, type, args, asset_type, media_type] of listed) {
    await ffmpeg(folder, `${args} ${name}`)
    made[name] = { name, type, bytes: await readFile(join(folder, name)) }
    const kid = await title(mika, made[name])
    const asset = await mika.call(getAsset, { id: kid })
    deepEqual([name, asset.asset_type, asset.media_type], [name, asset_type, media_type])
    await plays(setup, mika, kid, asset_type)
  }
  const kei = await setup.person('Kei', { role: 'ORH' })
  await t.test(
    'UP-08 without a MIME type, the file name decides the media type, or else the bytes',
    () => acceptsUndeclared(kei, made),
  )
  await t.test('UP-08 a file whose bytes contradict its declared type is refused', () =>
    refusesMismatch(kei, made),
  )
})

async function title(person: Person, asset: TestFile): Promise<string> {
  const { uuid, kid } = await sendFiles(person, { asset })
  const { status, failure } = await waitForUpload(person, uuid)
  deepEqual([asset.name, status, failure], [asset.name, 'done', null])
  return kid
}

/** Checks that the creator gets a token for the title, and that it plays. */
async function plays({ url }: TestApp, person: Person, kid: string, asset_type: string) {
  const granted = await person.call(createDrmToken, { kid })
  const headers = { authorization: `Bearer ${person.token}` }
  const path = asset_type === 'image' ? granted.image_url! : granted.dash_url!
  const answer = await fetch(url + path, { headers })
  equal(answer.status, 200, path)
  if (asset_type === 'image') equal(answer.headers.get('content-type'), 'image/webp')
  else match(await answer.text(), /<Representation/)
}

async function acceptsUndeclared(kei: Person, made: Record<string, TestFile>) {
  // oxfmt-ignore
  const files: [name: string, type: string, of: string, media_type: string][] = [
    ['FILM.MP4',         '',                         'x.mp4', 'video'],
    ['song',             '',                         'x.mp3', 'audio'],
    ['夏.第1話.png',      'application/octet-stream', 'x.png', 'image'],
    ['film.mov',         'video/quicktime',          'x.mkv', 'video'],
    ['song.mp4',         'video/mp4',                'x.aac', 'audio'],
    ['picture.jpg',      'image/jpeg',               'x.webp', 'image'],
  ]
  for (const [name, type, of, media_type] of files) {
    const kid = await title(kei, { ...made[of]!, name, type })
    equal((await kei.call(getAsset, { id: kid })).media_type, media_type, name)
  }
}

async function refusesMismatch(kei: Person, made: Record<string, TestFile>) {
  // oxfmt-ignore
  const files: [name: string, type: string, of: string, failure: string][] = [
    ['film.png',     '',           'x.mp4', 'media_mismatch'],
    ['film.mp4.png', '',           'x.mp4', 'media_mismatch'],
    ['film.mp4',     'image/png',  'x.mp4', 'media_mismatch'],
    ['song.mp3',     'audio/mpeg', 'x.png', 'media_mismatch'],
  ]
  for (const [name, type, of, expected] of files) {
    const { uuid } = await sendFiles(kei, { asset: { ...made[of]!, name, type } })
    const { failure, failure_params } = await waitForUpload(kei, uuid)
    deepEqual([name, failure, failure_params], [name, expected, { file: 'asset', name }])
  }
}
