import { deepEqual, equal, ok } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { H264, PICTURE, TONE, chaptersFile, ffmpeg, tempFolder } from '../../../test/ffmpeg.ts'
import { encodeAll, transcoder } from '../../../test/renditions.ts'
import { fileChapters } from '#src/media/playback/chapters.shared.ts'

const folder = await tempFolder()
const TEN_BIT = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le'
const HDR = '-color_primaries bt2020 -colorspace bt2020nc -color_trc'
const rate = (fraction: string, seconds: number) =>
  `-f lavfi -i testsrc2=s=320x180:r=${fraction}:d=${seconds}`
const SIX = `-f lavfi -i aevalsrc=0.1*sin(2*PI*440*t)|0|0.1*sin(t*1500)|0|0|0:c=5.1:d=2:s=48000`

/** The unusual sources, with the renditions expected of each as ffprobe describes them. */
// oxfmt-ignore
const oddities: [name: string, file: string, args: string, expected: string[]][] = [
  ['23.976 frames per second',    'a.mp4',  `${rate('24000/1001', 2)} ${H264} -qp 0`, ['320x180 yuv420p 23.976']],
  ['a fifth of a second',       'b.mp4',  `${PICTURE('320x180', 0.2)} ${TONE(0.2)} ${H264} -qp 0 -c:a aac`, ['aac 2', '320x180 yuv420p 30']],
  ['one frame',                 'c.mp4',  `${PICTURE('320x180', 1)} -frames:v 1 ${H264}`, ['320x180 yuv420p 30']],
  ['six channels',              'd.mp4',  `${PICTURE('320x180', 2)} ${SIX} ${H264} -qp 0 -c:a aac`, ['aac 2', '320x180 yuv420p 30']],
  ['high dynamic range, PQ',    'h.mov',  `${PICTURE('320x180', 1)} ${TEN_BIT} ${HDR} smpte2084`, ['320x180 yuv420p 30']],
  ['high dynamic range, HLG',   'i.mkv',  `${PICTURE('320x180', 1)} ${TEN_BIT} ${HDR} arib-std-b67`, ['320x180 yuv420p 30']],
]
for (const [name, file, args, expected] of oddities)
  test(`a source of ${name} becomes a format that every player supports`, async () => {
    await ffmpeg(folder, `${args} ${file}`)
    const { names, renditions } = await encodeAll(folder, file)
    deepEqual(await Promise.all(names.map((rendition) => describe(rendition))), expected)
    for (const { starts } of renditions) equal(starts[0] ?? 0, 0)
  })

async function describe(file: string): Promise<string> {
  const { video, audio } = await transcoder.probe({ folder, file, demuxer: 'mov' })
  if (!video) return `${audio!.codec} ${audio!.channels}`
  equal(video.hdr, undefined)
  const { width, height, pixel_format, frame_rate } = video
  return `${width}x${height} ${pixel_format} ${Number(frame_rate.toFixed(3))}`
}

test('frames that an edit list hides are not published', async () => {
  await ffmpeg(folder, `${PICTURE('64x48', 3.5)} ${TONE(3.5)} ${H264} -g 60 -c:a aac whole.mp4`)
  await ffmpeg(folder, '-ss 1.5 -i whole.mp4 -c copy trimmed.mp4') // within a group of pictures
  const { plan, renditions } = await encodeAll(folder, 'trimmed.mp4')
  deepEqual(
    plan.rungs.map(({ copied }) => copied),
    [false],
  )
  for (const { seconds } of renditions) equal(seconds, 2)
})

test('interlaced films are deinterlaced: the lines of a moving object stay together', async () => {
  const bars = `geq=lum=if(lt(mod(X-6*N\\,80)\\,40)\\,235\\,16):cb=128:cr=128`
  const moving = `-f lavfi -i color=s=320x180:r=50:d=1 -vf ${bars},interlace,setfield=tff`
  await ffmpeg(folder, `${moving} ${H264} -flags +ilme+ildct -x264-params tff=1 half.mp4`)
  ok((await lineDifference('half.mp4')) > 20)
  const { names } = await encodeAll(folder, 'half.mp4')
  ok((await lineDifference(names[0]!)) < 8)
})

/**
 * Returns the average difference, from 0 to 255, between neighbouring lines of a frame in the
 * middle.
 */
async function lineDifference(file: string): Promise<number> {
  await ffmpeg(folder, `-ss 0.5 -i ${file} -frames:v 1 -pix_fmt gray -f rawvideo lines.raw`)
  const pixels = await readFile(join(folder, 'lines.raw'))
  const below = pixels.subarray(320)
  return below.reduce((sum, light, i) => sum + Math.abs(light - pixels[i]!), 0) / below.length
}

test('high dynamic range is tone mapped, not clipped, and grey stays grey', async () => {
  // Three fields of 100, 203 and 1,000 nits in ten bit PQ values.
  const fields = `geq=lum=if(lt(X\\,108)\\,509\\,if(lt(X\\,216)\\,573\\,723)):cb=512:cr=512`
  const flat = `-f lavfi -i color=s=324x180:r=30:d=1 -vf format=yuv420p10le,${fields}`
  await ffmpeg(folder, `${flat} ${TEN_BIT} -qp 0 ${HDR} smpte2084 x.mp4`)
  const { names } = await encodeAll(folder, 'x.mp4')
  const gray = `-i ${names[0]} -frames:v 1 -vf scale=3:1:flags=area -pix_fmt rgb24 -f rawvideo`
  await ffmpeg(folder, `${gray} three.rgb`)
  const bytes = await readFile(join(folder, 'three.rgb'))
  const [dark, usual, bright] = [0, 3, 6].map((at) => [...bytes.subarray(at, at + 3)])
  for (const [r, g, b] of [dark!, usual!, bright!])
    ok(Math.max(r!, g!, b!) - Math.min(r!, g!, b!) < 6, `${r} ${g} ${b}`)
  ok(
    dark![0]! > 90 && dark![0]! + 20 < usual![0]! && usual![0]! + 20 < bright![0]!,
    [...bytes].join(' '),
  )
  ok(bright![0]! > 210, 'white is near white')
})

test('colours of a film in RGB stay what they are on screens of BT.709', async () => {
  await ffmpeg(folder, '-f lavfi -i color=c=red:s=64x48:d=1 -c:v libx264rgb -qp 0 rgb.mp4')
  const { names } = await encodeAll(folder, 'rgb.mp4')
  const shown = `-i ${names[0]} -frames:v 1 -vf scale=1:1:in_color_matrix=bt709:in_range=tv`
  await ffmpeg(folder, `${shown} -pix_fmt rgb24 -f rawvideo red.rgb`)
  const [red, green, blue] = await readFile(join(folder, 'red.rgb'))
  ok(red! > 250 && green! < 5 && blue! < 5, `${red} ${green} ${blue}`)
})

test('the chapters of a file are read in any script', async () => {
  const named = [
    { at_seconds: 0, name: '港' },
    { at_seconds: 0.8, name: 'The bridge' },
  ]
  await writeFile(join(folder, 'chapters.txt'), chaptersFile(named))
  for (const file of ['x.mp4', 'x.mkv']) {
    await ffmpeg(folder, `${PICTURE('64x48', 2)} -i chapters.txt -map_chapters 1 ${H264} ${file}`)
    const { probe, names } = await encodeAll(folder, file)
    deepEqual(fileChapters(probe.chapters, probe.duration_seconds), named)
    const { chapters } = await transcoder.probe({ folder, file: names[0]!, demuxer: 'mov' })
    deepEqual(chapters, [], 'renditions do not contain them')
  }
})
