import { deepEqual, equal, match } from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ffmpeg, H264, PICTURE, tempFolder, TONE } from '../../../test/ffmpeg.ts'
import { encodeAll } from '../../../test/renditions.ts'
import { renditionPlan, soundFacts } from './ladder.ts'
import { dashManifest, hlsMaster } from './manifest.ts'
import { mediaIndex, packageTrack, type TrackIndex } from './package.ts'

const THREE =
  `${PICTURE('320x180', 2)} ${TONE(2)} ${TONE(2)} ${TONE(2)} -map 0 -map 1 -map 2 -map 3 ` +
  `${H264} -c:a aac -metadata:s:a:0 language=jpn -metadata:s:a:1 language=eng ` +
  '-metadata:s:a:2 language=eng film.mkv'

test('PL-03 a film keeps every sound track with its language, in DASH and in HLS', async () => {
  const folder = await tempFolder()
  await ffmpeg(folder, THREE)
  const { plan, probe } = await encodeAll(folder, 'film.mkv')
  const languages = [probe.audio!, ...probe.more_audio!].map(({ language }) => language)
  deepEqual(languages, ['ja', 'en', 'en'])
  const tracks: TrackIndex[] = []
  for (const name of ['360p', 'audio3', 'audio', 'audio2']) {
    const path = join(folder, `${name}.mp4`)
    const index = await packageTrack({ name, path, write: async () => {} })
    const sound = soundFacts(probe, name)
    tracks.push({ ...index, ...(sound && { sound }) })
  }
  equal(plan.more_sounds?.length, 2)
  const index = mediaIndex(tracks)
  const dash = dashManifest(index, { base: '/media/x/' })
  deepEqual(
    [
      ...dash.matchAll(
        /contentType="audio".* lang="(\w+)"[^>]*>\n.*value="(\w+)".*<Label>(.*)<\/Label>/g,
      ),
    ].map(([, ...found]) => found),
    [
      ['ja', 'main', '日本語'],
      ['en', 'alternate', 'English'],
      ['en', 'alternate', 'English (3)'],
    ],
  )
  const hls = hlsMaster(index, { playlistUrl: (name) => `${name}.m3u8` })
  deepEqual(
    [...hls.matchAll(/TYPE=AUDIO.*NAME="(.*?)",LANGUAGE="(\w+)",DEFAULT=(\w+).*URI="(.*?)"/g)].map(
      ([, ...found]) => found,
    ),
    [
      ['日本語', 'ja', 'YES', 'audio.m3u8'],
      ['English', 'en', 'NO', 'audio2.m3u8'],
      ['English (3)', 'en', 'NO', 'audio3.m3u8'],
    ],
  )
  match(hls, /#EXT-X-STREAM-INF:.*AUDIO="sound"/)
})

test('PL-03 a song is the first sound of its file', () => {
  const track = (i: number) => ({ index: i, codec: 'aac', channels: 2, language: 'ja' })
  const song = {
    duration_seconds: 3,
    stated: {},
    video: undefined,
    audio: track(0),
    more_audio: [track(1)],
    cover: undefined,
    chapters: [],
  }
  equal(renditionPlan(song).more_sounds, undefined)
  equal(soundFacts(song, 'audio'), undefined)
})
