import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import type { Transitions, StatusOf } from '#core/database/transitions.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { INT_MAX, paging } from '#core/http/paging.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'

/**
 * The states of a coupon. Occupied: bound to one person, with its gift set aside for them. Used: its
 * gift was handed over.
 */
export const couponTransitions = {
  table: 'coupon',
  steps: [
    // from      action     to          by
    ['new', 'issue', 'valid', 'issuer'],
    ['valid', 'occupy', 'occupied', 'holder'],
    ['valid', 'claim', 'occupied', 'guest'], // with an e-mail address, before the sign-in
    ['occupied', 'occupy', 'occupied', 'holder'], // who claimed it has signed in
    ['occupied', 'take_back', 'valid', 'issuer'], // nobody has signed in
    ['occupied', 'deliver', 'used', 'platform'],
    ['valid', 'revoke', 'expired', 'issuer'],
    ['valid', 'expire', 'expired', 'clock'],
    ['occupied', 'expire', 'expired', 'clock'],
    ['occupied', 'expire', 'expired', 'holder'], // whose account is deleted
  ],
} as const satisfies Transitions
export type CouponStatus = StatusOf<typeof couponTransitions>

const status = z.enum(['valid', 'occupied', 'used', 'expired'])

/** The gift of a coupon: a number of a title, or points. */
const gift = z.strictObject({
  kid: z.uuid().nullable(),
  title: z.string().nullable(),
  /** Null also for a number drawn by lot until the coupon is occupied. */
  number: z.int().nullable(),
  /** Yen. */
  points: z.int().nullable(),
})
export type Gift = z.output<typeof gift>

const coupon = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  status,
  gives: gift,
  expires_at: z.iso.datetime(),
  occupied_at: z.iso.datetime().nullable(),
  used_at: z.iso.datetime().nullable(),
})
coupon.register(z.globalRegistry, { id: 'Coupon' })
export type Coupon = z.output<typeof coupon>

/** Lists the caller's coupons with their codes, the latest first. */
export const listCoupons = endpoint('GET', '/coupons', {
  query: z.strictObject(paging),
  reply: page(coupon),
})

const byCode = { id: z.string().min(1).max(100) }

/** Previews the gift of a code. Refuses an unknown code with `coupon_invalid`. */
export const getCoupon = endpoint('GET', '/coupons/{id}', {
  query: z.strictObject(byCode),
  reply: z.strictObject({ status, gives: gift, expires_at: z.iso.datetime() }),
})

/** An occupied coupon. `hindered_by`: the refusal that keeps its gift from being handed over yet. */
const taken = coupon.extend({
  hindered_by: z
    .strictObject({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.int()])),
    })
    .nullable(),
})
export type OccupiedCoupon = z.output<typeof taken>

/** Takes the gift of a code. A repeat by the same person returns the same, or hands the gift over. */
export const occupyCoupon = endpoint('POST', '/coupons/{id}/occupations', {
  once: true,
  body: z.strictObject(byCode),
  reply: taken,
})

const claim = z.strictObject({
  status,
  gives: gift,
  /** The address that the gift is set aside for. */
  email: z.string(),
  expires_at: z.iso.datetime(),
})
claim.register(z.globalRegistry, { id: 'CouponClaim' })

/**
 * Claims a festival's code with an e-mail address: the gift is set aside until that person signs in.
 * A repeat from the same browser may correct the address; a program repeats its `Idempotency-Key`.
 */
export const claimCoupon = endpoint('POST', '/coupons/{id}/claims', {
  once: true,
  body: z.strictObject({ ...byCode, email, lang: language.optional() }),
  reply: claim,
})

/** The refusals of a coupon that cannot be used. */
export const couponRefusals = [
  'coupon_invalid',
  'coupon_occupied',
  'coupon_already_used',
  'coupon_expired',
] as const

/** The refusals of a carried code, shown on the page that the code leads to. */
export const carriedRefusals = [
  ...couponRefusals,
  'coupon_apply_failed',
  'too_many_requests',
] as const
export type CarriedRefusal = (typeof carriedRefusals)[number]

/** Takes the gift of the code that was carried through the sign-in, if there was one. */
export const occupyCarried = endpoint('POST', '/coupon_code/occupations', {
  once: true,
  body: z.strictObject({}),
  reply: z.strictObject({ coupon: taken.nullable(), refused: z.enum(carriedRefusals).nullable() }),
})

/**
 * Returns the code that the browser carries, for the page that claims it: its gift, or why it has none.
 * `coupon` is null also for codes that are not a festival's, about which guests learn nothing.
 */
export const getCarriedCoupon = endpoint('GET', '/coupon_code', {
  query: z.strictObject({}),
  reply: z
    .strictObject({
      code: z.string(),
      coupon: claim
        .extend({
          /** Null unless this browser has claimed it. */
          email: z.string().nullable(),
          /** Null for points. */
          tile: tileFacts.nullable(),
        })
        .nullable(),
      refused: z.enum(carriedRefusals).nullable(),
    })
    .nullable(),
})
export type CarriedCoupon = NonNullable<z.output<typeof getCarriedCoupon.reply>>

const batch = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  issuer: z.string(),
  kid: z.uuid().nullable(),
  title: z.string().nullable(),
  points: z.int().nullable(),
  drawn: z.boolean(),
  festival: z.boolean(),
  count: z.int(),
  valid: z.int(),
  occupied: z.int(),
  used: z.int(),
  expired: z.int(),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
})
batch.register(z.globalRegistry, { id: 'CouponBatch' })
export type Batch = z.output<typeof batch>

/**
 * Creates a batch of coupons. A creator names own unlisted numbers, each held for one code. An
 * administrator names points and the number of codes. `drawn` hides which number a code gives.
 * `festival` lets people claim a code with an e-mail address, before they sign in.
 */
export const createCoupons = endpoint('POST', '/coupons', {
  once: true,
  body: z.strictObject({
    name: plainName(100),
    expires_at: z.iso.datetime(),
    asset_token_ids: z.array(z.uuid()).min(1).max(1_000).optional(),
    drawn: z.boolean().default(false),
    festival: z.boolean().default(false),
    points: z.int().positive().max(INT_MAX).optional(),
    count: z.int().positive().max(1_000).optional(),
  }),
  reply: batch,
})

/** Lists a creator's own batches, or for administrators all that give points. Newest first. */
export const listBatches = endpoint('GET', '/coupon_batches', {
  query: z.strictObject(paging),
  reply: page(batch),
})

const printed = z.strictObject({
  id: z.uuid(),
  /** The whole code while the coupon is valid, else its first group only. */
  code: z.string(),
  /** The URL for the QR code; null if the code cannot be used any more. */
  address: z.string().nullable(),
  status,
  number: z.int().nullable(),
})
export type PrintedCoupon = z.output<typeof printed>

/** Returns one batch with a page of its codes, to print. */
export const getBatch = endpoint('GET', '/coupon_batches/{id}', {
  query: z.strictObject({ ...paging, id: z.uuid() }),
  reply: z.strictObject({ batch, ...page(printed).shape }),
})

/** Returns a batch with its latest claims, for the screen on a festival's desk. */
export const getDesk = endpoint('GET', '/coupon_batches/{id}/desk', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({
    batch,
    latest: z.array(
      z.strictObject({ id: z.uuid(), number: z.int().nullable(), status, at: z.iso.datetime() }),
    ),
  }),
})
export type Desk = z.output<typeof getDesk.reply>

/**
 * Lists the claims of a batch that wait for a sign-in, the oldest first. `code` is masked, and the
 * address is left out: a creator tells claims apart by number, code and time.
 */
export const listClaims = endpoint('GET', '/coupon_batches/{id}/claims', {
  query: z.strictObject({ ...paging, id: z.uuid() }),
  reply: page(
    z.strictObject({
      /** The id of the coupon. */
      id: z.uuid(),
      code: z.string(),
      number: z.int().nullable(),
      claimed_at: z.iso.datetime(),
    }),
  ),
})
export type WaitingClaim = z.output<typeof listClaims.reply>['items'][number]

/**
 * Takes back a claim whose person has not signed in. The code can be claimed again; it expires instead
 * if its batch was revoked meanwhile.
 */
export const takeBackClaim = endpoint('POST', '/coupon_claims/{id}/take_back', {
  once: true,
  body: z.strictObject({ id: z.uuid() }),
  reply: batch,
})

/** Returns all codes of a batch as CSV. */
export const exportBatch = endpoint('GET', '/coupon_batches/{id}/export', {
  query: z.strictObject({ id: z.uuid() }),
  file: ['text/csv'],
  reply: z.string(),
})

/** Revokes a batch: its valid coupons expire and their numbers are free again. */
export const revokeBatch = endpoint('DELETE', '/coupon_batches/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: batch,
})
