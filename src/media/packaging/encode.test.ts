import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { H264, PICTURE, TONE, ffmpeg, tempFolder } from '../../../test/ffmpeg.ts'
import { encodeAll, transcoder } from '../../../test/renditions.ts'
import { measureSound } from './audio.ts'
import { sniff } from '#src/platform/pictures/sniff.ts'

const TEN_BIT = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le'

const video = (size: string, starts: number[], seconds: number) => ({ size, starts, seconds })
const audio = (seconds: number) => ({ size: 'mp4a.40.2', starts: [], seconds })

// oxfmt-ignore
const inputs: [name: string, file: string, args: string, renditions: object[]][] = [
  ['a film with sound',     'a.mp4',   `${PICTURE('854x480', 5)} ${TONE(5)} ${H264} -crf 10 -g 250 -c:a aac`,
    [audio(5), video('640x358', [0, 2, 4], 5), video('854x480', [0, 2, 4], 5)]],
  ['ten bits, odd, silent', 'b.mkv',   `${PICTURE('322x182', 3, 24)} -vf crop=321:181:0:0:exact=1 -c:v ffv1 -pix_fmt yuv444p10le`,
    [video('320x180', [0, 2], 3)]],
  ['ten bit H.264',         'c.mov',   `${PICTURE('320x180', 3)} ${TEN_BIT}`, [video('320x180', [0, 2], 3)]],
  ['a variable frame rate', 'd.webm', `${PICTURE('320x240', 4)} -vf select=not(mod(n\\,3))+lt(n\\,40) -vsync vfr -c:v libvpx -deadline realtime`,
    [video('320x240', [0, 2], 4)]],
  ['pixels that are not square', 'e.mp4', `${PICTURE('360x288', 3)} ${H264} -aspect 16:9`, [video('512x288', [0, 2], 3)]],
  ['sound that starts late', 'f.mp4',  `${PICTURE('320x180', 4)} -itsoffset 1 ${TONE(3)} ${H264} -qp 0 -c:a aac`,
    [audio(4), video('320x180', [0, 2], 4)]],
  ['only sound',            'g.mp3',   TONE(4), [audio(4)]],
  ['FLAC',                  'h.flac',  TONE(2), [audio(2)]],
  // Matroska begins with the encoder's delay, so ffmpeg adds a frame at the front.
  ['a film as Matroska with AAC', 'i.mkv', `${PICTURE('320x180', 2)} ${TONE(2)} ${H264} -qp 0 -c:a aac`,
    [audio(2), video('320x180', [0, 2], 2)]],
]
for (const [name, file, args, renditions] of inputs)
  test(`${name} becomes CMAF that starts at 0 with a keyframe every two seconds`, async () => {
    const folder = await tempFolder()
    await ffmpeg(folder, `${args} ${file}`)
    const { renditions: found } = await encodeAll(folder, file)
    deepEqual(found, renditions)
  })

test('a film rotated by the camera is encoded upright', async () => {
  const folder = await tempFolder()
  await ffmpeg(folder, `${PICTURE('320x180', 2)} ${H264} level.mp4`)
  await ffmpeg(folder, `-i level.mp4 -c copy -metadata:s:v rotate=90 turned.mov`)
  deepEqual((await encodeAll(folder, 'turned.mov')).renditions, [video('180x320', [0], 2)])
})

test('a song with a cover picture stays a song', async () => {
  const folder = await tempFolder()
  await ffmpeg(folder, `${PICTURE('64x64', 1)} -frames:v 1 cover.png`)
  await ffmpeg(
    folder,
    `${TONE(2)} -i cover.png -map 0 -map 1 -c:v copy -disposition:v attached_pic -c:a aac song.m4a`,
  )
  deepEqual((await encodeAll(folder, 'song.m4a')).renditions, [audio(2)])
})

test('a suitable top rung is copied, and the others share its keyframes', async () => {
  const folder = await tempFolder()
  const keyframes = '-force_key_frames 0,1.5,4 -g 999 -sc_threshold 0'
  await ffmpeg(
    folder,
    `${PICTURE('854x480', 6)} -c:v libx264 -preset veryfast -pix_fmt yuv420p -b:v 1M ${keyframes} x.mp4`,
  )
  const { plan, renditions } = await encodeAll(folder, 'x.mp4')
  deepEqual(
    plan.rungs.map(({ name, copied }) => [name, copied]),
    [
      ['360p', false],
      ['720p', true],
    ],
  )
  deepEqual(
    renditions.map(({ starts }) => starts),
    [
      [0, 1.5, 4],
      [0, 1.5, 4],
    ],
  )
})

test('metadata about people, places and devices is removed', async () => {
  const folder = await tempFolder()
  const tags =
    '-metadata title=PRIVATE -metadata location=+35.68+139.69/ -metadata:s:v handler_name=PRIVATE'
  await ffmpeg(folder, `${PICTURE('64x48', 1)} ${H264} ${tags} x.mp4`)
  const { names } = await encodeAll(folder, 'x.mp4')
  ok(names.length > 0)
  for (const file of names) {
    const bytes = await readFile(join(folder, file))
    ok(!bytes.includes('PRIVATE') && !bytes.includes('35.68'), file)
  }
})

test('the waveform follows the sound, and its loudness agrees with ffmpeg', async () => {
  const folder = await tempFolder()
  const quietThenLoud = '-f lavfi -i aevalsrc=sin(2*PI*440*t)*if(lt(t\\,2)\\,0.1\\,0.8):d=4:s=48000'
  await ffmpeg(folder, `${quietThenLoud} x.wav`)
  const source = { folder, file: 'x.wav', demuxer: 'wav' }
  const { audio: track } = await transcoder.probe(source)
  const sound = await measureSound(transcoder, source, track!, 4)
  equal(sound.waveform.length, 1_800)
  ok(sound.waveform.slice(0, 890).every((peak) => Math.abs(peak - 0.1) < 0.02))
  ok(sound.waveform.slice(910, 1_790).every((peak) => Math.abs(peak - 0.8) < 0.04))
  ok(Math.abs(sound.peak_dbtp! - 20 * Math.log10(0.8)) < 0.3, `${sound.peak_dbtp}`)
  ok(sound.loudness_lufs! < -4 && sound.loudness_lufs! > -10, `${sound.loudness_lufs}`)
  await ffmpeg(folder, '-f lavfi -i anullsrc=d=1 silence.wav')
  const silence = await measureSound(transcoder, { ...source, file: 'silence.wav' }, track!, 1)
  deepEqual(
    [silence.loudness_lufs, silence.peak_dbtp, Math.max(...silence.waveform)],
    [null, null, 0],
  )
})

// oxfmt-ignore
const scripts: [name: string, bytes: string | Buffer][] = [
  ['x.mp4', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'], ['x.mp4', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ['x.mp4', '<?xml version="1.0"?><MPD/>'], ['x.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['x.mp3', `ID3\x03\0\0\0\0\0\x0a${'\0'.repeat(10)}#EXTM3U\nfile:///etc/passwd\n`],
  ['x.jpg', '%PDF-1.7\n'], ['x.mp4', Buffer.from('PK\x03\x04')], ['x.mp4', 'MZ'], ['x.html', '<script>'],
]
for (const [i, [name, bytes]] of scripts.entries())
  test(`script no. ${i} that claims to be media, ${name}, is refused`, async () => {
    const path = join(await tempFolder(), name)
    await writeFile(path, bytes)
    await rejects(sniff(path), { code: 'media_unknown' })
  })

test('the bytes of a file decide its type, and another declared type is refused', async () => {
  const folder = await tempFolder()
  await ffmpeg(folder, `${PICTURE('64x48', 1)} -frames:v 1 a.png`)
  await ffmpeg(folder, `${TONE(1)} -c:a libvorbis b.ogg`)
  equal((await sniff(join(folder, 'a.png'), 'image')).media_type, 'image')
  const { asset_type, media_type, demuxer } = await sniff(join(folder, 'b.ogg'), 'video')
  deepEqual([asset_type, media_type, demuxer], ['video', 'audio', 'ogg'])
  await rejects(sniff(join(folder, 'a.png'), 'video'), { code: 'media_mismatch' })
  await rejects(sniff(join(folder, 'b.ogg'), 'image'), { code: 'media_mismatch' })
  await writeFile(join(folder, 'empty.mp4'), '')
  await rejects(sniff(join(folder, 'empty.mp4')), { code: 'media_broken' })
})
