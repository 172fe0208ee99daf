import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { H264, PICTURE, ffmpeg, tempFolder } from '../../../test/ffmpeg.ts'
import { openTranscoder } from '#src/integrations/transcoder.ts'
import { watermarkImage } from '#src/media/packaging/watermark.ts'
import { makePosters, pickFrame } from './poster.ts'

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

async function posters(path: string) {
  const files = new Map<string, Buffer>()
  const write = async (name: string, bytes: Buffer) => void files.set(name, bytes)
  return { poster: await makePosters(path, write), files }
}

test('a poster is made in three formats, at no width above its own', async () => {
  const path = join(await tempFolder(), 'x.png')
  await plain(1000, 500, '#20407c').png().toFile(path)
  const { poster, files } = await posters(path)
  deepEqual([poster.width, poster.height, poster.widths], [1000, 500, [320, 640, 960]])
  deepEqual([poster.color, poster.obi], ['#20407c', 'gunjo'])
  const { b } = thumbHashToAverageRGBA(Buffer.from(poster.thumbhash, 'base64'))
  ok(Math.abs(b - 0x7c / 255) < 0.1)
  equal(files.size, 9)
  for (const [name, bytes] of files) {
    const { format, width, height } = await sharp(bytes).metadata()
    const [size, extension] = name.split('.')
    equal(format, { avif: 'heif', webp: 'webp', jpg: 'jpeg' }[extension!])
    deepEqual([width, height], [Number(size), Number(size) / 2])
  }
})

test('a small picture keeps its size', async () => {
  const path = join(await tempFolder(), 'x.gif')
  await plain(50, 40, '#e4a722').gif().toFile(path)
  deepEqual((await posters(path)).poster.widths, [50])
})

test('a photograph is turned upright and loses its place and other metadata', async () => {
  const path = join(await tempFolder(), 'x.jpg')
  const place = { IFD0: { Copyright: 'PRIVATE' }, IFD3: { GPSLatitudeRef: 'N' } }
  await plain(800, 400, '#1f4d3e')
    .withExif(place)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(path)
  const { poster, files } = await posters(path)
  deepEqual([poster.width, poster.height], [400, 800])
  for (const [name, bytes] of files) {
    const { width, height, exif, orientation, icc, xmp } = await sharp(bytes).metadata()
    ok(width < height, name)
    deepEqual([exif, orientation, icc, xmp], [undefined, undefined, undefined, undefined], name)
  }
})

test('a decompression bomb is refused by its header, before it is decoded', async () => {
  const path = join(await tempFolder(), 'x.png')
  await writeFile(path, pngHeader(60_000, 60_000))
  const before = process.memoryUsage().rss
  await rejects(posters(path), { code: 'image_too_large' })
  ok(process.memoryUsage().rss - before < 100e6)
})

test('a broken file and a file that is no picture are refused', async () => {
  const folder = await tempFolder()
  const half = await plain(640, 640, '#6a5b99').png().toBuffer()
  await writeFile(join(folder, 'half.png'), half.subarray(0, half.length / 2))
  await writeFile(
    join(folder, 'svg.png'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  )
  await ffmpeg(folder, `${PICTURE('64x48', 1)} ${H264} film.mp4`)
  await rejects(posters(join(folder, 'half.png')), { code: 'media_broken' })
  await rejects(posters(join(folder, 'svg.png')), { code: 'media_unknown' })
  await rejects(posters(join(folder, 'film.mp4')), { code: 'media_mismatch' })
})

test('HTML appended to a picture is not stored', async () => {
  const path = join(await tempFolder(), 'x.png')
  const bytes = await plain(400, 400, '#e8dfc8').png().toBuffer()
  await writeFile(path, Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]))
  const { files } = await posters(path)
  equal(files.size, 3)
  for (const [name, made] of files) ok(!made.includes('<script>'), name)
})

test('a film that begins in the dark gets a frame with content', async () => {
  const folder = await tempFolder()
  const dark = '-vf drawbox=t=fill:c=black:enable=lt(t\\,3)'
  await ffmpeg(folder, `${PICTURE('320x180', 6, 10)} ${dark} ${H264} x.mp4`)
  const transcoder = await openTranscoder()
  const source = { folder, file: 'x.mp4', demuxer: 'mov' }
  const frame = await pickFrame(transcoder, source, await transcoder.probe(source))
  const { entropy } = await sharp(frame).stats()
  ok(entropy > 4, `${entropy}`)
  equal((await sharp(frame).metadata()).width, 320)
})

test('a film of a single frame is its own poster', async () => {
  const folder = await tempFolder()
  await ffmpeg(folder, `${PICTURE('64x48', 1, 1)} -frames:v 1 ${H264} x.mp4`)
  const transcoder = await openTranscoder()
  const source = { folder, file: 'x.mp4', demuxer: 'mov' }
  const frame = await pickFrame(transcoder, source, await transcoder.probe(source))
  equal((await sharp(frame).metadata()).width, 64)
})

test('a storage failure is not reported as a broken picture', async () => {
  const path = join(await tempFolder(), 'x.png')
  await plain(10, 10, '#fff').png().toFile(path)
  const write = () => Promise.reject(new Error('disk full'))
  await rejects(makePosters(path, write), { message: 'disk full' })
})

test('AS-15 the picture of each copy is marked with its own number, without a font', async () => {
  const picture = await plain(3000, 2000, '#7fbcc0').jpeg().toBuffer()
  const [one, two] = await Promise.all([
    watermarkImage(picture, 'No. 007 / 100'),
    watermarkImage(Readable.from([picture]), 'No. 008 / 100'),
  ])
  match(one.type, /jpeg/)
  const { width, height } = await sharp(one.bytes).metadata()
  deepEqual([width, height], [1920, 1280])
  const corner = { left: 1920 - 300, top: 1280 - 57, width: 300, height: 57 }
  const [a, b] = await Promise.all([one, two].map(({ bytes }) => raw(bytes, corner)))
  const light = a!.filter((value) => value > 200).length / a!.length
  const dark = a!.filter((value) => value < 60).length / a!.length
  ok(light > 0.05 && dark > 0.4, `${light} light, ${dark} dark`)
  ok(
    a!.some((value, i) => Math.abs(value - b![i]!) > 100),
    '7 and 8 look different',
  )
  const rest = { left: 0, top: 0, width: 1920, height: 1200 }
  ok(
    (await raw(one.bytes, rest)).every((value) => value > 100),
    'the rest is unchanged',
  )
})

test('pictures of any size can be marked, with the letters of a serial only', async () => {
  for (const [width, height] of [
    [1, 1],
    [10, 300],
    [300, 10],
    [640, 640],
  ] as const) {
    const bytes = await plain(width, height, '#fff').png().toBuffer()
    const marked = await sharp((await watermarkImage(bytes, 'No. 1 / 1')).bytes).metadata()
    deepEqual([marked.width, marked.height], [width, height])
  }
  const bytes = await plain(9, 9, '#fff').png().toBuffer()
  await rejects(watermarkImage(bytes, '<text>'), /no glyph/)
})

async function raw(
  bytes: Buffer,
  area: { left: number; top: number; width: number; height: number },
) {
  return [...(await sharp(bytes).extract(area).greyscale().raw().toBuffer())]
}

/** Returns a PNG whose header claims a size that its data do not have. */
function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    magic,
    chunk('IHDR', head),
    chunk('IDAT', Buffer.alloc(9)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
