import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { language } from '#core/language.shared.ts'
import type { StatusOf, Transitions } from '#core/database/transitions.ts'
import { plainName } from '#core/plain-name.shared.ts'

/**
 * The states of a loan. A listing locks its copy while it is open, and a rental with the loan's id from
 * then on. The copy comes back by the clock, or earlier by either side.
 */
export const loanTransitions = {
  table: 'loan',
  steps: [
    // from      action      to           by
    ['new', 'lend', 'open', 'lender'],
    ['open', 'accept', 'running', 'borrower'],
    ['open', 'decline', 'declined', 'borrower'],
    ['open', 'withdraw', 'withdrawn', 'lender'],
    ['open', 'expire', 'expired', 'clock'],
    ['open', 'revoke', 'revoked', 'platform'], // the payment for the copy is disputed
    ['running', 'end', 'returned', 'clock'],
    ['running', 'return', 'returned', 'borrower'],
    ['running', 'recall', 'returned', 'lender'],
    ['running', 'take_back', 'returned', 'platform'], // the payment for the copy was reversed
  ],
} as const satisfies Transitions

export type LoanStatus = StatusOf<typeof loanTransitions>

/** The states of a loan in the order of its life. */
export const loanStatuses = [
  'open',
  'running',
  'returned',
  'declined',
  'withdrawn',
  'expired',
  'revoked',
] as const satisfies readonly LoanStatus[]

export const MESSAGE_MAX = 500
export const NAME_MAX = 60
/** How long a loan can be accepted, in days. */
export const OFFER_DAYS = 7
/** How many loans one person may offer in 24 hours. */
export const LOANS_PER_DAY = 20

/** The terms that a lender sets. Without `email` the lender passes the link on. */
export const loanTerms = z.strictObject({
  days: z.int().min(1),
  from_name: plainName(NAME_MAX),
  message: z.string().trim().max(MESSAGE_MAX).default(''),
  email: email.nullable().default(null),
  lang: language.default('en'), // of the mails to the friend
})
