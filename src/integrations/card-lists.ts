import type { Stripe } from 'stripe'
import { assertIs, checkoutOf, idOf, seconds, translateError } from './card-answers.ts'
import { type Refund, refundOf } from './card-refunds.ts'

/** A period of the provider's clock in whole seconds, `to` excluded. */
export interface Span {
  from: Date
  to: Date
}
/** A payment that was refunded at least in part, with the sum of its refunds in yen. */
export interface Refunded {
  payment_intent: string
  refunded: number
}
/** A dispute: the cardholder's bank takes a payment back, or may do so. */
export interface Dispute {
  id: string
  payment_intent: string
  amount: number
  reason: string
  /** The provider's status; `stateOf` translates it. */
  status: string
  /** The fees in yen that the provider has charged and kept so far. */
  fee: number
}

/** Lists every checkout created in a period, newest first, for the reconciliation. */
export async function* listCheckouts(stripe: Stripe, span: Span) {
  for await (const session of listed(stripe.checkout.sessions.list(within(span))))
    yield checkoutOf(session)
}

/**
 * Lists the payments refunded in a period, in full or in part, each with the sum of all its refunds
 * so far. Includes refunds made on the provider's dashboard. Or tells of one payment, whenever it was
 * refunded; yields nothing if it never was.
 */
export async function* listRefunded(
  stripe: Stripe,
  of: Span | { payment_intent: string },
): AsyncGenerator<Refunded> {
  const seen = new Set<string>()
  const filter = 'from' in of ? within(of) : { ...of, limit: 100 }
  const refunds = stripe.refunds.list({ ...filter, expand: ['data.charge'] })
  for await (const { payment_intent, charge } of listed(refunds)) {
    const id = idOf(payment_intent)
    if (!id || seen.has(id) || !charge || typeof charge === 'string') continue
    seen.add(id)
    yield { payment_intent: id, refunded: charge.amount_refunded }
  }
}

/** Lists the refunds made in a period that failed, however long after. */
export async function* listFailedRefunds(stripe: Stripe, span: Span): AsyncGenerator<Refund> {
  for await (const refund of listed(stripe.refunds.list(within(span)))) {
    const converted = refundOf(refund)
    if (converted.state === 'failed') yield converted
  }
}

/** Lists the disputes opened in a period. */
export async function* listDisputes(stripe: Stripe, span: Span): AsyncGenerator<Dispute> {
  for await (const dispute of listed(stripe.disputes.list(within(span)))) {
    const converted = disputeOf(dispute)
    if (converted) yield converted
  }
}

/** Returns the current state of a dispute; `undefined` if its payment was not made through a checkout. */
export async function getDispute(stripe: Stripe, id: string): Promise<Dispute | undefined> {
  return disputeOf(await stripe.disputes.retrieve(id))
}

function disputeOf(dispute: Stripe.Dispute): Dispute | undefined {
  assertIs('dispute', dispute)
  const { id, amount, reason, status, balance_transactions } = dispute
  const payment_intent = idOf(dispute.payment_intent)
  const fee = balance_transactions.reduce((sum, each) => sum + each.fee, 0)
  return payment_intent ? { id, payment_intent, amount, reason, status, fee } : undefined
}

/**
 * Translates a dispute's status. An inquiry or early warning takes no money back (source: the
 * vendor's "Dispute statuses"), so it is `none` until it becomes a dispute.
 */
export function stateOf({ status }: Pick<Dispute, 'status'>): 'open' | 'won' | 'lost' | 'none' {
  if (status === 'lost' || status === 'won') return status
  return status === 'needs_response' || status === 'under_review' ? 'open' : 'none'
}

const within = ({ from, to }: Span) => ({
  created: { gte: seconds(from), lt: seconds(to) },
  limit: 100,
})

async function* listed<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list
  } catch (error) {
    throw translateError(error)
  }
}
