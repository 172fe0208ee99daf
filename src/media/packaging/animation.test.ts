import { deepEqual, equal, notDeepEqual, ok, rejects } from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { ffmpeg, tempFolder, PICTURE } from '../../../test/ffmpeg.ts'
import { openTranscoder } from '#src/integrations/transcoder.ts'
import { displayPicture, previewPicture } from './display.ts'
import { watermarkAnimation } from './watermark.ts'
import { convertAnimation } from './animation.ts'
import { sniff } from '#src/platform/pictures/sniff.ts'

let folder: string
before(async () => {
  folder = await tempFolder()
})

// oxfmt-ignore
const kinds: [name: string, encoder: string][] = [
  ['moving.gif',  ''],
  ['moving.webp', '-c:v libwebp_anim -lossless 1'],
  ['moving.apng', '-plays 0'],
  ['moving.avif', '-c:v libaom-av1 -cpu-used 8'],
]
for (const [file, encoder] of kinds)
  test(`AS-15 ${file} stays animated, with the number in each of its frames`, async () => {
    await ffmpeg(folder, `${PICTURE('320x240', 1, 5)} ${encoder} ${file}`)
    const { demuxer } = await sniff(join(folder, file), 'image')
    const path = demuxer
      ? await convertAnimation(await openTranscoder(), { folder, file, demuxer })
      : join(folder, file)

    const { bytes, isMoving } = await displayPicture(path)
    const marked = await watermarkAnimation(bytes, 'No. 7 / 100')

    equal(isMoving, true)
    const { pages, width, pageHeight, delay } = await sharp(marked.bytes, { pages: -1 }).metadata()
    deepEqual([width, pageHeight, delay], [320, 240, Array(5).fill(200)])
    const corner = { left: 230, top: 220, width: 90, height: 20 }
    for (const page of Array(pages).keys()) {
      const { channels } = await sharp(await cut(marked.bytes, page, corner)).stats()
      const [red] = channels
      ok(red!.mean < 110 && red!.max > 180, `frame ${page}`)
    }
    const middle = { left: 0, top: 0, width: 320, height: 200 }
    notDeepEqual(await cut(bytes, 0, middle), await cut(bytes, 4, middle))
    const still = await sharp(await previewPicture(path)).metadata()
    deepEqual([still.width, still.height, still.pages], [320, 240, undefined])
  })

/** Returns a part of one frame as a PNG. */
const cut = (
  bytes: Buffer,
  page: number,
  area: { left: number; top: number; width: number; height: number },
) => sharp(bytes, { page }).extract(area).png().toBuffer()

test('AS-15 all frames together stay within the pixels that a watermark may cost, and none is enlarged', async () => {
  await ffmpeg(folder, `${PICTURE('1000x600', 1, 50)} long.gif`)
  const { bytes } = await displayPicture(join(folder, 'long.gif'))
  const { width, height, pages } = await sharp(bytes, { pages: -1 }).metadata()
  equal(pages, 50)
  ok(width > 850 && width * height <= 24_500_000, `${width} x ${height}`)
})

test('a picture of one frame or of several pages is not animated', async () => {
  await ffmpeg(folder, `${PICTURE('64x48', 1, 1)} one.gif`)
  const page = { create: { width: 9, height: 9, channels: 3, background: 'red' } } as const
  const pages = await Promise.all([0, 1].map(() => sharp(page).tiff().toBuffer()))
  await sharp(pages, { join: { animated: true } })
    .tiff()
    .toFile(join(folder, 'two.tif'))
  for (const name of ['one.gif', 'two.tif'])
    equal((await displayPicture(join(folder, name))).isMoving, false, name)
})

test('an animated picture that is too large to decode is refused by its header', async () => {
  await ffmpeg(folder, '-f lavfi -i color=red:s=4000x3000:r=14:d=1 bomb.gif')
  const path = join(folder, 'bomb.gif')
  await rejects(displayPicture(path), { code: 'image_too_large' })
})
