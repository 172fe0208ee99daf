import { showSession } from './checkout.ts'
import { type Charge, type Checkout, type Intent, newId } from './objects.ts'
import { announce, type Desk, type Put } from './store.ts'

// Source: the vendor's page of test cards. What a card does is all that is known of it: no number
// is ever stored.
const CARDS: Record<string, string> = {
  '4242424242424242': 'pays',
  '4000002760003184': 'challenge',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000000000006975': 'card_velocity_exceeded',
}
/** These are errors by themselves; all others are declines, for the reason of their `decline_code`. */
const ERRORS = ['expired_card', 'incorrect_cvc', 'processing_error']
type Refusal = NonNullable<Intent['last_payment_error']>

/** What a card number answers to: digits with or without spaces, and a right last digit (Luhn). */
export function isCardNumber(number: string): boolean {
  const digits = number.replace(/[ -]/g, '').split('').toReversed().map(Number)
  const sum = digits
    .map((digit, place) => (place % 2 ? digit * 2 : digit))
    .map((digit) => (digit > 9 ? digit - 9 : digit))
    .reduce((total, each) => total + each, 0)
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0
}

/**
 * Tries a card on a session. Only an open one moves, so of two submits the second finds a session
 * that is complete; a card that is no test card is declined.
 */
export function submitCard(desk: Desk, checkout: Checkout, number: string) {
  if (checkout.session.status !== 'open') return
  const does = CARDS[number.replace(/[ -]/g, '')] ?? 'generic_decline'
  if (does === 'pays') desk.store.write(success(desk, checkout))
  else if (does === 'challenge') desk.store.write(challenge(desk, checkout))
  else {
    const code = ERRORS.includes(does) ? does : 'card_declined'
    const message = 'Your card was declined.'
    const error: Refusal = { type: 'card_error', code, decline_code: does, message }
    desk.store.write(failure(desk, checkout, error))
  }
}

/** The holder's answer to the 3-D Secure challenge; nothing happens when none was asked for. */
export function answerChallenge(desk: Desk, checkout: Checkout, approved: boolean) {
  if (!isChallenged(desk, checkout)) return
  const error: Refusal = {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided payment method has failed authentication.',
  }
  desk.store.write(approved ? success(desk, checkout) : failure(desk, checkout, error))
}

export function isChallenged({ store }: Desk, { session }: Checkout): boolean {
  return (
    session.status === 'open' &&
    store.intents.get(session.payment_intent ?? '')?.status === 'requires_action'
  )
}

function intentOf(desk: Desk, { session, intent }: Checkout): Intent {
  return (
    desk.store.intents.get(session.payment_intent ?? '') ?? {
      id: newId('pi'),
      object: 'payment_intent',
      amount: session.amount_total!,
      amount_received: 0,
      canceled_at: null,
      created: desk.seconds(),
      currency: 'jpy',
      livemode: false,
      payment_method_types: session.payment_method_types,
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: null,
      ...intent,
    }
  )
}

function success(desk: Desk, checkout: Checkout): Put[] {
  const before = intentOf(desk, checkout)
  const { amount, currency, description, metadata, livemode } = before
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    captured: true,
    created: desk.seconds(),
    currency,
    description,
    disputed: false,
    livemode,
    metadata,
    paid: true,
    payment_intent: before.id,
    refunded: false,
    status: 'succeeded',
  }
  const intent: Intent = {
    ...before,
    amount_received: amount,
    status: 'succeeded',
    latest_charge: charge.id,
    last_payment_error: null,
  }
  const row: Checkout = {
    ...checkout,
    session: {
      ...checkout.session,
      payment_intent: intent.id,
      payment_status: 'paid',
      status: 'complete',
    },
  }
  return [
    { table: 'charges', row: charge },
    { table: 'intents', row: intent },
    { table: 'checkouts', row },
    ...announce(desk, 'payment_intent.succeeded', intent),
    ...announce(desk, 'checkout.session.completed', showSession(desk, row.session)),
  ]
}

function challenge(desk: Desk, checkout: Checkout): Put[] {
  return tried(checkout, { ...intentOf(desk, checkout), status: 'requires_action' })
}

function failure(desk: Desk, checkout: Checkout, error: Refusal): Put[] {
  const intent: Intent = {
    ...intentOf(desk, checkout),
    status: 'requires_payment_method',
    last_payment_error: error,
  }
  return [...tried(checkout, intent), ...announce(desk, 'payment_intent.payment_failed', intent)]
}

/** The session stays open, and knows its payment from now on. */
function tried(checkout: Checkout, intent: Intent): Put[] {
  const session = { ...checkout.session, payment_intent: intent.id }
  return [
    { table: 'intents', row: intent },
    { table: 'checkouts', row: { ...checkout, session } },
  ]
}
