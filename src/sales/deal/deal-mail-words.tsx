import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import type { Deal } from './deal.shared.ts'
import type { OrderFacts } from './order-mail.shared.ts'
import { distributionMailWords } from './distribution-mail-words.tsx'
import { freeRentalMailWords } from './free-rental-mail-words.tsx'
import { rentalMailWords } from './rental-mail-words.tsx'
import { saleMailWords } from './sale-mail-words.tsx'
import { topUpMailWords } from './top-up-mail-words.tsx'

/** The steps of a dispute. `kept`: lost, but paid by the platform. `regained`: lost, then won. */
type Step = 'open' | 'won' | 'lost' | 'kept' | 'regained'
/** The mails about a disputed payment to its payer, and to those who earned from it, by step. */
type ToBuyer = `buyer ${Step}`
type ToEarner = `seller ${Step}` | 'creator lost' | 'creator regained'
/** The disputed amount and the copies that concern the recipient, both formatted, and their title. */
interface DisputedFacts {
  amount: string
  copies: string
  title: string
}

interface DisputedWords {
  subject: MessageDescriptor
  text: (facts: DisputedFacts) => MessageDescriptor[]
}

/** The words of one kind of deal in mails. */
export interface DealMailWords {
  /** The mail to the buyer of an order. */
  order: {
    subject: (facts: OrderFacts) => MessageDescriptor
    /** Shows the number of a single copy on the strip: false for a fee that the platform earned. */
    namesCopies: boolean
    /** The page that the notification of the order leads to. */
    path: (facts: OrderFacts) => string
    Body: (facts: OrderFacts) => ReactNode
  }
  /** Tells a seller of a copy; `sum` is their share, formatted. Undefined if nobody sells. */
  sold?: (facts: { number: number; title: string; sum: string }) => MessageDescriptor
  /**
   * The mails about a disputed card payment. The seller of a rental is its lender; a fee that the
   * platform earned has no seller; a deal that is paid from balance only has none of these mails.
   */
  dispute: Partial<Record<ToBuyer | ToEarner, DisputedWords>>
  /** Says which copies the buyer does not get again although the payment was confirmed after all. */
  gone?: (copies: string) => MessageDescriptor
}

/** The words of every kind of deal in mails. */
export const dealMailWords: Record<Deal, DealMailWords> = {
  sale: saleMailWords,
  rental: rentalMailWords,
  distribution: distributionMailWords,
  top_up: topUpMailWords,
  free_rental: freeRentalMailWords,
}
