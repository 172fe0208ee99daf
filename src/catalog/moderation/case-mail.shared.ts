import { mailKind } from '#src/platform/mail/mail.shared.ts'
import type { Decision } from './case.shared.ts'
import type { ReportedThing } from './report.shared.ts'

interface Facts {
  /** Receives the mail. */
  side: 'owner' | 'reporter'
  of: ReportedThing
  decision: Decision
  number: number
  /** Names what the case is about. */
  name: string
  reason: string
  /** Leads to the page where its owner reads the reason. */
  path: string
}

const facts: Facts = {
  side: 'owner',
  of: 'title',
  decision: 'hide',
  number: 12,
  name: 'Snow Plough, 4 a.m.',
  reason: 'The film is shown without the consent of its director.',
  path: '/asset/1',
}

const person: Facts = { ...facts, of: 'person', name: 'Eve', path: '/account/hidden/person/1' }
const message: Facts = { ...facts, of: 'gift', name: 'Eve', path: '/account/hidden/gift/1' }

/** The mail about a decision. About the id of the decision, and the report; null for the owner. */
export const caseMail = mailKind<{ id: number; report: string | null }, Facts>(
  'case',
  {
    hidden: facts,
    'stays hidden': { ...facts, decision: 'uphold' },
    restored: { ...facts, decision: 'restore' },
    'a person: hidden': person,
    'a person: stays hidden': { ...person, decision: 'uphold' },
    'a person: restored': { ...person, decision: 'restore' },
    'to a reporter: hidden': { ...facts, side: 'reporter' },
    'to a reporter: stays hidden': { ...facts, side: 'reporter', decision: 'uphold' },
    'to a reporter: restored': { ...facts, side: 'reporter', decision: 'restore' },
    'to a reporter: dismissed': { ...facts, side: 'reporter', decision: 'dismiss' },
    'to a reporter of a person: hidden': { ...person, side: 'reporter' },
    'a message: hidden': message,
    'a message: stays hidden': { ...message, decision: 'uphold' },
    'a message: restored': { ...message, decision: 'restore' },
    'to a reporter of a message: hidden': { ...message, side: 'reporter' },
    'to a reporter of a message: stays hidden': {
      ...message,
      side: 'reporter',
      decision: 'uphold',
    },
    'to a reporter of a message: restored': { ...message, side: 'reporter', decision: 'restore' },
    'to a reporter of a message: dismissed': { ...message, side: 'reporter', decision: 'dismiss' },
  },
  'moderation',
)
