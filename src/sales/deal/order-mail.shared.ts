import { mailKind } from '#src/platform/mail/mail.shared.ts'
import type { Deal } from './deal.shared.ts'

interface About {
  /** The order. */
  id: string
}
/** The copies of an order, the named one first, and their total price in yen. */
export interface OrderFacts {
  deal: Deal
  copies: { id: string; kid: string; number: number; title: string }[]
  price: number
  /** The end of a rental. */
  ends_at: string | null
  /** The end of the window for the first play, and the days from then, if a rental counts from it. */
  start: { by: string; days: number } | null
}

/** Returns the page of the first copy of an order. */
export function copyPath({ copies }: OrderFacts): string {
  const { kid, number } = copies[0]!
  return `/asset/${kid}?no=${number}`
}

const copy = { id: '7c41', kid: '5f1d', number: 7, title: 'Snow Plough, 4 a.m.' }
const more = [
  { ...copy, id: '7c42', number: 11 },
  { ...copy, id: '7c43', number: 12 },
]

/** The mail to the buyer of a settled order. */
export const orderMail = mailKind<About, OrderFacts>(
  'order',
  {
    'one copy': { deal: 'sale', copies: [copy], price: 2_400, ends_at: null, start: null },
    'three copies': {
      deal: 'sale',
      copies: [copy, ...more],
      price: 7_200,
      ends_at: null,
      start: null,
    },
    distribution: {
      deal: 'distribution',
      copies: [copy],
      price: 22_000,
      ends_at: null,
      start: null,
    },
    'top-up': { deal: 'top_up', copies: [copy], price: 2_000, ends_at: null, start: null },
    rental: {
      deal: 'rental',
      copies: [copy],
      price: 300,
      ends_at: '2030-01-13T03:00:00Z',
      start: null,
    },
    'rental from the first play': {
      deal: 'rental',
      copies: [copy],
      price: 300,
      ends_at: '2030-02-09T03:00:00Z',
      start: { by: '2030-02-09T03:00:00Z', days: 3 },
    },
    'free rental': {
      deal: 'free_rental',
      copies: [copy],
      price: 0,
      ends_at: '2030-01-13T03:00:00Z',
      start: null,
    },
  },
  'purchases',
)
