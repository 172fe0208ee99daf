/** A wave of a colour channel: how often it turns across and down, and how strongly. */
type Wave = readonly [across: number, down: number, weight: number]

const LONGEST = { opaque: 7, transparent: 5 } // waves along the longer side
const SATURATION = 1.25 // gives back what quantization took

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
