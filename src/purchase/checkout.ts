import { after } from '#core/clock.ts'
import { inTx } from '#core/db.ts'
import type { BodyOf } from '#core/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, me } from '#core/http.ts'
import { later } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { CardDown } from '../outside/card.ts'
import { placeOrder } from './order.ts'
import type { purchaseForFree, purchaseSerial } from './purchase.shape.ts'
import { closeCheckout, release } from './release.ts'

// The provider keeps a page open 30 minutes at least; ours is closed when the hold ends.
const PAGE_SECONDS = 45 * 60

type Wanted = BodyOf<typeof purchaseSerial>

/** Pays all from balance: the copy changes hands at once. */
export function buyFromBalance(ctx: Ctx, body: BodyOf<typeof purchaseForFree>) {
  return placeOrder(ctx, body, orderOf(body, true))
}

/** Holds the copy and the balance part, then opens the card checkout for the rest. */
export async function buyByCard(ctx: Ctx, body: Wanted) {
  if (body.balance_to_use === body.asset_sale_price)
    fail('input_invalid', { field: 'balance_to_use' })
  const { purchase_id } = await placeOrder(ctx, body, orderOf(body, false))
  await openCheckout(ctx, purchase_id)
  const { checkout_id, checkout_url, held_until } = await rowOf(ctx, purchase_id)
  if (!checkout_id || !checkout_url) fail('purchase_closed')
  return { purchase_id, id: checkout_id, key: purchase_id, url: checkout_url, held_until }
}

const orderOf = (body: Wanted, all: boolean) => ({
  asset_token_id: body.asset_token_id,
  kid: body.kid,
  owner_account_id: body.owner_account_id,
  price: body.asset_sale_price,
  balance: body.balance_to_use,
  all,
  lang: body.lang,
})

/**
 * Asks the provider for a page, once for each purchase however often it is tried: the purchase is
 * the provider's idempotency key. Where it does not answer the copy is let go: nothing was charged.
 */
async function openCheckout(ctx: Ctx, purchase_id: string) {
  const purchase = await rowOf(ctx, purchase_id)
  if (purchase.checkout_id || purchase.status !== 'reserved') return
  const { publicUrl } = ctx.config
  const { kid, number } = purchase
  const query = `purchase=${purchase_id}`
  try {
    const page = await ctx.outside.card.createCheckout({
      reference: purchase_id,
      amount: purchase.card_amount,
      title: `${purchase.title} No. ${number}`,
      email: me(ctx).email,
      lang: purchase.lang,
      successUrl: `${publicUrl}/payment/purchase/success/${purchase.brand ?? '-'}?${query}`,
      cancelUrl: `${publicUrl}/payment/purchase/cancel/${kid}/${number}?${query}`,
      expiresAt: after(new Date(purchase.created_at), PAGE_SECONDS),
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

/** A purchase that was let go meanwhile gets no page: it is closed before anybody sees it. */
async function keepPage(ctx: Ctx, purchase_id: string, page: { id: string; url: string }) {
  await inTx(ctx, async (tx) => {
    const kept = await tx
      .updateTable('purchase')
      .set({ checkout_id: page.id, checkout_url: page.url })
      .where('id', '=', purchase_id)
      .where('status', '=', 'reserved')
      .executeTakeFirst()
    if (kept.numUpdatedRows === 0n) await later(tx, closeCheckout, { checkout_id: page.id })
  })
}

async function rowOf(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('purchase')
    .innerJoin('asset', 'asset.kid', 'purchase.kid')
    .leftJoin('brand', 'brand.id', 'asset.brand_id')
    .selectAll('purchase')
    .select(['asset.title', 'brand.account as brand'])
    .where('purchase.id', '=', id)
    .where('buyer', '=', me(ctx).account_id)
    .executeTakeFirstOrThrow()
}
