export type AssetType = 'image' | 'video' | 'unknown'
export type MediaType = 'image' | 'video' | 'audio' | 'unknown'
export interface MediaKind {
  /** The kind for the pipeline, which processes audio like video. */
  asset_type: AssetType
  /** The kind shown to people. */
  media_type: MediaType
}

const IMAGE: MediaKind = { asset_type: 'image', media_type: 'image' }
const VIDEO: MediaKind = { asset_type: 'video', media_type: 'video' }
const AUDIO: MediaKind = { asset_type: 'video', media_type: 'audio' }
const UNKNOWN: MediaKind = { asset_type: 'unknown', media_type: 'unknown' }

// oxfmt-ignore
const BY_EXTENSION = new Map<string, MediaKind>(Object.entries({
  png: IMAGE, jpg: IMAGE, jpeg: IMAGE, webp: IMAGE, gif: IMAGE, apng: IMAGE, avif: IMAGE,
  tif: IMAGE, tiff: IMAGE,
  mp4: VIDEO, mov: VIDEO, m4f: VIDEO, m4v: VIDEO, mkv: VIDEO, webm: VIDEO,
  '3gp': VIDEO, '3g2': VIDEO, ts: VIDEO, mts: VIDEO, m2ts: VIDEO,
  mp3: AUDIO, aac: AUDIO, m4a: AUDIO, flac: AUDIO, wav: AUDIO, rf64: AUDIO, ogg: AUDIO,
  opus: AUDIO, spx: AUDIO, aif: AUDIO, aiff: AUDIO,
}))
const UNREADABLE = ['image/heic', 'image/heif', 'image/svg+xml'] // neither sharp nor ffmpeg opens them here
const BY_MIME = new Map([
  ['image', IMAGE],
  ['video', VIDEO],
  ['audio', AUDIO],
])

/**
 * Returns the kind that a file claims to be, by its MIME type, else by its extension. For the form
 * only: the server decides by the file's bytes (sniff.ts).
 */
export function mediaTypeOf(mime: string, fileName: string): MediaKind {
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const [type] = mime.toLowerCase().split('/')
  if (UNREADABLE.includes(mime.toLowerCase())) return UNKNOWN
  return BY_MIME.get(type!) ?? BY_EXTENSION.get(extension) ?? UNKNOWN
}

export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * The colours of a title's obi (the strip beside its poster). Red is left out: vermilion means
 * "yours".
 */
export const obiColours = {
  sumi: '#1d1d22',
  gunjo: '#20407c',
  matsuba: '#1f4d3e',
  asagi: '#7fbcc0',
  fuji: '#6a5b99',
  yamabuki: '#e4a722',
  kobicha: '#65452f',
  kinari: '#e8dfc8',
  nezu: '#b4b4ae',
} as const
export type Obi = keyof typeof obiColours

/**
 * Returns the obi nearest to a colour (0 to 255 each) by perceived distance, not by RGB distance.
 */
export function nearestObi(colour: Rgb): Obi {
  const [l, a, b] = oklab(colour)
  const distances = Object.entries(obiColours).map(([name, strip]) => {
    const [sl, sa, sb] = oklab(rgbOf(strip))
    return { name: name as Obi, distance: Math.hypot(l - sl, a - sa, b - sb) }
  })
  return distances.reduce((best, next) => (next.distance < best.distance ? next : best)).name
}

/** Parses `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Formats `#rrggbb`, each part rounded. */
export function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

// Björn Ottosson, "A perceptual color space for image processing" (2020).
function oklab(colour: Rgb): [number, number, number] {
  const [r, g, b] = colour.map((part) => {
    const c = part / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
