import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions, StatusOf } from '#core/database/transitions.ts'
import { INT_MAX, page, paging } from '#src/catalog/asset/asset.shared.ts'
import { plainName } from '#src/catalog/asset/plain-name.shared.ts'

/** Occupied: bound to one person, what it gives is set aside for them. Used: they have it. */
export const couponTransitions = {
  table: 'coupon',
  steps: [
    // from      act        to          by
    ['new', 'issue', 'valid', 'issuer'],
    ['valid', 'occupy', 'occupied', 'holder'],
    ['occupied', 'deliver', 'used', 'platform'],
    ['valid', 'revoke', 'expired', 'issuer'],
    ['valid', 'expire', 'expired', 'clock'],
    ['occupied', 'expire', 'expired', 'clock'],
  ],
} as const satisfies Transitions
export type CouponStatus = StatusOf<typeof couponTransitions>

const status = z.enum(['valid', 'occupied', 'used', 'expired'])

/** What a code gives: a number of a title, or points. */
const gift = z.strictObject({
  kid: z.uuid().nullable(),
  title: z.string().nullable(),
  /** Null also where lots are drawn and nobody has it yet. */
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
export type Coupon = z.output<typeof coupon>

/** Own coupons, the last taken first, each with its code. */
export const listCoupons = endpoint('GET', '/coupons', {
  query: z.strictObject(paging),
  reply: page(coupon),
})

const byCode = { id: z.string().min(1).max(100) }

/** What a code would give, before it is taken; an unknown one is `coupon_invalid`. */
export const getCoupon = endpoint('GET', '/coupons/{id}', {
  query: z.strictObject(byCode),
  reply: z.strictObject({ status, gives: gift, expires_at: z.iso.datetime() }),
})

/** `hindered_by`: why it cannot be handed over yet, as the error catalogue names it. */
const taken = coupon.extend({
  hindered_by: z
    .strictObject({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.int()])),
    })
    .nullable(),
})
export type OccupiedCoupon = z.output<typeof taken>

/** Takes what a code gives. The same person again is answered the same, or handed it over by then. */

export const occupyCoupon = endpoint('POST', '/coupons/{id}/occupations', {
  once: true,
  body: z.strictObject(byCode),
  reply: taken,
})

/** What can stand against a code itself; said on the page that it leads to. */
export const codeRefusals = [
  ...(['coupon_invalid', 'coupon_occupied', 'coupon_already_used', 'coupon_expired'] as const),
  ...(['coupon_apply_failed', 'too_many_requests'] as const),
] as const
export type CodeRefusal = (typeof codeRefusals)[number]

/** The same with the code that was carried through the sign-in, if one was. */
export const occupyCarried = endpoint('POST', '/coupon_code/occupations', {
  body: z.strictObject({}),
  reply: z.strictObject({ coupon: taken.nullable(), refused: z.enum(codeRefusals).nullable() }),
})

const batch = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  issuer: z.string(),
  kid: z.uuid().nullable(),
  title: z.string().nullable(),
  points: z.int().nullable(),
  drawn: z.boolean(),
  count: z.int(),
  valid: z.int(),
  occupied: z.int(),
  used: z.int(),
  expired: z.int(),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
})
export type Batch = z.output<typeof batch>

/**
 * Makes coupons. A creator names own numbers that are not on offer, each held for one code; an
 * administrator names points and how many codes. `drawn`: which number a code gives is a surprise.
 */
export const createCoupons = endpoint('POST', '/coupons', {
  once: true,
  body: z.strictObject({
    name: plainName(100),
    expires_at: z.iso.datetime(),
    asset_token_ids: z.array(z.uuid()).min(1).max(1_000).optional(),
    drawn: z.boolean().default(false),
    points: z.int().positive().max(INT_MAX).optional(),
    count: z.int().positive().max(1_000).optional(),
  }),
  reply: batch,
})

/** A creator's own batches; an administrator's are all that give points. Newest first. */
export const listBatches = endpoint('GET', '/coupon_batches', {
  query: z.strictObject(paging),
  reply: page(batch),
})

const printed = z.strictObject({
  id: z.uuid(),
  /** Whole while nobody has taken it, else its first group only. */
  code: z.string(),
  /** What a QR code leads to; null where the code is of no use any more. */
  address: z.string().nullable(),
  status,
  number: z.int().nullable(),
})
export type PrintedCoupon = z.output<typeof printed>

/** One batch with its codes, to print. */
export const getBatch = endpoint('GET', '/coupon_batches/{id}', {
  query: z.strictObject({ ...paging, id: z.uuid() }),
  reply: z.strictObject({ batch, ...page(printed).shape }),
})

/** All codes of a batch as CSV. */
export const exportBatch = endpoint('GET', '/coupon_batches/{id}/export', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.string(),
})

/** Takes back what nobody has taken yet: those codes expire, and their numbers are free again. */
export const revokeBatch = endpoint('DELETE', '/coupon_batches/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: batch,
})
