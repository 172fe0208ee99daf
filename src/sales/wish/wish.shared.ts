import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { INT_MAX, paging } from '#core/http/paging.shared.ts'

/** A wish for a title or a number, with the facts of the title that a tile shows. */
const wish = tileFacts.extend({
  id: z.uuid(),
  /** The wanted number; null for any. */
  number: z.int().nullable(),
  created_at: z.iso.datetime(),
  /** The copies of other people that are open to trade and match. */
  open_count: z.int(),
  /** The open proposal that would fulfil the wish. */
  proposal_id: z.uuid().nullable(),
})
wish.register(z.globalRegistry, { id: 'Wish' })
export type Wish = z.output<typeof wish>

/** Wants a title, or one number of it. A repeat returns the wish as it is. */
export const addWish = endpoint('POST', '/wishes', {
  body: z.strictObject({
    kid: z.uuid(),
    number: z.int().min(1).max(INT_MAX).nullable().default(null),
  }),
  reply: wish,
})

/** Removes a wish. Adding it again soon after keeps its place among those that wait. */
export const removeWish = endpoint('DELETE', '/wishes/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ id: z.uuid() }),
})

/** Lists what the caller wants, oldest first. Empty while trading is switched off. */
export const listWishes = endpoint('GET', '/wishes', {
  query: z.strictObject({ ...paging, kid: z.uuid().optional() }),
  reply: page(wish),
})
