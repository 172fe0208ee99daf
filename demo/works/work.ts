import type { BrandKey } from '../brands.ts'

/** Copies on offer at one price, with `numbers` like `5-10 12`. */
export interface Offer {
  numbers: string
  price: number
}

/** A title of the demo world. Its key is the stem of its files in `demo/art` and `demo/media`. */
export interface Work {
  title: string
  kind: 'film' | 'song' | 'picture'
  brand: BrandKey
  copies: number
  obi: string
  /** The number of days since its publication. */
  days: number
  /** The creator's share of a resale, in per cent. */
  royalty: number
  offers: Offer[]
  /** True if its sale opens tonight at 21:00 in Japan. */
  opensTonight?: boolean
  /** The number of days since the creator withdrew it. */
  withdrawn?: number
  trailer?: boolean
  /** True if owners may download their copies. */
  downloadable?: boolean
  /** The languages of its subtitles, which are files in `demo/media`. */
  subtitles?: string[]
  /** The key of the title whose picture in `demo/art` it shares. */
  still?: string
  /** True if a wide still is used at the top of its page and of the market. */
  wide?: boolean
  /** The people who made it, one line each, as in `Director: Mika Okada`. */
  credits?: string
  /** How many guests an owner may show a copy to, once screenings are switched on. */
  guests?: number
  /** The chapter names by their start in seconds. */
  chapters?: Record<number, string>
  /** Further copies, issued some days before today. */
  further?: { copies: number; days: number; title: string; text: string }
  text: string
}

/** Parses numbers like `5-10 12` into a list. */
export function parseRanges(text: string): number[] {
  return text.split(' ').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
}
