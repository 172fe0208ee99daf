import type { Sharp } from 'sharp'
import { isRefusal, Refusal } from '#core/errors.ts'
import { animatedDisplay } from './animation.ts'
import { openPicture } from '#src/platform/pictures/poster.ts'

const DISPLAY_SIDE = 1_920
const PREVIEW_SIDE = 960

/**
 * A picture as its holders see it, before their number is drawn on: WebP, never enlarged; where it
 * moves, with all its frames.
 */
export async function displayPicture(path: string): Promise<{ bytes: Buffer; isMoving: boolean }> {
  const moving = await animatedDisplay(path)
  const still = () => resized(path, DISPLAY_SIDE, (picture) => picture.webp({ quality: 90 }))
  return { bytes: moving ?? (await still()), isMoving: moving !== undefined }
}

/** What everybody may see of a picture that is sold: a PNG with half the display's sides. */
export function previewPicture(path: string): Promise<Buffer> {
  return resized(path, PREVIEW_SIDE, (picture) => picture.png({ compressionLevel: 1 }))
}

async function resized(path: string, side: number, encode: (picture: Sharp) => Sharp) {
  const picture = await openPicture(path)
  const schema = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
  try {
    return await encode(picture.resize(schema).toColourspace('srgb')).toBuffer()
  } catch (cause) {
    throw isRefusal(cause) ? cause : new Refusal('media_broken', {}, { cause })
  }
}
