import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { overlayFrames } from './animation.ts'

const SIDE_MAX = 1920
const INK = '#1d1d22'
const PAPER = '#f3f2ec'
const HEIGHT_SHARE = 0.045 // of the picture's shorter side
const HEIGHT_MIN = 20

// The characters of a serial, as strokes in a box 60 wide and 100 high. A bare server has no
// fonts, and a watermark that needs one may silently come out empty.
const GLYPHS = new Map<string, { width: number; path: string }>(
  Object.entries({
    '0': { width: 60, path: 'M8 34a22 26 0 0 1 44 0v32a22 26 0 0 1-44 0z' },
    '1': { width: 40, path: 'M6 24L24 8V92' },
    '2': { width: 60, path: 'M8 32C8 0 52 0 52 34C52 54 8 70 8 92H54' },
    '3': {
      width: 60,
      path: 'M8 26C14 0 52 2 52 28C52 44 40 48 26 48C40 48 52 54 52 70C52 98 12 98 6 74',
    },
    '4': { width: 60, path: 'M42 92V8L6 68H56' },
    '5': { width: 60, path: 'M50 8H14L10 46C26 32 54 38 54 64C54 98 14 98 6 76' },
    '6': { width: 60, path: 'M48 12C16 4 8 36 8 64C8 100 52 100 52 68C52 38 14 38 8 66' },
    '7': { width: 60, path: 'M6 8H54L24 92' },
    '8': { width: 60, path: 'M30 47C4 47 4 8 30 8S56 47 30 47C0 47 0 92 30 92S60 47 30 47z' },
    '9': { width: 60, path: 'M12 88C44 96 52 64 52 36C52 0 8 0 8 32C8 62 46 62 52 34' },
    N: { width: 64, path: 'M8 92V8L56 92V8' },
    o: { width: 52, path: 'M26 38a20 27 0 0 1 0 54a20 27 0 0 1 0-54z' },
    '.': { width: 16, path: 'M8 90v2' },
    '/': { width: 44, path: 'M4 98L40 2' },
    ' ': { width: 24, path: '' },
  }),
)
const GAP = 16
const PADDING = 36

export interface WatermarkedImage {
  bytes: Buffer
  type: 'image/jpeg' | 'image/webp'
}

/**
 * Draws a serial, as `No. 007 / 100`, on a strip in the lower right corner of a picture. The result
 * has the display size, at most 1,920 pixels a side. The source is a picture that the platform has
 * checked and stored. Throws for characters that no serial has.
 */
export async function watermarkImage(
  source: Buffer | Readable,
  serial: string,
): Promise<WatermarkedImage> {
  const opened = Buffer.isBuffer(source) ? sharp(source) : source.pipe(sharp())
  const { data, info } = await opened
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: PAPER })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const overlay = await renderStrip(serial, info)
  const bytes = await sharp(data, { raw })
    .composite([{ input: overlay, gravity: 'southeast' }])
    .jpeg({ quality: 88 })
    .toBuffer()
  return { bytes, type: 'image/jpeg' }
}

/** Draws a serial into each frame of an animated picture. Returns WebP. */
export async function watermarkAnimation(
  source: Buffer,
  serial: string,
): Promise<WatermarkedImage> {
  const strip = (width: number, height: number) => renderStrip(serial, { width, height })
  return { bytes: await overlayFrames(source, strip), type: 'image/webp' }
}

/** Renders the strip in the size that suits the picture. */
function renderStrip(serial: string, shown: { width: number; height: number }): Promise<Buffer> {
  const strip = stripSvg(serial)
  const height = Math.max(
    HEIGHT_MIN,
    Math.round(Math.min(shown.width, shown.height) * HEIGHT_SHARE),
  )
  const width = Math.min(shown.width, Math.round((height * strip.width) / strip.height))
  return sharp(Buffer.from(strip.svg))
    .resize({ width, height: Math.min(height, shown.height), fit: 'contain', background: INK })
    .png()
    .toBuffer()
}

function stripSvg(serial: string): { svg: string; width: number; height: number } {
  let x = PADDING
  const strokes = serial.split('').map((letter) => {
    const glyph = GLYPHS.get(letter)
    if (!glyph) throw new Error(`no glyph for ${letter}`)
    const at = x
    x += glyph.width + GAP
    return `<path transform="translate(${at} ${PADDING})" d="${glyph.path}"/>`
  })
  const [width, height] = [x - GAP + PADDING, 100 + 2 * PADDING]
  const style = `fill="none" stroke="${PAPER}" stroke-width="12" stroke-linecap="square" stroke-linejoin="round"`
  const frame = `<rect width="${width}" height="${height}" fill="${INK}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frame}<g ${style}>${strokes.join('')}</g></svg>`
  return { svg, width, height }
}
