import { showSession } from './checkout.ts'
import { type Charge, type Checkout, type Intent, newId } from './objects.ts'
import { announce, type Provider, type RowWrite } from './store.ts'

// Source: the vendor's page of test cards. Card numbers are never stored.
const CARDS = new Map(
  Object.entries({
    '4242424242424242': 'pays',
    '4000002760003184': 'challenge',
    '4000000000009995': 'insufficient_funds',
    '4000000000009987': 'lost_card',
    '4000000000009979': 'stolen_card',
    '4000000000000069': 'expired_card',
    '4000000000000127': 'incorrect_cvc',
    '4000000000000119': 'processing_error',
    '4000000000006975': 'card_velocity_exceeded',
  }),
)
/** The outcomes that have their own error code; all others are `card_declined` with a `decline_code`. */
const ERRORS = ['expired_card', 'incorrect_cvc', 'processing_error']
type Refusal = NonNullable<Intent['last_payment_error']>

/** Returns true for 13 to 19 digits with a valid check digit (Luhn); spaces are ignored. */
export function isCardNumber(number: string): boolean {
  const digits = number.replace(/[ -]/g, '').split('').toReversed().map(Number)
  const sum = digits
    .map((digit, place) => (place % 2 ? digit * 2 : digit))
    .map((digit) => (digit > 9 ? digit - 9 : digit))
    .reduce((total, each) => total + each, 0)
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0
}

/**
 * Tries a card on a session. Does nothing unless the session is open, so a second submit has no
 * effect. Declines every card that is not a test card.
 */
export function submitCard(provider: Provider, checkout: Checkout, number: string) {
  if (checkout.session.status !== 'open') return
  const outcome = CARDS.get(number.replace(/[ -]/g, '')) ?? 'generic_decline'
  if (outcome === 'pays') provider.store.write(success(provider, checkout))
  else if (outcome === 'challenge') provider.store.write(challenge(provider, checkout))
  else {
    const code = ERRORS.includes(outcome) ? outcome : 'card_declined'
    const message = 'Your card was declined.'
    const error: Refusal = { type: 'card_error', code, decline_code: outcome, message }
    provider.store.write(failure(provider, checkout, error))
  }
}

/** Applies the cardholder's answer to a 3-D Secure challenge. Does nothing if there is no challenge. */
export function answerChallenge(provider: Provider, checkout: Checkout, approved: boolean) {
  if (!isChallenged(provider, checkout)) return
  const error: Refusal = {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided payment method has failed authentication.',
  }
  provider.store.write(approved ? success(provider, checkout) : failure(provider, checkout, error))
}

export function isChallenged({ store }: Provider, { session }: Checkout): boolean {
  return (
    session.status === 'open' &&
    store.intents.get(session.payment_intent ?? '')?.status === 'requires_action'
  )
}

function intentOf(provider: Provider, { session, intent }: Checkout): Intent {
  return (
    provider.store.intents.get(session.payment_intent ?? '') ?? {
      id: newId('pi'),
      object: 'payment_intent',
      amount: session.amount_total!,
      amount_received: 0,
      canceled_at: null,
      created: provider.seconds(),
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

function success(provider: Provider, checkout: Checkout): RowWrite[] {
  const before = intentOf(provider, checkout)
  const { amount, currency, description, metadata, livemode } = before
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    captured: true,
    created: provider.seconds(),
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
    ...announce(provider, 'payment_intent.succeeded', intent),
    ...announce(provider, 'checkout.session.completed', showSession(provider, row.session)),
  ]
}

function challenge(provider: Provider, checkout: Checkout): RowWrite[] {
  return attempted(checkout, { ...intentOf(provider, checkout), status: 'requires_action' })
}

function failure(provider: Provider, checkout: Checkout, error: Refusal): RowWrite[] {
  const intent: Intent = {
    ...intentOf(provider, checkout),
    status: 'requires_payment_method',
    last_payment_error: error,
  }
  return [
    ...attempted(checkout, intent),
    ...announce(provider, 'payment_intent.payment_failed', intent),
  ]
}

/** Links the open session with its payment after an attempt. */
function attempted(checkout: Checkout, intent: Intent): RowWrite[] {
  const session = { ...checkout.session, payment_intent: intent.id }
  return [
    { table: 'intents', row: intent },
    { table: 'checkouts', row: { ...checkout, session } },
  ]
}
