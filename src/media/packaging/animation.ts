import { join } from 'node:path'
import sharp from 'sharp'
import { fail, Refusal } from '#core/errors.ts'
import type { Source, Transcoder } from '#src/integrations/transcoder.ts'
import { openPicture } from '#src/platform/pictures/poster.ts'

const SIDE_MAX = 1_920
const FRAMES_MAX = 600
const SOURCE_PIXELS = 160_000_000 // of all frames: half a gigabyte while they are made smaller
const DISPLAY_PIXELS = 24_000_000 // of all frames: two to three seconds of a processor for a mark
const WEBP = { quality: 88, effort: 0 }
const CONVERTED = 'moving.webp'

/**
 * Makes a WebP, without loss, of a picture that moves in a way only ffmpeg can read (APNG, AVIF), and
 * answers its path. It is not larger than the display size, and ends after 600 frames.
 */
export async function convertAnimation(
  transcoder: Transcoder,
  source: Source,
  signal?: AbortSignal,
) {
  const fitted = `scale=w=min(${SIDE_MAX}\\,iw):h=min(${SIDE_MAX}\\,ih):force_original_aspect_ratio=decrease`
  const lossless = ['-c:v', 'libwebp_anim', '-lossless', '1', '-compression_level', '0']
  const output = ['-frames:v', String(FRAMES_MAX), '-map_metadata', '-1', '-loop', '0', CONVERTED]
  const work = signal ? { signal } : {}
  await transcoder.run(source, ['-an', '-vf', fitted, ...lossless, ...output], work)
  return join(source.folder, CONVERTED)
}

/** The width, height and number of frames of a picture that moves; undefined for one that does not. */
async function animationOf(path: string) {
  const found = await sharp(path, { pages: -1, limitInputPixels: false }).metadata()
  const { width, pageHeight, pages = 1, delay } = found
  return pages > 1 && pageHeight && delay ? { width, height: pageHeight, pages } : undefined
}

/**
 * A picture that moves as its holders see it, before their number is drawn on: WebP, with its frames
 * and their times, as large as all its frames together may be. Undefined for one that stands still.
 * Refuses as `openPicture` does.
 */
export async function animatedDisplay(path: string): Promise<Buffer | undefined> {
  await openPicture(path)
  const motion = await animationOf(path).catch(broken)
  if (!motion) return undefined
  const { width, height, pages } = motion
  const pixels = width * height * pages
  if (pixels > SOURCE_PIXELS || pages > FRAMES_MAX) fail('image_too_large')
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height), Math.sqrt(DISPLAY_PIXELS / pixels))
  return sharp(path, { pages: -1, limitInputPixels: SOURCE_PIXELS, failOn: 'error' })
    .resize({ width: Math.max(1, Math.round(width * scale)) })
    .toColourspace('srgb')
    .webp(WEBP)
    .toBuffer()
    .catch(broken)
}

/** Draws the same strip into the lower corner of each frame of one of our own moving pictures. */
export async function overlayFrames(
  source: Buffer,
  stripFor: (width: number, height: number) => Promise<Buffer>,
): Promise<Buffer> {
  const moving = sharp(source, { pages: -1 })
  const { width, pageHeight: height } = await moving.metadata()
  const clear = { width, height: height!, channels: 4, background: '#0000' } as const
  const frame = await sharp({ create: clear })
    .composite([{ input: await stripFor(width, height!), gravity: 'southeast' }])
    .png()
    .toBuffer()
  return moving
    .composite([{ input: frame, tile: true, top: 0, left: 0 }])
    .webp(WEBP)
    .toBuffer()
}

function broken(cause: unknown): never {
  throw new Refusal('media_broken', {}, { cause })
}
