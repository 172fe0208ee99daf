import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import { page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'

const COPIES_MAX = 10_000
const tokens = z.array(z.uuid()).min(1).max(COPIES_MAX)

/** How long a quoted fee and the copies of an unpaid distribution are kept, in seconds. */
export const QUOTE_SECONDS = 1_800

/** Calculates the fee for giving away copies, in yen including tax. Stores nothing. */
export const quoteDistribution = endpoint('POST', '/free_distribution_rights/calc_price', {
  body: z.strictObject({ asset_token_ids: tokens }),
  reply: z.strictObject({
    copies: z.int(),
    unit_fee: z.int(),
    fee: z.int(),
    tax: z.int(), // within the fee
  }),
})

const status = z.enum([
  'draft',
  'awaiting_payment',
  'executing',
  'done',
  'failed',
  'ended',
  'revoked',
])

/** A free distribution as its creator sees it. */
const distribution = z.strictObject({
  id: z.uuid(),
  kid: z.uuid(),
  title: z.string(),
  status,
  numbers: z.string(), // as in `1-10,12`
  copies: z.int(),
  claimed: z.int(),
  remaining: z.int(), // copies that can be claimed now
  people: z.int().nullable(), // on its list; null if everybody may claim
  allowlist_id: z.uuid().nullable(),
  max_count_per_wallet: z.int().nullable(),
  lang: language,
  unit_fee: z.int(),
  fee: z.int(),
  quoted_until: z.iso.datetime(),
  /** The payment under way or done, and its card page while it is open. */
  purchase_id: z.uuid().nullable(),
  checkout_url: z.string().nullable(),
  held_until: z.iso.datetime().nullable(),
  refund: z.enum(['owed', 'done']).nullable(), // of the fee
  created_at: z.iso.datetime(),
  opened_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable(),
})
distribution.register(z.globalRegistry, { id: 'Distribution' })
export type Distribution = z.output<typeof distribution>

/**
 * Creates a draft with a quoted fee, which holds for 30 minutes. `allowed_asset_acquirers` are mail
 * addresses or usernames, one an element, or pasted lines of them; without it everybody may claim.
 */
export const createDistribution = endpoint('POST', '/free_distribution_settings', {
  once: true,
  body: z.strictObject({
    asset_token_ids: tokens,
    allowed_asset_acquirers: z.array(z.string().max(1_000_000)).max(20_000).default([]),
    max_count_per_wallet: z.int().min(1).max(COPIES_MAX).nullable().default(null),
    lang: language.default('en'),
  }),
  reply: distribution,
})

/** Lists the caller's distributions, newest first, without drafts whose quote has ended. */
export const listDistributions = endpoint('GET', '/free_distribution_settings', {
  query: z.strictObject({ ...paging, purchase_id: z.uuid().optional() }),
  reply: page(distribution),
})

const byId = z.strictObject({ id: z.uuid() })

/** Returns one of the caller's distributions. */
export const getDistribution = endpoint('GET', '/free_distribution_settings/{id}', {
  query: byId,
  reply: distribution,
})

/**
 * Locks the copies and pays the fee of a draft: from balance alone, or the rest by card at `url`. The
 * copies can be claimed a moment after the payment.
 */
export const payDistribution = endpoint('POST', '/free_distribution_settings/{id}/payments', {
  once: true,
  body: z.strictObject({
    id: z.uuid(),
    balance_to_use: z.int(),
    lang: language.default('en'),
  }),
  reply: z.strictObject({ purchase_id: z.uuid(), url: z.string().nullable() }),
})

/** Cancels the payment of a distribution: its copies are free again. */
export const cancelDistribution = endpoint('POST', '/free_distribution_settings/{id}/release', {
  once: true,
  body: byId,
  reply: distribution,
})

/** Ends a distribution: copies that nobody has claimed are free again. The fee is not returned. */
export const endDistribution = endpoint('POST', '/free_distribution_settings/{id}/end', {
  once: true,
  body: byId,
  reply: distribution,
})

const claim = z.strictObject({
  number: z.int(),
  username: z.string().nullable(), // of the person who claimed it
  email: z.string().nullable(), // as the creator listed the person, if so
  claimed_at: z.iso.datetime().nullable(),
})
export type DistributionClaim = z.output<typeof claim>

/** Lists the copies of one of the caller's distributions: the latest claims first, then free ones. */
export const listClaims = endpoint('GET', '/free_distribution_settings/{id}/claims', {
  query: z.strictObject({ ...paging, id: z.uuid() }),
  reply: page(claim),
})

/** Exports all copies of a distribution with their claims as CSV. */
export const exportClaims = endpoint('GET', '/free_distribution_settings/{id}/export', {
  query: byId,
  file: ['text/csv'],
  reply: z.string(),
})
/** Returns the URL of that export, for a download link. */
export const claimsFile = (id: string) => requestOf(exportClaims, { id }).url

/** The reasons for which the visitor cannot claim a copy now. */
export const claimReasons = [
  'not_designated_acquirer',
  'max_holding_reached',
  'region_unavailable',
  'nothing_left',
  'distribution_closed',
  'own_serial',
] as const

/** Returns a distribution as the visitor of its link sees it, once it is open. */
export const getOffer = endpoint('GET', '/free_distributions/{id}', {
  query: byId,
  reply: z.strictObject({
    id: z.uuid(),
    kid: z.uuid(),
    title: z.string(),
    poster: picture.nullable(),
    creator_account_id: z.uuid(),
    creator: z.string(),
    brand: z.string().nullable(),
    brand_is_verified: z.boolean(),
    copies: z.int(),
    remaining: z.int(),
    /** A copy to claim, which may be given to another person meanwhile; null if none is left. */
    asset_token_id: z.uuid().nullable(),
    restricted: z.boolean(),
    designated: z.boolean(), // the visitor is on its list
    max_count_per_wallet: z.int().nullable(),
    mine: z.array(z.int()), // numbers that the visitor has claimed
    reason: z.enum(claimReasons).nullable(),
  }),
})

export type DistributionOffer = z.output<typeof getOffer.reply>
