import type { BrandKey } from '../brands.ts'

/** Copies on offer at one price: `numbers` like `5-10 12`. */
export interface Offer {
  numbers: string
  price: number
}

/** A title of the demo world. Its key names its files in `demo/art` and `demo/media`. */
export interface Work {
  title: string
  kind: 'film' | 'song' | 'picture'
  brand: BrandKey
  copies: number
  obi: string
  /** Days before today on which it came out. */
  days: number
  /** Per cent of a resale that goes to its creator. */
  royalty: number
  offers: Offer[]
  /** Its sale opens at 21:00 of Japan, tonight. */
  opensTonight?: boolean
  /** Its creator took it back so many days before today. */
  withdrawn?: number
  trailer?: boolean
  /** The languages of its subtitles, which lie beside it in `demo/media`. */
  subtitles?: string[]
  /** The title whose picture in `demo/art` is its own too. */
  still?: string
  /** A wide still stands for it, where its page and the market's head have room for one. */
  wide?: boolean
  /** Names of its parts by the second at which each begins. */
  chapters?: Record<number, string>
  /** More copies, issued so many days before today. */
  further?: { copies: number; days: number; title: string; text: string }
  text: string
}

/** The numbers that `5-10 12` names. */
export function parseRanges(text: string): number[] {
  return text.split(' ').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
}
