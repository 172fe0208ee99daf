import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { INT_MAX, paging } from '#core/http/paging.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'

/** Names what a person may follow: a favourite title or number, a brand, the opening of a sale, a price. */
export const followKinds = ['favourite', 'brand', 'reminder', 'price_alert'] as const

/** Something that the caller follows. */
const follow = z.strictObject({
  id: z.uuid(),
  what: z.enum(followKinds),
  created_at: z.iso.datetime(),
  title: tileFacts.nullable(),
  /** When the title's sale begins; null without a time. */
  sale_starting_at: z.iso.datetime().nullable(),
  /** Null: the whole title. */
  number: z.int().nullable(),
  /** The price of the number, or the lowest of the title, in yen; null if none is for sale. */
  sale_price: z.int().nullable(),
  /** The price of an alert in yen; null otherwise. */
  price: z.int().nullable(),
  brand: z
    .strictObject({
      id: z.uuid(),
      name: z.string(),
      account: z.string(),
      hero_picture: picture.nullable(),
    })
    .nullable(),
})
follow.register(z.globalRegistry, { id: 'Follow' })
export type Follow = z.output<typeof follow>

export const PRICE_ALERT_MAX = 9_999_999 // yen

const numberOfTitle = {
  kid: z.uuid(),
  number: z.int().min(1).max(INT_MAX).nullable().default(null),
}

/** Makes a title, or one number of it, a favourite of the caller's. A repeat changes nothing. */
export const addFavourite = endpoint('POST', '/favourites', {
  body: z.strictObject(numberOfTitle),
  reply: follow,
})

/** Reminds the caller once, when the sale of a title has begun. A repeat changes nothing. */
export const addReminder = endpoint('POST', '/reminders', {
  body: z.strictObject({ kid: z.uuid() }),
  reply: follow,
})

/**
 * Tells the caller once, when a copy of a title, or one number of it, is offered at a price or less. A
 * repeat changes the price.
 */
export const addPriceAlert = endpoint('POST', '/price_alerts', {
  body: z.strictObject({ ...numberOfTitle, price: z.int().min(1).max(PRICE_ALERT_MAX) }),
  reply: follow,
})

/** Follows a brand. A repeat changes nothing. */
export const followBrand = endpoint('POST', '/follows', {
  body: z.strictObject({ brand_id: z.uuid() }),
  reply: follow,
})

/** Removes something from what the caller follows. A repeat finds it removed. */
export const stopFollowing = endpoint('DELETE', '/follows/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ id: z.uuid() }),
})

/** Lists what the caller follows, newest first. Titles that are not published are left out. */
export const listFollows = endpoint('GET', '/follows', {
  query: z.strictObject({
    ...paging,
    what: z.enum(followKinds).optional(),
    kid: z.uuid().optional(),
    brand_id: z.uuid().optional(),
  }),
  reply: page(follow),
})

/** Counts the people who follow one of the caller's own titles. */
export const countTitleFollowers = endpoint('GET', '/assets/{id}/followers', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ favourites: z.int(), reminders: z.int(), price_alerts: z.int() }),
})

/** Counts the people who follow one of the caller's own brands. */
export const countBrandFollowers = endpoint('GET', '/brands/{id}/followers', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ followers: z.int() }),
})
