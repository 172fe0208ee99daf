import type { StatusOf, Transitions } from '#core/database/transitions.ts'

/**
 * The states of a gift. Its copy is locked while the gift is scheduled or open. A gift that ends
 * unclaimed leaves the copy with its giver.
 */
export const giftTransitions = {
  table: 'gift',
  steps: [
    // from               action      to                  by
    ['new', 'order', 'awaiting_payment', 'giver'], // bought as a gift, by card
    ['new', 'give', 'scheduled', 'giver'],
    ['awaiting_payment', 'pay', 'scheduled', 'platform'],
    ['awaiting_payment', 'release', 'canceled', 'platform'], // not paid in time
    ['scheduled', 'deliver', 'open', 'platform'],
    ['open', 'claim', 'claimed', 'recipient'],
    ['open', 'decline', 'declined', 'recipient'],
    ['scheduled', 'withdraw', 'withdrawn', 'giver'],
    ['open', 'withdraw', 'withdrawn', 'giver'],
    ['open', 'expire', 'expired', 'clock'],
    ['scheduled', 'revoke', 'revoked', 'platform'], // its payment is disputed
    ['open', 'revoke', 'revoked', 'platform'],
  ],
} as const satisfies Transitions

export type GiftStatus = StatusOf<typeof giftTransitions>

/** The states of a gift in the order of its life. */
export const giftStatuses = [
  'awaiting_payment',
  'scheduled',
  'open',
  'claimed',
  'declined',
  'withdrawn',
  'expired',
  'revoked',
  'canceled',
] as const satisfies readonly GiftStatus[]
