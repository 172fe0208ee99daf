import sharp from 'sharp'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { coloursOfStrip, INK, INK_2, MAT, PAPER, sizeFor } from '#src/sales/share/strip.ts'
import { openTextOutlines, type TextOutlines, wrapLines } from '#src/sales/share/text-outlines.ts'
import { type PublicShelf, SHELF_PICTURE, type ShelfCopy } from './shelf.shared.ts'

const { width: WIDTH, height: HEIGHT } = SHELF_PICTURE
const EDGE = 56
const BOARD = HEIGHT - EDGE - 14 // the upper edge of the board on which the copies stand
const [SPINE, GAP] = [78, 4]
const SPINES_MAX = Math.floor((WIDTH - 2 * EDGE + GAP) / (SPINE + GAP))
const HEIGHTS: Record<ShelfCopy['media_type'], number> = {
  video: 330,
  image: 300,
  audio: 274,
  unknown: 300,
}

const spineOf = (copy: ShelfCopy) => {
  const { title, obi, media_type, number, first_number, copies_count } = copy
  return { title, obi, media_type, number, first_number, copies_count }
}
type Spine = ReturnType<typeof spineOf>
type DrawnShelf = Pick<PublicShelf, 'username' | 'about'> & { copies: Spine[] }

/** Returns what is drawn of a shelf: the name, and the first copies as spines. */
export const drawnShelf = ({ username, about, copies }: PublicShelf): DrawnShelf => ({
  username,
  about,
  copies: copies.slice(0, SPINES_MAX).map(spineOf),
})

/** Renders a public shelf as a PNG to share: the name, and the copies as spines on a board. */
export async function renderShelfPicture({ username, about, copies }: DrawnShelf): Promise<Buffer> {
  const letters = await openTextOutlines()
  const width = WIDTH - 2 * EDGE
  const line = (text: string, y: number, size: number) => letters.line(text, { x: EDGE, y, size })
  const [name] = wrapLines(letters, username, { size: 64, width: width - 140, lines: 1 })
  const [words] = about ? wrapLines(letters, about, { size: 28, width, lines: 1 }) : []
  const x = WIDTH - EDGE - letters.widthOf('Renban', 24)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
    <g fill="${INK}">${line(name ?? '', 112, 64)}</g>
    <g fill="${INK_2}">${words ? line(words, 168, 28) : ''}${letters.line('Renban', { x, y: 84, size: 24 })}</g>
    <rect x="${EDGE}" y="${BOARD}" width="${width}" height="14" fill="${MAT}"/>
    ${copies.map((copy, i) => spineSvg(copy, EDGE + i * (SPINE + GAP), letters)).join('')}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

/** Renders a copy as the strip of its title: the number at its head, the title running down. */
function spineSvg(copy: Spine, x: number, letters: TextOutlines): string {
  const height = HEIGHTS[copy.media_type]
  const top = BOARD - height
  const { strip, figure } = coloursOfStrip(copy.obi)
  const number = String(copy.number).padStart(String(lastNumber(copy)).length, '0')
  const size = sizeFor(letters, number, { most: 34, width: SPINE - 16 })
  const [title] = wrapLines(letters, copy.title, { size: 20, width: height - 84, lines: 1 })
  const across = x + (SPINE - letters.widthOf(number, size)) / 2
  return `<rect x="${x}" y="${top}" width="${SPINE}" height="${height}" fill="${strip}"/>
    <g fill="${figure}">${letters.line(number, { x: across, y: top + 46, size })}
    <g transform="translate(${x + SPINE / 2 - 7} ${top + 68}) rotate(90)">${letters.line(title ?? '', { x: 0, y: 0, size: 20 })}</g></g>`
}
