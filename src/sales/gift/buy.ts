import type { Ctx } from '#core/context.ts'
import { currentPerson } from '#core/context.ts'
import type { Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { earlierReply } from '#core/http/idempotency.ts'
import { giftsOfPurchases, insertGifts } from '#src/catalog/gift/gift.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { giveBought } from '#src/sales/listing/give-away.ts'
import * as checkout from '#src/sales/purchase/checkout.ts'
import { orderOf } from '#src/sales/purchase/offers.ts'
import type { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { requireTerms, termsOf } from './terms.ts'

type Body = BodyOf<typeof purchaseSerial>

/** Buys copies by card, also as gifts, which are sent once they are paid. */
export const buyByCard = async (ctx: Ctx, body: Body) =>
  checkout.buyByCard(ctx, body, await giftsWith(ctx, body))

/** Buys copies from balance, also as gifts. */
export const buyFromBalance = async (ctx: Ctx, body: BodyOf<typeof purchaseForFree>) =>
  checkout.buyFromBalance(ctx, body, await giftsWith(ctx, body))

/**
 * Returns what stores the gifts of an order in its transaction; undefined if nothing is given. Refuses
 * terms that do not fit, before anything is held; a repeated request gets its stored reply.
 */
async function giftsWith(ctx: Ctx, body: Body) {
  const { gift, more } = body
  if (!gift) return undefined
  const settings = await settingsFor(ctx)
  const wanted = { copies: 1 + more.length, settings }
  if (!(await earlierReply(ctx, body))) await requireTerms(ctx.db, ctx, gift, wanted)
  const giver = currentPerson(ctx).account_id
  return async (tx: Tx, order_id: string, at: Date) => {
    await requireTerms(tx, ctx, gift, wanted) // again, now that the giver's account is locked
    const order = (await orderOf(tx, order_id)).toSorted((a, b) => a.number - b.number)
    const rows = order.map(({ id, asset_token_id, kid, number }, i) => ({
      asset_token_id,
      kid,
      number,
      listing_id: null,
      purchase_id: id,
      email: gift.emails[i] ?? null,
    }))
    await insertGifts(tx, rows, { giver, ...termsOf(gift, settings, at) }, at)
    const paid = order.filter(({ status }) => status === 'settled').map(({ id }) => id)
    if (paid.length > 0) await giveBought(tx, await giftsOfPurchases(tx, paid), at)
  }
}
