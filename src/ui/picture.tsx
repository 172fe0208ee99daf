import { thumbHashToRGBA } from 'thumbhash'

/**
 * A processed picture as assets carry it: its files are `${base}-${width}.avif`, `.webp` and
 * `.jpg`.
 */
export interface PictureSource {
  /** A key below `/media/`, or a path of its own where it begins with a slash. */
  base: string
  /** Pixels across of each version, smallest first. */
  widths: readonly number[]
  width: number
  height: number
  /** Base64, https://evanw.github.io/thumbhash/ */
  thumbhash?: string | null
  /** Kept in view when the picture is cropped; its middle if nothing was said. */
  focal?: Focal | undefined
}

/** Where the eye goes in a picture: 0 at its left and top edge, 1 at the other. */
export interface Focal {
  x: number
  y: number
}

export interface PictureProps {
  source: PictureSource
  alt: string
  /** How wide it is drawn, as in the HTML attribute: `(width < 40rem) 50vw, 280px`. */
  sizes: string
  /** The largest picture of the first screen: fetched first and at once. */
  eager?: boolean
  /** `own` keeps its proportions, `wide` is 16:9; without one it fills the box it is in. */
  shape?: 'own' | 'wide' | 'square'
}

/** A picture that keeps its place, is a blur at once, and comes in the lightest form known. */
export function Picture({ source, alt, sizes, eager, shape }: PictureProps) {
  const { width, height, focal, thumbhash } = source
  return (
    <picture className="picture" data-shape={shape} {...(focal && tenths(focal))}>
      <source type="image/avif" srcSet={srcSet(source, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(source, 'webp')} sizes={sizes} />
      {thumbhash && <Placeholder hash={thumbhash} />}
      <img
        className="picture-image"
        src={fileOf(source, source.widths[0]!, 'jpg')}
        srcSet={srcSet(source, 'jpg')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}

/** What the stylesheet crops by; style attributes are closed by the content policy. */
export const tenths = ({ x, y }: Focal) => ({
  'data-focal-x': Math.round(x * 10),
  'data-focal-y': Math.round(y * 10),
})

const srcSet = (source: PictureSource, ending: string) =>
  source.widths.map((width) => `${fileOf(source, width, ending)} ${width}w`).join(', ')

/** The address of its widest JPEG, which every reader of links knows, and how large that is. */
export function widestJpeg(source: PictureSource) {
  const width = source.widths.at(-1)!
  const height = Math.round((source.height * width) / source.width)
  return { path: fileOf(source, width, 'jpg'), width, height }
}

const fileOf = ({ base }: PictureSource, width: number, ending: string) =>
  `${base.startsWith('/') ? base : `/media/${base}`}-${width}.${ending}`

const COLUMNS = 4
const ROWS = 5

/**
 * Twenty points of the hash as a drawing: about a kilobyte, where the usual data URL takes four,
 * and no style attribute, which the content policy refuses.
 */
function Placeholder({ hash }: { hash: string }) {
  const bytes = Uint8Array.from(atob(hash), (byte) => byte.charCodeAt(0))
  const { w, h, rgba } = thumbHashToRGBA(bytes)
  const points = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const [x, y] = [i % COLUMNS, Math.floor(i / COLUMNS)]
    const at = pixel(((y + 0.5) * h) / ROWS) * w + pixel(((x + 0.5) * w) / COLUMNS)
    const [red, green, blue] = rgba.subarray(at * 4)
    return { x, y, fill: `rgb(${red} ${green} ${blue})` }
  })
  return (
    <svg
      aria-hidden
      className="picture-placeholder"
      viewBox={`0 0 ${COLUMNS} ${ROWS}`}
      preserveAspectRatio="none"
    >
      {points.map(({ x, y, fill }) => (
        <path key={`${x} ${y}`} d={`M${x} ${y}h1.1v1.1h-1.1z`} fill={fill} />
      ))}
    </svg>
  )
}

const pixel = Math.floor
