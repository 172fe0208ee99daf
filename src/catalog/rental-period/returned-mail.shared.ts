import { mailKind } from '#src/platform/mail/mail.shared.ts'

/** A copy whose rental has ended. */
interface Copy {
  kid: string
  number: number
  title: string
}
interface BackFacts extends Copy {
  /** Copies that are back; the copy above is one of them. */
  count: number
}
interface OverFacts extends Copy {
  /** False if its period counted from a first play that never came. */
  was_started: boolean
}

const copy = { kid: '5f1d', number: 7, title: 'Snow Plough, 4 a.m.' }

/** The mail to an owner about copies that are back from their renters. */
export const backMail = mailKind<
  /** The owner when the rentals ended, and these rentals. */
  { owner: string; ids: string[] },
  BackFacts
>('rental_back', { 'one copy': { ...copy, count: 1 }, copies: { ...copy, count: 12 } }, 'sales')

/** The mail to a renter whose rental has ended. */
export const overMail = mailKind<{ id: string }, OverFacts>(
  'rental_over',
  {
    'at its end': { ...copy, was_started: true },
    'never started': { ...copy, was_started: false },
  },
  'rentals',
)
