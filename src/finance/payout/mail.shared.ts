import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import type { LotKind } from '#src/ledger/lots.ts'
import { mailKind } from '#src/platform/mail/mail.shared.ts'
import type { Payout } from './payout.shared.ts'

type Status = 'reserved' | 'canceled' | 'processed' | 'failed' | 'failed_and_charged'

interface AboutPayout {
  id: string
  status: string
}
interface PayoutFacts {
  status: Status
  canceled_by: Payout['canceled_by']
  /** Yen requested, kept back as income tax, sent to the bank, and charged. */
  amount: number
  withheld: number
  sent: number
  fee: number
  cancelable_until: string
  /** The day of arrival, `YYYY-MM-DD`. */
  expected_on: string
  reasons: string[]
}

const payout = {
  amount: 20_000,
  withheld: 0,
  sent: 20_000,
  fee: 200,
  cancelable_until: '2030-01-31T14:59:59.999Z',
  expected_on: '2030-02-06',
  reasons: [],
  canceled_by: null,
}
const failed = { ...payout, reasons: ['The bank knows no such account.'] }

/** The mail about a step of a payout. */
export const payoutMail = mailKind<AboutPayout, PayoutFacts>(
  'payout',
  {
    requested: { ...payout, status: 'reserved' },
    'less tax': { ...payout, status: 'reserved', withheld: 2_042, sent: 17_958 },
    canceled: { ...payout, status: 'canceled', canceled_by: 'owner' },
    'canceled by Renban': { ...payout, status: 'canceled', canceled_by: 'platform' },
    processed: { ...payout, status: 'processed' },
    failed: { ...failed, status: 'failed' },
    'failed with a fee': { ...failed, status: 'failed_and_charged' },
  },
  'payouts',
)

/** An automatic request that was refused. */
export interface Refused {
  account_id: string
  /** The month in Japan to request. */
  month: string
  code: ErrorCode
  params: ErrorParams
}

type RefusedFacts = Pick<Refused, 'month' | 'code' | 'params'> & {
  /** The days in Japan until whose end the request is repeated, and of the next request. */
  last_day: string
  next_on: string
}

const refused = { month: '2030-01', last_day: '2030-01-31', next_on: '2030-02-28', params: {} }

/** The mail about a refused automatic request. It may arrive after the last day has ended. */
export const refusedMail = mailKind<Refused, RefusedFacts>(
  'payout_refused',
  {
    'no bank account': { ...refused, code: 'bank_required' },
    'payouts held': { ...refused, code: 'payouts_held' },
  },
  'payouts',
)

/** A warning before earnings become points or points expire. */
export interface Notice {
  account_id: string
  kind: LotKind
  ends_at: string
  amount: number
  /** The warning's lead time: at most this many days before the deadline. */
  days: number
}

type DeadlineFacts = Pick<Notice, 'kind' | 'ends_at' | 'amount'> & {
  /** The yen of these earnings that can be paid out now. */
  payable: number
}

const deadline = { amount: 900, payable: 0, ends_at: '2030-07-09T14:59:59.999Z' }

/** The mail that warns of a deadline. */
export const deadlineMail = mailKind<Notice, DeadlineFacts>(
  'deadline',
  {
    earnings: { ...deadline, kind: 'sales', payable: 900 },
    'earnings that cannot be paid out': { ...deadline, kind: 'sales' },
    points: { ...deadline, kind: 'points' },
  },
  'deadlines',
)
