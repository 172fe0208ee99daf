/**
 * The kinds of deal. Each has a file here (`sale.ts`), its words on screen (`sale-words.tsx`) and a
 * line in the lists `deals.ts` and `deal-words.tsx`.
 */
export const deals = ['sale', 'rental'] as const
export type Deal = (typeof deals)[number]

/** The name of a deal in page addresses (`/payment/{page}/…`) and in queries. */
export const dealPages: Record<Deal, string> = { sale: 'purchase', rental: 'rental' }

/** Returns the kind of deal to which a page's address belongs. */
export const dealOfPage = (pathname: string): Deal =>
  deals.find((deal) => pathname.startsWith(`/payment/${dealPages[deal]}/`)) ?? 'sale'
