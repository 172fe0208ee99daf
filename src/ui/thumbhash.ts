/** A wave of a colour channel: how often it turns across and down, and how strongly. */
type Wave = readonly [across: number, down: number, weight: number]

const LONGEST = { opaque: 7, transparent: 5 } // waves along the longer side
const SATURATION = 1.25 // gives back what quantization took

const COLUMNS = 4
const ROWS = 5
const BMP_HEAD = 54 // bytes

/**
 * Draws 4 by 5 pixels of a ThumbHash as a data URL of 174 characters. It is a BMP, which needs no
 * compression (https://learn.microsoft.com/windows/win32/gdi/bitmap-storage); browsers scale it
 * smoothly. As SVG, twenty elements for each picture took a phone as long as all else on home.
 */
export function placeholderOf(hash: string): string {
  const bytes = new Uint8Array(BMP_HEAD + COLUMNS * ROWS * 3) // a row of twelve bytes needs no padding
  const head = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d]) // BM
  head.setUint32(2, bytes.length, true)
  head.setUint32(10, BMP_HEAD, true)
  head.setUint32(14, BMP_HEAD - 14, true)
  head.setInt32(18, COLUMNS, true)
  head.setInt32(22, -ROWS, true) // negative: the top row comes first
  head.setUint16(26, 1, true) // planes
  head.setUint16(28, 24, true) // bits for each point: blue, green, red
  for (const [i, colour] of coloursOf(hash, COLUMNS, ROWS).entries()) {
    const rgb = Number.parseInt(colour.slice(1), 16)
    bytes.set([rgb & 255, (rgb >> 8) & 255, rgb >> 16], BMP_HEAD + 3 * i)
  }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`
}

/**
 * Decodes a ThumbHash in the middles of a grid's fields, row by row, as colours of CSS. The format is
 * that of https://github.com/evanw/thumbhash, whose own decoder draws a thousand points.
 */
export function coloursOf(hash: string, columns: number, rows: number): string[] {
  const bytes = Uint8Array.from(atob(hash), (byte) => byte.charCodeAt(0))
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes
  const head = a | (b << 8) | (c << 16)
  const tail = d | (e << 8)
  const isTransparent = head >> 23 === 1
  const long = isTransparent ? LONGEST.transparent : LONGEST.opaque
  const short = Math.max(3, tail & 7)
  const [across, down] = tail >> 15 ? [long, short] : [short, long]
  let place = isTransparent ? 12 : 10 // in half bytes

  function waves(nx: number, ny: number, scale: number): Wave[] {
    const found: Wave[] = []
    for (let y = 0; y < ny; y++)
      for (let x = y === 0 ? 1 : 0; x * ny < nx * (ny - y); x++) {
        const half = ((bytes[place >> 1] ?? 0) >> ((place & 1) * 4)) & 15
        found.push([x, y, (half / 7.5 - 1) * scale * 2])
        place++
      }
    return found
  }
  const light = waves(across, down, ((head >> 18) & 31) / 31)
  const yellow = waves(3, 3, (((tail >> 3) & 63) / 63) * SATURATION)
  const red = waves(3, 3, (((tail >> 9) & 63) / 63) * SATURATION)

  return Array.from({ length: columns * rows }, (_, i) => {
    const x = (Math.PI * ((i % columns) + 0.5)) / columns
    const y = (Math.PI * (Math.floor(i / columns) + 0.5)) / rows
    const at = (start: number, of: Wave[]) =>
      of.reduce(
        (sum, [nx, ny, weight]) => sum + weight * Math.cos(nx * x) * Math.cos(ny * y),
        start,
      )
    const l = at((head & 63) / 63, light)
    const p = at(((head >> 6) & 63) / 31.5 - 1, yellow)
    const q = at(((head >> 12) & 63) / 31.5 - 1, red)
    const blue = l - (2 / 3) * p
    const reds = (3 * l - blue + q) / 2
    return hex(reds, reds - q, blue)
  })
}

const hex = (...channels: number[]) =>
  `#${channels
    .map((share) =>
      Math.round(255 * Math.min(1, Math.max(0, share)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
