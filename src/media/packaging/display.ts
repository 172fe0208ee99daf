import type { Sharp } from 'sharp'
import { isRefusal, Refusal } from '#core/errors.ts'
import { animatedDisplay } from './animation.ts'
import { openPicture } from '#src/platform/pictures/poster.ts'

const DISPLAY_SIDE = 1_920
const PREVIEW_SIDE = 960

/**
 * Returns a picture in the size its holders see, before their number is drawn on it. The result is
 * WebP, never enlarged; an animated picture keeps all its frames.
 */
export async function displayPicture(path: string): Promise<{ bytes: Buffer; isMoving: boolean }> {
  const animated = await animatedDisplay(path)
  const still = () => resized(path, DISPLAY_SIDE, (picture) => picture.webp({ quality: 90 }))
  return { bytes: animated ?? (await still()), isMoving: animated !== undefined }
}

/**
 * Returns the public preview of a picture on sale: a PNG with half the sides of the display size.
 */
export function previewPicture(path: string): Promise<Buffer> {
  return resized(path, PREVIEW_SIDE, (picture) => picture.png({ compressionLevel: 1 }))
}

async function resized(path: string, side: number, encode: (picture: Sharp) => Sharp) {
  const picture = await openPicture(path)
  const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
  try {
    return await encode(picture.resize(size).toColourspace('srgb')).toBuffer()
  } catch (cause) {
    throw isRefusal(cause) ? cause : new Refusal('media_broken', {}, { cause })
  }
}
