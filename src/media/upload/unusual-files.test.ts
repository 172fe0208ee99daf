import { deepEqual, equal } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { ffmpeg, tempFolder, TONE } from '../../../test/ffmpeg.ts'
import { testApp } from '../../../test/test-app.ts'
import {
  heicFile,
  tinyFilm,
  wavFile,
  wideFlacFile,
  withLongUnit,
} from '../../../test/unusual-files.ts'
import { sendFiles, uploadOf } from '../../../test/uploads.ts'

test('UP-08 every unusual file becomes a title or is refused by name, at the first attempt', async (t) => {
  const { app, person } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const folder = await tempFolder()
  await ffmpeg(folder, `${TONE(1)} -c:a libopus -t 0 none.webm`)
  await ffmpeg(folder, `${TONE(1)} -c:a flac whole.flac`)
  await ffmpeg(folder, `${TONE(1)} -c:a libmp3lame song.mp3`)
  const song = await readFile(join(folder, 'song.mp3'))
  const padded = Buffer.concat([
    Buffer.alloc(3_000),
    song.subarray(0, 10),
    Buffer.alloc(tagSize(song) + 1_500),
    song.subarray(10 + tagSize(song)),
  ])
  const flac = await readFile(join(folder, 'whole.flac'))
  const faulty = Buffer.from(flac).fill(0x5a, flac.length >> 3)
  // oxfmt-ignore
  const files: [name: string, type: string, bytes: Buffer, outcome: string][] = [
    ['twenty-samples.wav', 'audio/wav',  wavFile(20),                    'done'],
    ['padded.mp3',         'audio/mpeg', padded,                         'done'],
    ['32-bit.flac',        'audio/flac', wideFlacFile(1),                'done'],
    ['photo.heic',         'image/heic', heicFile(),                     'media_unknown'],
    ['no-samples.wav',     'audio/wav',  wavFile(0),                     'media_broken'],
    ['lost-samples.wav',   'audio/wav',  wavFile(0, 20),                 'media_broken'],
    ['no-samples.webm',    'video/webm', await readFile(join(folder, 'none.webm')), 'media_broken'],
    ['faulty.flac',        'audio/flac', faulty,                         'media_broken'],
    ['long-unit.mp4',      'video/mp4',  withLongUnit(await tinyFilm()), 'media_broken'],
  ]
  for (const [name, type, bytes, outcome] of files) {
    const { uuid, kid } = await sendFiles(mika, { asset: { name, type, bytes } })
    await app.runDueJobs()
    const { status, failure, failure_params, tries } = await uploadOf(mika, uuid)
    deepEqual([name, failure ?? status, tries], [name, outcome, 1])
    const kind = failure === 'media_unknown' ? { kind: 'HEIC', wanted: 'unknown' } : {}
    if (failure) deepEqual(failure_params, { ...kind, file: 'asset', name })
    else equal((await mika.call(getAsset, { id: kid })).media_type, 'audio')
  }
})

/** Returns the size of the ID3 tag at the start of a file, without its head. */
const tagSize = (song: Buffer) => (song[8]! & 127) * 128 + (song[9]! & 127)
