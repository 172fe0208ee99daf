import type { PersonKey } from './people.ts'
import type { WorkKey } from './works/works.ts'

/** The sale of one copy by its current owner to `buyer` for `price` yen. */
export interface Deal {
  /** The days before today; by default today. */
  days?: number
  work: WorkKey
  number: number
  buyer: PersonKey
  price: number
  /** True if paid by card on the provider's page; otherwise paid from balance. */
  card?: true
}

/** The card payments. They happen today, because the card emulator follows the real clock. */
export const cardDeals: Deal[] = [
  { work: 'fern', number: 2, buyer: 'aoi', price: 18_000, card: true },
  { work: 'wave', number: 12, buyer: 'aoi', price: 26_500, card: true },
  { work: 'swimmer', number: 3, buyer: 'ren', price: 12_000, card: true },
  { work: 'swimmer', number: 1, buyer: 'aoi', price: 12_000, card: true },
  { work: 'swimmer', number: 11, buyer: 'ren', price: 12_000, card: true },
  { work: 'birds', number: 44, buyer: 'ren', price: 7_700, card: true },
  { work: 'noren', number: 5, buyer: 'aoi', price: 9_800, card: true },
  { work: 'tide', number: 11, buyer: 'ren', price: 1_200, card: true },
  { work: 'nemuro', number: 22, buyer: 'aoi', price: 2_400, card: true },
  { work: 'piano', number: 88, buyer: 'ren', price: 1_800, card: true },
]

/** The resales by two collectors of copies that they have just bought, paid from balance. */
export const resales: Deal[] = [
  { work: 'swimmer', number: 1, buyer: 'nami', price: 16_500 },
  { work: 'swimmer', number: 11, buyer: 'kazuo', price: 18_000 },
]

type Row = [days: number, work: WorkKey, number: number, buyer: PersonKey, price: number]
// oxfmt-ignore
const past: Row[] = [
  [68, 'kotos',       3, 'nami',  1_500],
  [64, 'noren',       9, 'jun',   9_500],
  [61, 'hush',       12, 'jun',   2_200],
  [61, 'hush',       64, 'ren',   2_200],
  [60, 'typhoon',    18, 'ren',   1_800],
  [59, 'otaru',      41, 'jun',   2_000],
  [58, 'otaru',      11, 'nami',  2_400],
  [58, 'otaru',       1, 'kazuo', 6_200],
  [57, 'otaru',      22, 'ren',   2_200],
  [56, 'cassette',    8, 'aoi',     900],
  [55, 'birds',       6, 'jun',   7_700],
  [54, 'lighthouse', 10, 'mika',  1_600],
  [53, 'block14',   121, 'ren',     980],
  [50, 'enka',      808, 'ren',   1_500],
  [49, 'ginkgo',     45, 'nami',  6_600],
  [47, 'salt',        1, 'jun',   1_600],
  [47, 'salt',        2, 'nami',  1_600],
  [47, 'salt',        3, 'kazuo', 1_600],
  [47, 'salt',        4, 'mika',  1_600],
  [46, 'salt',        5, 'aoi',   1_600],
  [46, 'salt',        6, 'jun',   1_600],
  [45, 'salt',        7, 'kazuo', 1_600],
  [45, 'salt',        8, 'nami',  1_600],
  [44, 'salt',        9, 'ren',   1_600],
  [44, 'salt',       10, 'aoi',   1_800],
  [43, 'plough',      7, 'ren',   1_900],
  [42, 'plough',      1, 'emi',   3_800],
  [41, 'plough',     11, 'jun',   2_200],
  [40, 'otaru',      41, 'emi',   2_300],
  [38, 'piano',      11, 'mika',  1_800],
  [36, 'room',        1, 'aoi',   5_500],
  [35, 'room',        2, 'jun',   5_500],
  [34, 'seven-rains', 777, 'ren', 1_200],
  [33, 'seven-rains', 333, 'kiyo',  900],
  [30, 'otaru',       1, 'emi',   6_800],
  [28, 'salt',        2, 'ruth',  2_000],
  [26, 'tide',      100, 'mika',  1_200],
  [25, 'tide',      222, 'jun',   1_200],
  [23, 'nemuro',      2, 'emi',   1_800],
  [22, 'nemuro',     13, 'jun',   1_900],
  [20, 'nemuro',     30, 'tomo',  1_850],
  [18, 'nemuro',     44, 'nami',  2_100],
  [16, 'nemuro',     11, 'kazuo', 3_400],
  [14, 'nemuro',      7, 'ren',   2_050],
  [12, 'nemuro',     51, 'emi',   2_200],
  [10, 'nemuro',     13, 'emi',   2_150],
  [ 8, 'nemuro',      1, 'aoi',   4_800],
  [ 6, 'nemuro',     66, 'jun',   2_300],
  [ 4, 'nemuro',     33, 'emi',   2_400],
  [ 2, 'nemuro',     88, 'nami',  2_400],
]
/** The purchases of the past weeks, paid with the points of `welcome.ts`, oldest first. */
export const pastDeals: Deal[] = past.map(([days, work, number, buyer, price]) => ({
  days,
  work,
  number,
  buyer,
  price,
}))

/** The copies that their owners offer for resale, beside the creators' own offers. */
export const holderOffers: { work: WorkKey; number: number; price: number }[] = [
  { work: 'nemuro', number: 11, price: 5_500 },
  { work: 'nemuro', number: 13, price: 3_200 },
  { work: 'otaru', number: 41, price: 4_000 },
  { work: 'otaru', number: 1, price: 9_000 },
  { work: 'swimmer', number: 1, price: 19_000 },
  { work: 'swimmer', number: 11, price: 21_000 },
  { work: 'birds', number: 6, price: 9_400 },
  { work: 'room', number: 2, price: 7_200 },
  { work: 'hush', number: 12, price: 3_400 },
]
