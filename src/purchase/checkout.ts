import { after } from '#core/clock.ts'
import { inTx } from '#core/db.ts'
import type { BodyOf } from '#core/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, me } from '#core/http.ts'
import { later } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { CardDown } from '../outside/card.ts'
import { priceOf } from './decide.ts'
import { orderOf } from './offers.ts'
import { placeOrder } from './order.ts'
import type { purchaseForFree, purchaseSerial } from './purchase.shape.ts'
import { closeCheckout, release } from './release.ts'

// The provider keeps a page open 30 minutes at least; ours is closed when the hold ends.
const PAGE_SECONDS = 45 * 60

type Body = BodyOf<typeof purchaseSerial>

/** Pays all from balance: the copies change hands at once. */
export function buyFromBalance(ctx: Ctx, body: BodyOf<typeof purchaseForFree>) {
  return placeOrder(ctx, body, asked(body, true))
}

/** Holds the copies and the balance part, then opens the card checkout for the rest. */
export async function buyByCard(ctx: Ctx, body: Body) {
  const order = asked(body, false)
  if (body.balance_to_use === priceOf(order.wanted))
    fail('input_invalid', { field: 'balance_to_use' })
  const { purchase_id } = await placeOrder(ctx, body, order)
  await openCheckout(ctx, purchase_id)
  const { checkout_id, checkout_url, held_until } = (await orderOf(ctx.db, purchase_id))[0]!
  if (!checkout_id || !checkout_url) fail('purchase_closed')
  return { purchase_id, id: checkout_id, key: purchase_id, url: checkout_url, held_until }
}

const asked = (body: Body, all: boolean) => ({
  wanted: [body, ...body.more].map(({ asset_sale_price, ...copy }) => ({
    kid: copy.kid,
    asset_token_id: copy.asset_token_id,
    owner_account_id: copy.owner_account_id,
    price: asset_sale_price,
  })),
  balance: body.balance_to_use,
  all,
  lang: body.lang,
})

/**
 * Asks the provider for a page, once for each order however often it is tried: the order is the
 * provider's idempotency key. Where it does not answer the copies are let go: nothing was charged.
 */
export async function openCheckout(ctx: Ctx, purchase_id: string) {
  const order = await orderOf(ctx.db, purchase_id)
  const { kid, number, lang, created_at, ...first } = order[0]!
  if (first.checkout_id || first.status !== 'reserved') return
  const { publicUrl } = ctx.config
  const { title, brand } = await titleOf(ctx, kid)
  const query = `purchase=${purchase_id}`
  try {
    const page = await ctx.outside.card.createCheckout({
      reference: purchase_id,
      amount: order.reduce((sum, { card_amount }) => sum + card_amount, 0),
      title: `${title} No. ${number}${order.length > 1 ? ` + ${order.length - 1}` : ''}`,
      email: me(ctx).email,
      lang,
      successUrl: `${publicUrl}/payment/purchase/success/${brand ?? '-'}?${query}`,
      cancelUrl: `${publicUrl}/payment/purchase/cancel/${kid}/${number}?${query}`,
      expiresAt: after(new Date(created_at), PAGE_SECONDS),
      metadata: { kid, number: String(number) },
    })
    failpoint('checkout.opened')
    await keepPage(ctx, purchase_id, page)
    failpoint('checkout.stored')
  } catch (error) {
    if (!(error instanceof CardDown)) throw error
    log('warn', 'card provider does not answer', { error })
    await inTx(ctx, (tx) => release(tx, purchase_id, 'abandon', { by: 'house', at: ctx.now }))
    fail('card_unavailable')
  }
}

/** An order that was let go meanwhile gets no page: it is closed before anybody sees it. */
async function keepPage(ctx: Ctx, purchase_id: string, page: { id: string; url: string }) {
  await inTx(ctx, async (tx) => {
    const kept = await tx
      .updateTable('purchase')
      .set({ checkout_id: page.id, checkout_url: page.url })
      .where('order_id', '=', purchase_id)
      .where('status', '=', 'reserved')
      .executeTakeFirst()
    if (kept.numUpdatedRows === 0n) await later(tx, closeCheckout, { checkout_id: page.id })
  })
}

async function titleOf(ctx: Ctx, kid: string) {
  return ctx.db
    .selectFrom('asset')
    .leftJoin('brand', 'brand.id', 'asset.brand_id')
    .select(['asset.title', 'brand.account as brand'])
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow()
}
