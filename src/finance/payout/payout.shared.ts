import { z } from 'zod'
import { endpoint, type InputOf, requestOf } from '#core/http/endpoint.ts'
import { paging, parts } from '#core/http/paging.shared.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { withholdings } from './withholding.shared.ts'

/** The states of a payout. `transfersOf` in payout-money.ts holds the money of each step. */
export const payoutTransitions = {
  table: 'payout',
  steps: [
    // from       action             to                     by
    ['new', 'request', 'reserved', 'owner'],
    ['reserved', 'cancel', 'canceled', 'owner'],
    ['reserved', 'cancel', 'canceled', 'platform'], // its owner lost a dispute or was suspended
    ['reserved', 'process', 'processed', 'admin'],
    ['reserved', 'fail', 'failed', 'admin'],
    ['reserved', 'fail_and_charge', 'failed_and_charged', 'admin'],
  ],
} as const satisfies Transitions

/** The action that leads to each status that an administrator can set. */
export const actionFor = {
  processed: 'process',
  failed: 'fail',
  failed_and_charged: 'fail_and_charge',
} as const
export type Ending = keyof typeof actionFor
const ending = z.enum(['processed', 'failed', 'failed_and_charged'])

/** The displayed status. `checking` is not stored: the payout is with the bank or being updated. */
const shown = z.enum([
  'reserved',
  'checking',
  'processed',
  'failed',
  'failed_and_charged',
  'canceled',
])

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const payout = z.strictObject({
  id: z.uuid(),
  /** Yen requested; the fee comes on top. */
  amount: z.int(),
  fee: z.int(),
  /** Income tax within the amount in yen, fixed at the request. */
  withheld: z.int(),
  /** Yen sent to the bank: the amount less the tax. */
  sent: z.int(),
  status: shown,
  /** Names who cancelled it: its owner, or Renban for a lost dispute or a suspension. Null if nobody did. */
  canceled_by: z.enum(['owner', 'platform']).nullable(),
  month,
  created_at: z.iso.datetime(),
  processed_at: z.iso.datetime().nullable(),
  /** The last moment at which the owner can cancel. */
  cancelable_until: z.iso.datetime(),
  is_cancelable: z.boolean(),
  /** The transfer date, a day in Japan. */
  sent_on: z.iso.date(),
  /** The expected day of arrival in Japan. */
  expected_on: z.iso.date(),
  /** The day of arrival in Japan, by the bank's file or as entered by hand. Null until it is processed. */
  arrived_on: z.iso.date().nullable(),
  /** The sales balance left after the request, in yen. */
  transaction_balance: z.int(),
  /** The bank account at the time of the request. */
  bank: z.strictObject({
    bank_code: z.string(),
    bank_name: z.string(),
    branch_code: z.string(),
    branch_name: z.string(),
    deposit_type: z.enum(['savings', 'checking']),
    account_number: z.string(), // masked: ****567
    holder: z.string(),
  }),
  error_messages: z.array(z.string()),
  /** The username of its owner, with their e-mail and wallet address. */
  user: z.string(),
  email: z.string(),
  wallet_address: z.string(),
})
payout.register(z.globalRegistry, { id: 'Payout' })
export type Payout = z.output<typeof payout>

/** A payout with the account of its owner, for administrators. */
const anyPayout = payout.extend({ account_id: z.uuid() })
export type AnyPayout = z.output<typeof anyPayout>

/**
 * Lists the caller's payouts, newest first, or for an administrator everyone's with their owners. With `all=false`
 * administrators, too, get their own.
 */
export const listPayouts = endpoint('GET', '/payout_requests', {
  query: z.strictObject({
    ...paging,
    all: z.stringbool().optional(), // true for administrators only, and their default
    status: shown.optional(),
    month: month.optional(),
    q: z.string().max(100).optional(), // part of a username or e-mail, among everyone's
  }),
  reply: z.strictObject({
    items: z.array(z.union([anyPayout, payout])),
    total: z.int(),
    /** Total amount of all payouts that match the filters, in yen. */
    sum: z.int(),
  }),
})

/** Returns the caller's balance, the limits of a request, and the reason if none is possible. */
export const getPayoutTerms = endpoint('GET', '/payout_requests/terms', {
  query: z.strictObject({}),
  reply: z.strictObject({
    sales_balance: z.int(),
    minimum: z.int(),
    /** The highest amount that can be requested now. Below the minimum, no request is possible. */
    maximum: z.int(),
    fee: z.int(),
    /** The argument of `withheldFrom`, which gives the tax on an amount. */
    withholding: z.enum(withholdings),
    /** The month in Japan of a request made now. */
    month,
    cancelable_until: z.iso.datetime(),
    sent_on: z.iso.date(),
    expected_on: z.iso.date(),
    /** The error code that blocks a request, or null. */
    refused: z.string().nullable(),
    /** The automatic monthly request, and the day of the next one. */
    auto: z.strictObject({ enabled: z.boolean(), next_on: z.iso.date() }),
    /** Hours that payouts wait after a change of the bank account. */
    hold_hours: z.int(),
    /** The rest of each day's earnings and its deadline. */
    lots: z.array(z.strictObject({ amount: z.int(), pay_by: z.iso.datetime() })),
    points: z.array(z.strictObject({ amount: z.int(), expires_at: z.iso.datetime() })),
  }),
})

/** Returns the caller's deadlines and expected arrivals as a calendar file (.ics). */
export const getPayoutCalendar = endpoint('GET', '/payout_requests/calendar', {
  query: z.strictObject({}),
  file: ['text/calendar'],
  reply: z.string(),
})

/**
 * Requests a payout: sets aside the amount and the fee. Possible once a month in Japan. Refuses
 * `payout_terms_changed` if the fee, the tax or the month that the caller names is another one by now.
 */
export const requestPayout = endpoint('POST', '/payout_requests', {
  once: true,
  body: z.strictObject({
    amount: z.int(),
    fee: z.int().optional(),
    withheld: z.int().optional(),
    month: month.optional(),
  }),
  reply: payout,
})

/** Switches the automatic request of the whole balance at each month's end on or off. */
export const putAuto = endpoint('PUT', '/payout_requests/auto', {
  body: z.strictObject({ enabled: z.boolean() }),
  reply: z.strictObject({ enabled: z.boolean(), next_on: z.iso.date() }),
})

export const cancelPayout = endpoint('POST', '/payout_requests/cancel', {
  once: true,
  body: z.strictObject({ id: z.uuid() }),
  reply: payout,
})

/** Returns one of the caller's payouts, or any payout for an administrator. */
export const getPayout = endpoint('GET', '/payout_requests/details', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.union([anyPayout, payout]),
})

const outcome = z.strictObject({
  id: z.uuid(),
  outcome: z.enum(['updated', 'refused']),
  /** Why it is refused: `status_already_updated`, `transfer_not_due` or `not_found`. */
  code: z.string().nullable(),
})

/**
 * Enqueues a job that sets the final status of reserved payouts, with a reason. A payout in the bank's file is refused
 * before its transfer date. `checkUpdate` returns the outcome of each.
 */
export const updatePayouts = endpoint('POST', '/payout_requests/update_statuses', {
  once: true,
  bodyMax: 4 * 1024 ** 2, // its ids
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(100_000),
    status: ending,
    reason: z.string().trim().min(1).max(500),
  }),
  reply: z.strictObject({ job_id: z.uuid() }),
})

export const checkUpdate = endpoint('GET', '/payout_requests/check_update_status', {
  query: z.strictObject({ ...parts, job_id: z.uuid() }),
  reply: z.strictObject({
    status: z.enum(['checking', 'done']),
    /** The requested final status. */
    ending,
    items: z.array(outcome),
  }),
})

/**
 * Exports a month's payouts as a CSV table, or as the 総合振込 (bulk transfer) file for the bank. Without `month` the
 * table is of the current month in Japan, and the file of the last one that is over.
 */
export const exportPayouts = endpoint('GET', '/payout_requests/export', {
  query: z.strictObject({
    format: z.enum(['csv', 'zengin']).default('csv'),
    month: month.optional(),
  }),
  file: ['text/csv', 'text/plain'],
  reply: z.string(),
})

/** Imports the bank's result file, base64-encoded and unchanged. */
export const readBankResults = endpoint('POST', '/payout_requests/results', {
  once: true,
  bodyMax: 12 * 1024 ** 2,
  body: z.strictObject({
    file: z.base64().max(12_000_000), // 73,000 transfers
    reason: z.string().trim().min(1).max(500),
  }),
  reply: z.strictObject({ job_ids: z.array(z.uuid()), count: z.int() }),
})

/** Returns the address of a month's export file, for a download link. */
export const exportAddress = (input: InputOf<typeof exportPayouts>) =>
  requestOf(exportPayouts, input).url

/** The address of the caller's calendar file. */
export const calendarAddress = requestOf(getPayoutCalendar, {}).url
