import { z } from 'zod'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { confirmation } from '#src/accounts/account/passkey-proof.shared.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { COPIES_MAX, giftStatuses, giftTerms } from '#src/catalog/gift/gift.shared.ts'

/** A copy with the facts of its title that a tile shows, and without a price. */
const giftCopy = tileFacts.extend({ asset_token_id: z.uuid(), number: z.int() })
giftCopy.register(z.globalRegistry, { id: 'GiftCopy' })

/** A gift as its giver or, once it is claimed, its recipient sees it. */
const gift = z.strictObject({
  id: z.uuid(),
  batch: z.uuid(), // shared by gifts made at once
  direction: z.enum(['sent', 'received']),
  status: z.enum(giftStatuses),
  copy: giftCopy,
  from_name: z.string(),
  message: z.string(),
  /** Administrators have hidden the message: for others than its sender it is empty. */
  message_hidden: z.boolean(),
  /** The address that the gift was mailed to; null for a link, and for the recipient. */
  email: z.string().nullable(),
  /** The path of the claim page, for the giver while the gift can be claimed. It is a secret. */
  path: z.string().nullable(),
  /** The name of the other person: who claimed the gift, or who gave it. */
  partner: z.string().nullable(),
  created_at: z.iso.datetime(),
  deliver_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** True for the giver while the mail may be sent again. */
  can_mail_again: z.boolean(),
})
gift.register(z.globalRegistry, { id: 'Gift' })
export type Gift = z.output<typeof gift>

/**
 * Gives own copies, each to whoever claims it by its link. Locks all copies, or refuses with the first
 * that cannot be given. Gifts that are worth a lot need a code with the purpose `gift` or a passkey's
 * proof, and are refused as `gift_needs_confirmation` without.
 */
export const giveCopies = endpoint('POST', '/gifts', {
  once: true,
  body: giftTerms.extend({
    asset_token_ids: z.array(z.uuid()).min(1).max(COPIES_MAX),
    ...confirmation,
  }),
  reply: z.strictObject({ batch: z.uuid(), items: z.array(gift) }),
})

/** Lists the caller's gifts, newest first: those given, or those claimed. */
export const listGifts = endpoint('GET', '/gifts', {
  query: z.strictObject({
    ...paging,
    direction: z.enum(['sent', 'received']).default('sent'),
    status: z.enum(giftStatuses).optional(),
    batch: z.uuid().optional(),
    purchase_id: z.uuid().optional(), // any purchase of an order
  }),
  reply: page(gift),
})

/** Withdraws a gift that nobody has claimed. A repeat returns it as it is. */
export const withdrawGift = endpoint('POST', '/gifts/{id}/withdraw', {
  body: z.strictObject({ id: z.uuid() }),
  reply: gift,
})

/** How often the mail of a gift may be sent again, once a day. */
export const MAILS_AGAIN = 3
export const MAIL_AGAIN_SECONDS = DAY_SECONDS

/** Sends the mail of an open gift again. */
export const mailGift = endpoint('POST', '/gifts/{id}/mails', {
  once: true,
  body: z.strictObject({ id: z.uuid() }),
  reply: gift,
})

/** Returns the gifts that the caller has given as CSV, newest first, with the links of open ones. */
export const exportGifts = endpoint('GET', '/gifts/export', {
  query: z.strictObject({ batch: z.uuid().optional() }),
  file: ['text/csv'],
  reply: z.string(),
})

/** The URL of the caller's gifts as a CSV file. */
export const giftsCsv = requestOf(exportGifts, {}).url

/** The reasons for which the visitor cannot claim a gift now. */
export const giftReasons = ['not_delivered', 'closed', 'own_gift', 'region_unavailable'] as const

/** Returns a gift for the visitor of its link. Refuses `not_found` for links that are not ours. */
export const getGift = endpoint('GET', '/gifts/{token}', {
  query: z.strictObject({ token: z.string() }),
  reply: z.strictObject({
    copy: giftCopy,
    from_name: z.string(),
    message: z.string(), // empty until the delivery, and while it is hidden
    message_hidden: z.boolean(),
    status: z.enum(['scheduled', 'open', 'claimed', 'closed']),
    mine: z.boolean(), // the visitor has claimed it
    is_own: z.boolean(), // the visitor gives it
    deliver_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    reason: z.enum(giftReasons).nullable(),
  }),
})
export type ReceivedGift = z.output<typeof getGift.reply>

/** Claims a gift: the copy changes hands at once, and only once. */
export const claimGift = endpoint('POST', '/gifts/claim', {
  once: true,
  body: z.strictObject({ token: z.string() }),
  reply: z.strictObject({
    gift_id: z.uuid(),
    kid: z.uuid(),
    asset_token_id: z.uuid(),
    number: z.int(),
  }),
})

/** Declines a gift for good: the copy stays with its giver. Needs no account; a repeat changes nothing. */
export const declineGift = endpoint('POST', '/gifts/decline', {
  body: z.strictObject({ token: z.string() }),
  reply: z.strictObject({ status: z.literal('declined') }),
})
