import { join } from 'node:path'
import sharp from 'sharp'
import { fail, Refusal } from '#core/errors.ts'
import type { Source, Transcoder } from '#src/integrations/transcoder.ts'
import { openPicture } from '#src/platform/pictures/poster.ts'

const SIDE_MAX = 1_920
const FRAMES_MAX = 600
const SOURCE_PIXELS = 160_000_000 // of all frames together: half a gigabyte of memory while they are scaled
const DISPLAY_PIXELS = 24_000_000 // of all frames together: two to three seconds of processor time for a watermark
const WEBP = { quality: 88, effort: 0 }
const CONVERTED = 'moving.webp'

/**
 * Converts an animated picture that only ffmpeg can read (APNG, AVIF) to a lossless WebP, and
 * returns its path. The result is at most as large as the display size. It has at most one frame more than
 * is allowed, so that a longer one is refused rather than cut.
 */
export async function convertAnimation(
  transcoder: Transcoder,
  source: Source,
  signal?: AbortSignal,
) {
  const fitted = `scale=w=min(${SIDE_MAX}\\,iw):h=min(${SIDE_MAX}\\,ih):force_original_aspect_ratio=decrease`
  const lossless = ['-c:v', 'libwebp_anim', '-lossless', '1', '-compression_level', '0']
  const output = [
    '-frames:v',
    String(FRAMES_MAX + 1),
    '-map_metadata',
    '-1',
    '-loop',
    '0',
    CONVERTED,
  ]
  const work = signal ? { signal } : {}
  await transcoder.run(source, ['-an', '-vf', fitted, ...lossless, ...output], work)
  return join(source.folder, CONVERTED)
}

/** Returns the size and number of frames of an animated picture; undefined for a still one. */
async function animationOf(path: string) {
  const found = await sharp(path, { pages: -1, limitInputPixels: false }).metadata()
  const { width, pageHeight, pages = 1, delay } = found
  return pages > 1 && pageHeight && delay ? { width, height: pageHeight, pages } : undefined
}

/**
 * Returns an animated picture in the size its holders see, before their number is drawn on it. The
 * result is a WebP with all frames and their times, scaled to `DISPLAY_PIXELS` in all frames
 * together. Returns undefined for a still picture. Refuses `image_too_large`, `media_broken`, and
 * the refusals of `openPicture`.
 */
export async function animatedDisplay(path: string): Promise<Buffer | undefined> {
  await openPicture(path)
  const animation = await animationOf(path).catch(broken)
  if (!animation) return undefined
  const { width, height, pages } = animation
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

/** Draws the same strip into the lower right corner of each frame of a stored animated picture. */
export async function overlayFrames(
  source: Buffer,
  stripFor: (width: number, height: number) => Promise<Buffer>,
): Promise<Buffer> {
  const animated = sharp(source, { pages: -1 })
  const { width, pageHeight: height } = await animated.metadata()
  const clear = { width, height: height!, channels: 4, background: '#0000' } as const
  const frame = await sharp({ create: clear })
    .composite([{ input: await stripFor(width, height!), gravity: 'southeast' }])
    .png()
    .toBuffer()
  return animated
    .composite([{ input: frame, tile: true, top: 0, left: 0 }])
    .webp(WEBP)
    .toBuffer()
}

function broken(cause: unknown): never {
  throw new Refusal('media_broken', {}, { cause })
}
