import { mailKind } from '#src/platform/mail/mail.shared.ts'
import type { Verification } from './verification.shared.ts'

interface Facts {
  decision: Verification
  /** Names the brand. */
  name: string
  reason: string
  path: string
}

const facts: Facts = {
  decision: 'grant',
  name: 'Kita Eiga',
  reason: 'The site of the studio names this page.',
  path: '/brand/kita-eiga',
}

/** The mail about the badge of a brand, to its creator. About the id of the decision. */
export const verificationMail = mailKind<{ id: number }, Facts>(
  'verification',
  {
    granted: facts,
    refused: { ...facts, decision: 'refuse' },
    withdrawn: { ...facts, decision: 'withdraw' },
  },
  'studio',
)
