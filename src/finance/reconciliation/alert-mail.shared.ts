import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  /** The check that found differences. */
  id: number
}
export interface Facts {
  /** The books differ, a refund failed, or a payment is disputed. */
  kind: 'books' | 'refund' | 'dispute'
  checked_at: string
  differences: {
    sentence: string
    /** The first rows, as JSON. */
    rows: string[]
    /** The number of rows that are not shown. */
    more: number
  }[]
}

const checked_at = '2030-01-10T03:00:00.000Z'
const differences = [
  { sentence: 'a stored balance is the sum of its transfers', rows: ['{"id":17}'], more: 0 },
  { sentence: 'a listing is sold once', rows: ['{"listing_id":"9d21"}'], more: 12 },
]
const one = (sentence: string) => [{ sentence, rows: ['{"subject_id":"7c41"}'], more: 0 }]

/** The mail to the operator about what a check of the books found. */
export const alertMail = mailKind<About, Facts>('alert', {
  books: { kind: 'books', checked_at, differences },
  refund: { kind: 'refund', checked_at, differences: one('every refund was taken by its card') },
  dispute: { kind: 'dispute', checked_at, differences: one('no payment by card is disputed') },
})
