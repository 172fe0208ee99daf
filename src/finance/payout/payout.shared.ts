import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { withholdings } from './withholding.shared.ts'

/** What happens to the money stands in `transfersOf` of move.ts (readings A4). */
export const payoutTransitions = {
  table: 'payout',
  steps: [
    // from       act                to                     by
    ['new', 'request', 'reserved', 'owner'],
    ['reserved', 'cancel', 'canceled', 'owner'],
    ['reserved', 'cancel', 'canceled', 'platform'], // its owner owes the house
    ['reserved', 'process', 'processed', 'admin'],
    ['reserved', 'fail', 'failed', 'admin'],
    ['reserved', 'fail_and_charge', 'failed_and_charged', 'admin'],
  ],
} as const satisfies Transitions

/** The status that an administrator wants, and the act that leads there. */
export const actionFor = {
  processed: 'process',
  failed: 'fail',
  failed_and_charged: 'fail_and_charge',
} as const
export type Ending = keyof typeof actionFor
const ending = z.enum(['processed', 'failed', 'failed_and_charged'])

/** `checking` is shown, not stored: with the bank, or in a running update (readings A31). */
const shown = z.enum([
  'reserved',
  'checking',
  'processed',
  'failed',
  'failed_and_charged',
  'canceled',
])

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const paging = {
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(16),
}

const payout = z.strictObject({
  id: z.uuid(),
  /** Yen asked for; the fee comes on top. */
  amount: z.int(),
  fee: z.int(),
  /** Income tax in the amount, as it was at the request, and what of it goes to the bank. */
  withheld: z.int(),
  sent: z.int(),
  status: shown,
  month,
  created_at: z.iso.datetime(),
  processed_at: z.iso.datetime().nullable(),
  /** Until when it can be taken back. */
  cancelable_until: z.iso.datetime(),
  is_cancelable: z.boolean(),
  /** When it goes to the bank, and when it should be there: days as YYYY-MM-DD in Japan. */
  sent_on: z.iso.date(),
  expected_on: z.iso.date(),
  /** The sales balance that was left by the request. */
  transaction_balance: z.int(),
  /** The account as it was when the payout was asked for. */
  bank: z.strictObject({
    bank_name: z.string(),
    branch_name: z.string(),
    deposit_type: z.enum(['savings', 'checking']),
    account_number: z.string(), // masked: ****567
    holder: z.string(),
  }),
  error_messages: z.array(z.string()),
})
export type Payout = z.output<typeof payout>

/** The same for administrators, with whose it is. */
const anyPayout = payout.extend({
  account_id: z.uuid(),
  user: z.string(),
  email: z.string(),
  wallet_address: z.string(),
})
export type AnyPayout = z.output<typeof anyPayout>

/** Own payouts, newest first; an administrator sees everybody's and whose they are. */
export const listPayouts = endpoint('GET', '/payout_requests', {
  query: z.strictObject({
    ...paging,
    all: z.stringbool().default(false), // everybody's: administrators only
    status: shown.optional(),
    month: month.optional(),
    q: z.string().max(100).optional(), // of everybody's: a username or e-mail
  }),
  reply: z.strictObject({
    items: z.array(z.union([anyPayout, payout])),
    total: z.int(),
    /** Of all that the filters let through, in yen. */
    sum: z.int(),
  }),
})

/** What stands before a request: what is there, what may be asked for, and why not. */
export const getPayoutTerms = endpoint('GET', '/payout_requests/terms', {
  query: z.strictObject({}),
  reply: z.strictObject({
    sales_balance: z.int(),
    minimum: z.int(),
    /** The most that can be asked for now; below the minimum, nothing can. */
    maximum: z.int(),
    fee: z.int(),
    /** Decides, with `withheldFrom`, what of an amount goes to the bank. */
    withholding: z.enum(withholdings),
    cancelable_until: z.iso.datetime(),
    sent_on: z.iso.date(),
    expected_on: z.iso.date(),
    /** A code of the error catalogue, or null: the form is open. */
    refused: z.string().nullable(),
    /** Whether all there is is asked for at the end of each month, and when that is next. */
    auto: z.strictObject({ enabled: z.boolean(), next_on: z.iso.date() }),
    /** How long payouts wait after a change of the bank account. */
    hold_hours: z.int(),
    /** What is left of each day's earnings, and until when it can be paid out. */
    lots: z.array(z.strictObject({ amount: z.int(), pay_by: z.iso.datetime() })),
    points: z.array(z.strictObject({ amount: z.int(), expires_at: z.iso.datetime() })),
  }),
})

/** One's own deadlines and arrivals as a calendar file (.ics). */
export const getPayoutCalendar = endpoint('GET', '/payout_requests/calendar', {
  query: z.strictObject({}),
  reply: z.string(),
})

/** Sets amount and fee aside; once a month in JST. */
export const requestPayout = endpoint('POST', '/payout_requests', {
  once: true,
  body: z.strictObject({ amount: z.int() }),
  reply: payout,
})

/** Has all there is asked for at the end of each month, or no longer. */
export const putAuto = endpoint('PUT', '/payout_requests/auto', {
  body: z.strictObject({ enabled: z.boolean() }),
  reply: z.strictObject({ enabled: z.boolean(), next_on: z.iso.date() }),
})

export const cancelPayout = endpoint('POST', '/payout_requests/cancel', {
  once: true,
  body: z.strictObject({ id: z.uuid() }),
  reply: payout,
})

/** One payout: one's own, or any for an administrator. */
export const getPayout = endpoint('GET', '/payout_requests/details', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.union([anyPayout, payout]),
})

const outcome = z.strictObject({
  id: z.uuid(),
  outcome: z.enum(['updated', 'refused']),
  code: z.string().nullable(),
})

/** Ends reserved payouts, with a reason; a job does it, each for itself. */
export const updatePayouts = endpoint('POST', '/payout_requests/update_statuses', {
  once: true,
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(10_000),
    status: ending,
    reason: z.string().trim().min(1).max(500),
  }),
  reply: z.strictObject({ job_id: z.uuid() }),
})

export const checkUpdate = endpoint('GET', '/payout_requests/check_update_status', {
  query: z.strictObject({ job_id: z.uuid() }),
  reply: z.strictObject({
    status: z.enum(['checking', 'done']),
    /** What the payouts are to become. */
    ending,
    items: z.array(outcome),
  }),
})

/** A month's payouts as a table for people, or as the 総合振込 file for the bank. */
export const exportPayouts = endpoint('GET', '/payout_requests/export', {
  query: z.strictObject({ format: z.enum(['csv', 'zengin']).default('csv'), month }),
  reply: z.string(),
})

/** Reads back what the bank answered: base64 of its file, as it came. */
export const readBankResults = endpoint('POST', '/payout_requests/results', {
  once: true,
  body: z.strictObject({
    file: z.base64().max(900_000),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: z.strictObject({ job_ids: z.array(z.uuid()), count: z.int() }),
})
