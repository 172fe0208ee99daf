import type { Stripe } from 'stripe'
import { assertIs, checkoutOf, idOf, kindOf, seconds } from './card-answers.ts'

/** From one moment until before another, by the provider's clock, in whole seconds. */
export interface Span {
  from: Date
  to: Date
}
/** A payment of which something went back, and all that did, in yen. */
export interface Refunded {
  payment_intent: string
  refunded: number
}
/** A payment that its cardholder's bank takes back, or wants to. */
export interface Dispute {
  id: string
  payment_intent: string
  amount: number
  reason: string
  /** In the provider's words; `stateOf` says what they come to. */
  status: string
  /** Yen that the provider has charged for it by now, and kept. */
  fee: number
}

/** Every page opened from `from` until before `to`, newest first: what the books are held against. */
export async function* listCheckouts(stripe: Stripe, span: Span) {
  for await (const session of listed(stripe.checkout.sessions.list(within(span))))
    yield checkoutOf(session)
}

/**
 * The payments of which anything went back in this time, whoever gave it back, and all that went
 * back of each by now: what was refunded at the provider's own desk is among it.
 */
export async function* listRefunded(stripe: Stripe, span: Span): AsyncGenerator<Refunded> {
  const told = new Set<string>()
  const refunds = stripe.refunds.list({ ...within(span), expand: ['data.charge'] })
  for await (const { payment_intent, charge } of listed(refunds)) {
    const id = idOf(payment_intent)
    if (!id || told.has(id) || !charge || typeof charge === 'string') continue
    told.add(id)
    yield { payment_intent: id, refunded: charge.amount_refunded }
  }
}

/** The payments whose cardholders have told their bank, in this time, that they do not accept them. */
export async function* listDisputes(stripe: Stripe, span: Span): AsyncGenerator<Dispute> {
  for await (const dispute of listed(stripe.disputes.list(within(span)))) {
    const ours = disputeOf(dispute)
    if (ours) yield ours
  }
}

/** One dispute as it stands; `undefined` where it is about no payment of a checkout. */
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
 * What a dispute comes to: an inquiry, or an early warning, takes nothing back (source: the
 * vendor's "Dispute statuses"), so it is none of ours until it becomes a dispute.
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
    throw kindOf(error)
  }
}
