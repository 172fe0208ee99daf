import { join } from 'node:path'
import sharp from 'sharp'
import { type TextOutlines, openTextOutlines, wrapLines } from './text-outlines.ts'
import { SHARED_PICTURE, type SharedCopy } from './share.shared.ts'
import { coloursOfStrip, INK, INK_2, LINE, MAT, PAPER, sizeFor } from './strip.ts'

const { width: WIDTH, height: HEIGHT } = SHARED_PICTURE
const [SEAL, WHITE] = ['#d93a22', '#ffffff']
const STRIP = 132
const ART = 504 // 4:5 of the height
const LEFT = STRIP + ART + 56
const RIGHT = WIDTH - 56
const SEAL_SIDE = 96
/** The facts of a copy that are drawn. */
export type DrawnCopy = Omit<SharedCopy, 'kid' | 'owned_since' | 'media_type'>

const SEALS = join(import.meta.dirname, '../../ui')

/**
 * Renders a held copy as a PNG to share: the strip with its number, the work and the seal. `art` is a
 * stored picture of the work. Nothing may cover the work.
 */
export async function renderSharePicture(
  copy: DrawnCopy,
  art: Buffer | undefined,
): Promise<Buffer> {
  const letters = await openTextOutlines()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
    <rect x="${STRIP}" width="${ART}" height="${HEIGHT}" fill="${MAT}"/>
    ${stripSvg(copy, letters)}${art ? '' : placeholderSvg(copy, letters)}${textSvg(copy, letters)}</svg>`
  const work = art && (await sharp(art).resize(ART, HEIGHT, { fit: 'cover' }).toBuffer())
  const [left, top] = [RIGHT - SEAL_SIDE, HEIGHT - 56 - SEAL_SIDE]
  return sharp(Buffer.from(svg))
    .composite([
      ...(work ? [{ input: work, left: STRIP, top: 0 }] : []),
      { input: await seal(), left, top },
    ])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const paddedNumber = ({ number, first_number, copies_count }: DrawnCopy) =>
  String(number).padStart(String(first_number + copies_count - 1).length, '0')

function stripSvg(copy: DrawnCopy, letters: TextOutlines): string {
  const { strip, figure } = coloursOfStrip(copy.obi)
  const number = paddedNumber(copy)
  const size = sizeFor(letters, number, { most: 64, width: STRIP - 28 })
  const centred = (text: string, y: number, of: number) =>
    letters.line(text, { x: (STRIP - letters.widthOf(text, of)) / 2, y, size: of })
  return `<rect width="${STRIP}" height="${HEIGHT}" fill="${strip}"/>
    <g fill="${figure}">
    ${centred('No.', 58, 24)}${centred(number, 124, size)}${centred(`/ ${copy.copies_count}`, 164, 24)}</g>`
}

/** Renders the number faintly in place of a missing picture of the work. */
function placeholderSvg(copy: DrawnCopy, letters: TextOutlines): string {
  const number = paddedNumber(copy)
  const size = sizeFor(letters, number, { most: 240, width: ART - 96 })
  const x = STRIP + (ART - letters.widthOf(number, size)) / 2
  return `<g fill="${LINE}">${letters.line(number, { x, y: HEIGHT / 2 + size * 0.36, size })}</g>`
}

function textSvg(copy: DrawnCopy, letters: TextOutlines): string {
  const { title, brand_name, holder, copies_count } = copy
  const width = RIGHT - LEFT
  const number = `No. ${paddedNumber(copy)}`
  const size = sizeFor(letters, number, { most: 104, width })
  const lines = wrapLines(letters, title, { size: 44, width, lines: 3 })
  const line = (text: string, y: number, of: number) => letters.line(text, { x: LEFT, y, size: of })
  const beside = width - SEAL_SIDE - 24
  const [name] = holder ? wrapLines(letters, holder, { size: 28, width: beside, lines: 1 }) : []
  const [brand] = brand_name ? wrapLines(letters, brand_name, { size: 26, width, lines: 1 }) : []
  return `<g fill="${INK}">${line(number, 150, size)}${line(`/ ${copies_count}`, 204, 40)}
    ${lines.map((text, i) => line(text, 318 + i * 56, 44)).join('')}</g>
    <g fill="${INK_2}">${brand ? line(brand, 262, 26) : ''}${name ? line(name, 512, 28) : ''}
    ${line('Renban', HEIGHT - 60, 24)}</g>`
}

/** Renders the seal of a held copy: a white block under the vermilion with the figure cut out. */
async function seal(): Promise<Buffer> {
  const [block, cut] = await Promise.all([
    tintedImage('seal-block', WHITE),
    tintedImage('seal-cut', SEAL),
  ])
  return sharp(block)
    .composite([{ input: cut }])
    .png()
    .toBuffer()
}

async function tintedImage(file: string, background: string): Promise<Buffer> {
  const shape = await sharp(join(SEALS, `${file}.webp`))
    .resize(SEAL_SIDE, SEAL_SIDE, { fit: 'contain', background: '#0000' })
    .ensureAlpha()
    .extractChannel('alpha')
    .toBuffer()
  const create = { width: SEAL_SIDE, height: SEAL_SIDE, channels: 3 as const, background }
  return sharp({ create }).joinChannel(shape).png().toBuffer()
}
