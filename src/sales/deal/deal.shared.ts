import type { BoardCell } from '#src/ui/board.ts'

/**
 * The kinds of deal in copies. Each has a file here (`sale.ts`), its words in mails
 * (`sale-mail-words.tsx`), and a line in the lists `deals.ts` and `deal-mail-words.tsx`. Its words on
 * screen stand in `offer-words.tsx`, `payment-words.tsx` and `listing-words.tsx`.
 */
export const copyDeals = ['sale', 'rental'] as const
export type CopyDeal = (typeof copyDeals)[number]

/**
 * Every kind of deal that is stored as an order: those in copies, the fee of a free distribution, the
 * top-up of a trade, and a rental for 0 yen.
 */
export const deals = [...copyDeals, 'distribution', 'top_up', 'free_rental'] as const
export type Deal = (typeof deals)[number]

/** The name of a deal in page addresses (`/payment/{page}/…`) and in queries. */
export const dealPages: Record<Deal, string> = {
  sale: 'purchase',
  rental: 'rental',
  distribution: 'distribution',
  top_up: 'trade',
  free_rental: 'rental',
}

/** The field of a copy, or of its listing, with the price in yen; null if it is not offered so. */
export const priceFields = { sale: 'sale_price', rental: 'rent_price' } as const satisfies Record<
  CopyDeal,
  string
>
type Prices = Record<(typeof priceFields)[CopyDeal], number | null>

/** Tell, for each kind of deal in copies, if the reader can get a number of the board by it. */
export const isAvailableFor: Record<CopyDeal, (cell: BoardCell) => boolean> = {
  sale: ({ state, sale_price }) =>
    state === 'buy' || state === 'both' || (state === 'for-you' && sale_price != null),
  rental: ({ state, rent_price }) =>
    rent_price != null && (state === 'rent' || state === 'both' || state === 'for-you'),
}

/** The page that lists everything that the reader has acquired by a kind of deal in copies. */
export const dealLists: Record<CopyDeal, string> = { sale: '/asset', rental: '/asset/rented' }

/** Returns the kind of deal for which a copy is offered; `sale` if it is not offered. */
export const dealOffered = (copy: Prices): CopyDeal =>
  copyDeals.find((deal) => copy[priceFields[deal]] !== null) ?? 'sale'
