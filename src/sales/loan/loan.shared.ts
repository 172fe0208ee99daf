import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { loanStatuses, loanTerms } from '#src/catalog/loan/loan.shared.ts'

/** A copy with the facts of its title that a tile shows, and without a price. */
const lentCopy = tileFacts.extend({ asset_token_id: z.uuid(), number: z.int() })
lentCopy.register(z.globalRegistry, { id: 'LentCopy' })

/** A loan as its lender or its borrower sees it. */
const loan = z.strictObject({
  id: z.uuid(),
  direction: z.enum(['lent', 'borrowed']),
  status: z.enum(loanStatuses),
  copy: lentCopy,
  days: z.int(),
  from_name: z.string(),
  message: z.string(),
  /** Administrators have hidden the message: for others than its sender it is empty. */
  message_hidden: z.boolean(),
  /** The address that the loan was mailed to; null for a link, and for the borrower. */
  email: z.string().nullable(),
  /** The path of its page, for the lender while it can be accepted. It is a secret. */
  path: z.string().nullable(),
  /** The name of the other person: who borrows the copy, or who lends it. */
  partner: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(), // until when it can be accepted
  began_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
})
loan.register(z.globalRegistry, { id: 'Loan' })
export type Loan = z.output<typeof loan>

/** Lends an own copy to whoever accepts it by its link. Locks the copy until then. */
export const lendCopy = endpoint('POST', '/loans', {
  once: true,
  body: loanTerms.extend({ asset_token_id: z.uuid() }),
  reply: loan,
})

/** Lists the caller's loans, newest first: copies lent, or copies borrowed. */
export const listLoans = endpoint('GET', '/loans', {
  query: z.strictObject({
    ...paging,
    direction: z.enum(['lent', 'borrowed']).default('lent'),
    kid: z.uuid().optional(),
  }),
  reply: page(loan),
})

/**
 * Ends one of the caller's loans before its time: the lender withdraws or recalls it, the borrower returns
 * the copy.
 */
export const endLoan = endpoint('POST', '/loans/{id}/end', {
  once: true,
  body: z.strictObject({ id: z.uuid() }),
  reply: loan,
})

/** The reasons for which the visitor cannot accept a loan now. */
export const loanReasons = [
  'closed',
  'own_loan',
  'region_unavailable',
  'already_renting',
  'lending_disabled',
] as const

/** Returns a loan for the visitor of its link. Refuses `not_found` for links that are not ours. */
export const getLoan = endpoint('GET', '/loans/{token}', {
  query: z.strictObject({ token: z.string() }),
  reply: z.strictObject({
    copy: lentCopy,
    days: z.int(),
    from_name: z.string(),
    message: z.string(), // empty while it is hidden
    message_hidden: z.boolean(),
    status: z.enum(['open', 'running', 'closed']),
    mine: z.boolean(), // the visitor borrows it
    is_own: z.boolean(), // the visitor lends it
    expires_at: z.iso.datetime(),
    ends_at: z.iso.datetime().nullable(), // while the visitor borrows it
    reason: z.enum(loanReasons).nullable(),
  }),
})
export type OfferedLoan = z.output<typeof getLoan.reply>

/** Accepts a loan: it begins at once, for one person. */
export const acceptLoan = endpoint('POST', '/loans/accept', {
  once: true,
  body: z.strictObject({ token: z.string() }),
  reply: z.strictObject({
    loan_id: z.uuid(),
    kid: z.uuid(),
    asset_token_id: z.uuid(),
    number: z.int(),
    ends_at: z.iso.datetime(),
  }),
})

/** Declines a loan for good. Needs no account; a repeat changes nothing. */
export const declineLoan = endpoint('POST', '/loans/decline', {
  body: z.strictObject({ token: z.string() }),
  reply: z.strictObject({ status: z.literal('declined') }),
})
