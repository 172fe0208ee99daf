import { mailKind } from '#src/platform/mail/mail.shared.ts'

type Event = 'started' | 'moved' | 'cancelled'
interface About {
  /** The id of the recovery, which has the addresses. */
  id: string
  event: Event
  to: 'old' | 'new'
}
interface Facts {
  event: Event
  to: 'old' | 'new'
  due_at: string
  /** The page that cancels it without a sign-in; only the old address receives it. */
  path: string
}

const due_at = '2030-01-31T03:00:00Z'
const old = { to: 'old', due_at, path: '/recovery#0123456789abcdef' } as const
const another = { to: 'new', due_at, path: '' } as const

/** The mails to both addresses about the recovery of an account whose mailbox is lost. */
export const recoveryMail = mailKind<About, Facts>(
  'recovery',
  {
    'started, to the old address': { event: 'started', ...old },
    'started, to the new address': { event: 'started', ...another },
    'moved, to the old address': { event: 'moved', ...old },
    'moved, to the new address': { event: 'moved', ...another },
    'cancelled, to the old address': { event: 'cancelled', ...old },
    'cancelled, to the new address': { event: 'cancelled', ...another },
  },
  'security',
)
