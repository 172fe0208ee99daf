import { DAY_SECONDS } from '#core/durations.shared.ts'
import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface StartFacts {
  /** The rental. */
  id: string
  number: number
  title: string
  /** The end of the window for the first play. */
  start_by: string
  days: number
}

/** How long before the end of the window the renter is reminded. */
export const REMIND_SECONDS = 3 * DAY_SECONDS

/** The mail that reminds of a rental that still waits for its first play. */
export const startMail = mailKind<{ id: string }, StartFacts>(
  'rental_start',
  {
    reminder: {
      id: '7c41',
      number: 7,
      title: 'Snow Plough, 4 a.m.',
      start_by: '2030-02-09T03:00:00Z',
      days: 3,
    },
    'one day': {
      id: '7c41',
      number: 7,
      title: 'Snow Plough, 4 a.m.',
      start_by: '2030-02-09T03:00:00Z',
      days: 1,
    },
  },
  'deadlines',
)
