import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { Refusal, fail, isRefusal } from '#core/errors.ts'
import type { Probe } from '#src/integrations/ffprobe.ts'
import type { Source, Transcoder } from '#src/integrations/transcoder.ts'
import { type Obi, hexOf, nearestObi } from './media.shared.ts'
import { pictureFilters } from './picture-filters.ts'
import { sniff } from './sniff.ts'

/** The data with which a page shows a picture before and after it is loaded. Stored as JSON. */
export interface Poster {
  /** The upright source's width in pixels. */
  width: number
  height: number
  /** The widths in pixels; each is stored as `640.avif`, `640.webp` and `640.jpg`. */
  widths: number[]
  /** Base64 of a ThumbHash. */
  thumbhash: string
  /** The average colour, as `#rrggbb`. */
  color: string
  obi: Obi
}
export type Write = (name: string, bytes: Buffer, type: string) => Promise<void>

const PIXELS_MAX = 80_000_000
const BYTES_MAX = 100 * 1024 * 1024
const WIDTHS = [320, 640, 960, 1280, 1920]
const LARGEST = { width: 1920, height: 3840 } // encoders refuse very tall pictures
const HASH_SIDE = 100 // pixels, the maximum of ThumbHash
const PAPER = '#f1f1ed'

const FORMATS: { extension: string; type: string; encode: (picture: Sharp) => Sharp }[] = [
  { extension: 'avif', type: 'image/avif', encode: (p) => p.avif({ effort: 1, quality: 55 }) },
  { extension: 'webp', type: 'image/webp', encode: (p) => p.webp({ quality: 78 }) },
  {
    extension: 'jpg',
    type: 'image/jpeg',
    encode: (p) => p.flatten({ background: PAPER }).jpeg({ quality: 80, progressive: true }),
  },
]

/**
 * Opens an untrusted picture: checks its type by its bytes, refuses oversized ones by their header,
 * and turns it upright. sharp's output holds no EXIF, GPS or colour profile. Refuses
 * `media_unknown`, `media_mismatch`, `media_broken` and `image_too_large`.
 */
export async function openPicture(path: string): Promise<Sharp> {
  await sniff(path, 'image')
  if ((await stat(path)).size > BYTES_MAX) fail('image_too_large')
  const picture = sharp(path, { limitInputPixels: false, failOn: 'error', pages: 1 })
  const { width, height } = await picture.metadata().catch(broken)
  if (width * height > PIXELS_MAX) fail('image_too_large')
  return sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 }).autoOrient()
}

/**
 * Writes the picture in three formats at each width up to its own, one after the other. Errors of
 * `write` pass through, as a storage failure is not a fault of the picture.
 */
export async function makePosters(path: string, write: Write): Promise<Poster> {
  const picture = await openPicture(path)
  // The untrusted file is decoded once; everything else is made from the decoded pixels.
  const widest = await picture
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(broken)
  const fitting = WIDTHS.filter((width) => width <= widest.info.width)
  const widths = fitting.length > 0 ? fitting : [widest.info.width]
  for (const width of widths)
    for (const { extension, type, encode } of FORMATS)
      await write(
        `${width}.${extension}`,
        await encode(pixels(widest).resize({ width })).toBuffer(),
        type,
      )
  return { ...(await uprightSize(path)), widths, ...(await placeholderOf(pixels(widest))) }
}

/** Wraps decoded pixels as input for further processing. */
const pixels = ({ data, info: { width, height, channels } }: { data: Buffer; info: OutputInfo }) =>
  sharp(data, { raw: { width, height, channels } })

async function uprightSize(path: string): Promise<{ width: number; height: number }> {
  const { width, height, orientation = 1 } = await sharp(path).metadata()
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

/** Computes the ThumbHash, the average colour and the matching obi. */
async function placeholderOf(picture: Sharp) {
  const { data, info } = await picture
    .resize({ width: HASH_SIDE, height: HASH_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const flat = pixels({ data, info }).flatten({ background: PAPER }).raw()
  const { channels } = await pixels(await flat.toBuffer({ resolveWithObject: true })).stats()
  const [red, green, blue] = channels.map(({ mean }) => mean) as [number, number, number]
  const average = [red, green ?? red, blue ?? red] as const
  return {
    thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
    color: hexOf(average),
    obi: nearestObi(average),
  }
}

// Positions as shares of the film. Keyframes come first, as decoding a few is cheap even in 4K.
const TRIES = [
  ...[0.1, 0.3, 0.5, 0.7].map((share) => ({ share, keyframesOnly: true })),
  ...[0.1, 0.3, 0.5, 0.7, 0].map((share) => ({ share, keyframesOnly: false })), // 0: a single frame
]
const FRAMES_COMPARED = { keyframes: 8, frames: 100 }
const ENTROPY_MIN = 4 // bits; a lower entropy is a black or empty frame

/**
 * Writes a frame that represents a film as a PNG into the job's folder and returns its path. Takes
 * the most typical of some keyframes after a tenth of the film, or at a later place if that frame
 * is black or empty. If keyframes are too rare, compares all frames.
 */
export async function pickFrame(
  transcoder: Transcoder,
  source: Source,
  probe: Probe,
  signal?: AbortSignal,
): Promise<string> {
  const tried: { name: string; entropy: number }[] = []
  const { index, width, height } = probe.video!
  for (const [i, { share, keyframesOnly }] of TRIES.entries()) {
    const name = `${i}-frame.png`
    const count = keyframesOnly ? FRAMES_COMPARED.keyframes : FRAMES_COMPARED.frames
    const filters = [`thumbnail=${count}`, ...pictureFilters(probe.video!, { width, height })]
    const one = ['-an', '-sn', '-frames:v', '1', '-update', '1', '-map_metadata', '-1']
    const seekSeconds = share * probe.duration_seconds
    await transcoder.run(source, ['-map', `0:${index}`, '-vf', filters.join(','), ...one, name], {
      seekSeconds,
      keyframesOnly,
      signal,
    })
    const path = join(source.folder, name)
    const { entropy } = await sharp(path)
      .stats()
      .catch(() => ({ entropy: -1 }))
    tried.push({ name, entropy })
    if (entropy >= ENTROPY_MIN) break
  }
  const best = tried.reduce((a, b) => (b.entropy > a.entropy ? b : a))
  return best.entropy < 0 ? fail('media_broken') : join(source.folder, best.name)
}

/**
 * Extracts the unchanged cover of a music file into the job's folder. Returns its path, or
 * `undefined` without a readable cover: a song is not refused for its cover.
 */
export async function pickCover(
  transcoder: Transcoder,
  source: Source,
  { cover }: Probe,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (cover === undefined) return undefined
  const path = join(source.folder, 'cover')
  const one = ['-c', 'copy', '-frames:v', '1', '-f', 'image2', '-update', '1']
  try {
    await transcoder.run(source, ['-map', `0:${cover}`, ...one, 'cover'], { signal })
    await (await openPicture(path)).stats().catch(broken)
    return path
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** Converts any of sharp's errors about a broken file into one refusal. */
function broken(cause: unknown): never {
  throw new Refusal('media_broken', {}, { cause })
}
