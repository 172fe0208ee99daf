import { Placeholder } from './placeholder.tsx'

/** A processed picture. Its files are `${base}-${width}.avif`, `.webp` and `.jpg`. */
export interface PictureSource {
  /** A key below `/media/`, or a path if it begins with a slash. */
  base: string
  /** The widths in pixels, smallest first. */
  widths: readonly number[]
  width: number
  height: number
  /** A ThumbHash as base64, https://evanw.github.io/thumbhash/ */
  thumbhash?: string | null
  /** The point that stays in view when the picture is cropped; the centre by default. */
  focal?: Focal | undefined
}

/** The focal point of a picture: 0 is the left or top edge, 1 the opposite edge. */
export interface Focal {
  x: number
  y: number
}

export interface PictureProps {
  source: PictureSource
  alt: string
  /** The `sizes` attribute of HTML: `(width < 40rem) 50vw, 280px`. */
  sizes: string
  /** Loads the picture at once and first; for the largest one of the first screen. */
  eager?: boolean
  /** `own` keeps the proportions, `wide` is 16:9; by default the picture fills its box. */
  shape?: 'own' | 'wide' | 'square'
}

/**
 * A picture with reserved space, a blurred placeholder and the smallest format the browser knows. The
 * placeholder stands outside `<picture>`: inside, browsers that read ahead would ask for the JPEG first.
 */
export function Picture({ source, alt, sizes, eager, shape }: PictureProps) {
  const { width, height, focal, thumbhash } = source
  return (
    <span className="picture" data-shape={shape} {...(focal && tenths(focal))}>
      {thumbhash && <Placeholder key={thumbhash} hash={thumbhash} />}
      <picture className="contents">
        <source type="image/avif" srcSet={srcSet(source, 'avif')} sizes={sizes} />
        <source type="image/webp" srcSet={srcSet(source, 'webp')} sizes={sizes} />
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
    </span>
  )
}

/**
 * Returns the focal point as data attributes for the style sheet, as the content policy forbids
 * style attributes.
 */
export const tenths = ({ x, y }: Focal) => ({
  'data-focal-x': Math.round(x * 10),
  'data-focal-y': Math.round(y * 10),
})

const srcSet = (source: PictureSource, ending: string) =>
  source.widths.map((width) => `${fileOf(source, width, ending)} ${width}w`).join(', ')

/** Returns path and size of the widest JPEG, for link previews. */
export function widestJpeg(source: PictureSource) {
  const width = source.widths.at(-1)!
  const height = Math.round((source.height * width) / source.width)
  return { path: fileOf(source, width, 'jpg'), width, height }
}

const fileOf = ({ base }: PictureSource, width: number, ending: string) =>
  `${base.startsWith('/') ? base : `/media/${base}`}-${width}.${ending}`
