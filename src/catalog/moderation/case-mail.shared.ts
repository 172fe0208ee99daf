import { mailKind } from '#src/platform/mail/mail.shared.ts'
import type { Decision } from './case.shared.ts'

interface Facts {
  /** Receives the mail. */
  side: 'creator' | 'reporter'
  decision: Decision
  number: number
  /** Names the title or brand. */
  name: string
  reason: string
  /** Leads to the page of the title or brand. */
  path: string
}

const facts: Facts = {
  side: 'creator',
  decision: 'hide',
  number: 12,
  name: 'Snow Plough, 4 a.m.',
  reason: 'The film is shown without the consent of its director.',
  path: '/asset/1',
}

/** The mail about a decision. About the id of the decision, and the report; null for the creator. */
export const caseMail = mailKind<{ id: number; report: string | null }, Facts>(
  'case',
  {
    hidden: facts,
    'stays hidden': { ...facts, decision: 'uphold' },
    restored: { ...facts, decision: 'restore' },
    'to a reporter: hidden': { ...facts, side: 'reporter' },
    'to a reporter: stays hidden': { ...facts, side: 'reporter', decision: 'uphold' },
    'to a reporter: restored': { ...facts, side: 'reporter', decision: 'restore' },
    'to a reporter: dismissed': { ...facts, side: 'reporter', decision: 'dismiss' },
  },
  'moderation',
)
