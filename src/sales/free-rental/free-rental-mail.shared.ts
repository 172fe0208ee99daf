import { DAY_SECONDS } from '#core/durations.shared.ts'
import { mailKind } from '#src/platform/mail/mail.shared.ts'

/** The facts that the mail tells a person on the list of a free rental. */
export interface FreeRentalFacts {
  id: string
  title: string
  creator: string
  rental_period_seconds: number
  ends_at: string | null
}

const offer: FreeRentalFacts = {
  id: '9b1c',
  title: 'Snow Plough, 4 a.m.',
  creator: 'Mika Aozora',
  rental_period_seconds: 259_200,
  ends_at: '2030-01-31T03:00:00Z',
}

/** The mail to a person who may rent for free. */
export const freeRentalMail = mailKind<
  /** The free rental, and the person's place on its list. */
  { id: string; person: number },
  FreeRentalFacts
>(
  'free_rental',
  {
    'until a day': offer,
    'without an end': { ...offer, ends_at: null, rental_period_seconds: DAY_SECONDS },
  },
  'offers',
)
