import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { language } from '#core/language.shared.ts'
import type { StatusOf, Transitions } from '#core/database/transitions.ts'
import { plainName } from '#core/plain-name.shared.ts'

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
    ['scheduled', 'return', 'expired', 'platform'], // gifts were switched off
    ['open', 'return', 'expired', 'platform'],
    ['scheduled', 'revoke', 'revoked', 'platform'], // its payment is disputed, or its giver suspended
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

export const MESSAGE_MAX = 500
export const NAME_MAX = 60
export const COPIES_MAX = 200 // given at once
/** How far ahead a delivery can be, in days. */
export const DELIVERY_DAYS_MAX = 365

/** The terms that a giver sets for gifts. `deliver_at` and `days` default to now and the setting. */
export const giftTerms = z.strictObject({
  from_name: plainName(NAME_MAX),
  message: z.string().trim().max(MESSAGE_MAX).default(''),
  /** Recipients, one for each copy in order; without them each copy gets a link. */
  emails: z.array(email).max(COPIES_MAX).default([]),
  deliver_at: z.iso.datetime().nullable().default(null),
  days: z.int().min(1).nullable().default(null), // from the delivery until the gift returns
  lang: language.default('en'), // of the mails to the recipients
})
export type GiftTermsInput = z.input<typeof giftTerms>
export type GiftTerms = z.output<typeof giftTerms>
