import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { earlierReply, forgetRequest } from '#core/http/idempotency.ts'
import { CardBusy, CardDown } from '#src/integrations/card.ts'
import type { Order, OrderedCopy } from '#src/sales/deal/deal.ts'
import { dealPages } from '#src/sales/deal/deal.shared.ts'
import { dealKinds } from '#src/sales/deal/deals.ts'
import { priceOf } from './decide.ts'
import { lockedCopiesOf, orderOf } from './offers.ts'
import { placeOrder } from './order.ts'
import type { purchaseForFree, purchaseSerial } from './purchase.shared.ts'
import { closeCheckout, release } from './release.ts'

// The provider keeps a checkout open for 30 minutes to 24 hours; ours is closed when the hold ends.
const PAGE_SECONDS = { least: 45 * 60, afterHold: 30 * 60, most: 23 * 3_600 }
const SOON = 10 // seconds

type Body = BodyOf<typeof purchaseSerial>

/** Pays everything from balance: the copies change hands at once. */
export function buyFromBalance(
  ctx: Ctx,
  body: BodyOf<typeof purchaseForFree>,
  alsoWrite?: Order['alsoWrite'],
) {
  return placeOrder(ctx, body, { ...orderFrom(body, true), ...(alsoWrite && { alsoWrite }) })
}

/** Holds the copies and the balance part, then opens a card checkout for the rest. */
export const buyByCard = (ctx: Ctx, body: Body, alsoWrite?: Order['alsoWrite']) =>
  payByCard(ctx, body, { ...orderFrom(body, false), ...(alsoWrite && { alsoWrite }) })

/** Places an order with a card part and opens its checkout. */
export async function payByCard(ctx: Ctx, body: unknown, order: Omit<Order, 'buyer' | 'country'>) {
  if (order.from_balance === priceOf(order.copies))
    fail('input_invalid', { field: 'balance_to_use' })
  await refuseWhileDown(ctx, body)
  const { purchase_id } = await placeOrder(ctx, body, order)
  await openCheckout(ctx, purchase_id)
  const { checkout_id, checkout_url, held_until } = (await orderOf(ctx.db, purchase_id))[0]!
  if (!checkout_id || !checkout_url) fail('purchase_closed')
  return { purchase_id, id: checkout_id, key: purchase_id, url: checkout_url, held_until }
}

/**
 * Refuses card payments while the provider is down, before anything is held: `card_unavailable`.
 * Lets a repeated request through, which gets its stored reply.
 */
export async function refuseWhileDown(ctx: Ctx, body: unknown) {
  const { available, seconds } = cardStateNow(ctx)
  if (!available && !(await earlierReply(ctx, body))) fail('card_unavailable', { seconds })
}

/** Returns whether a card can pay now, for pages to say before the button is pressed. */
export const cardState = (ctx: Ctx) => Promise.resolve(cardStateNow(ctx))

function cardStateNow({ now, integrations }: Ctx) {
  const seconds = integrations.card.circuit.secondsToRest(now)
  return { available: seconds === 0, seconds }
}

function orderFrom(body: Body, isPaidFromBalance: boolean) {
  const copies = [body, ...body.more].map(({ asset_sale_price, ...copy }) => ({
    kid: copy.kid,
    asset_token_id: copy.asset_token_id,
    owner_account_id: copy.owner_account_id,
    price: asset_sale_price,
  }))
  refuseOtherAmount(body, copies)
  const from_balance = body.balance_to_use
  return { deal: 'sale' as const, copies, from_balance, isPaidFromBalance, lang: body.lang }
}

/** Refuses an amount to pay by card, if the buyer names one, that is not the prices less their balance. */
export function refuseOtherAmount(
  { amount_to_pay, balance_to_use }: Pick<Body, 'amount_to_pay' | 'balance_to_use'>,
  copies: OrderedCopy[],
) {
  if (amount_to_pay !== undefined && amount_to_pay !== priceOf(copies) - balance_to_use)
    fail('input_invalid', { field: 'amount_to_pay' })
}

/**
 * Opens the provider's checkout for an order. The order's id is the provider's idempotency key, so
 * repeated attempts open one checkout. If the provider fails, releases the copies: nothing was charged.
 */
export async function openCheckout(ctx: Ctx, purchase_id: string) {
  const order = await orderOf(ctx.db, purchase_id)
  const { length: copies } = await lockedCopiesOf(ctx.db, order)
  const { kid, number, lang, ...first } = order[0]!
  if (first.checkout_id || first.status !== 'reserved') return
  const { publicUrl } = ctx.config
  const { title, brand } = await titleOf(ctx, kid)
  const { checkoutNote } = dealKinds[first.deal]
  const page = dealPages[first.deal]
  const query = `${page}=${purchase_id}`
  const wanted = {
    reference: purchase_id,
    amount: order.reduce((sum, { card_amount }) => sum + card_amount, 0),
    title: `${title} No. ${number}${copies > 1 ? ` + ${copies - 1}` : ''}${checkoutNote(first, lang)}`,
    email: currentPerson(ctx).email,
    lang,
    successUrl: `${publicUrl}/payment/${page}/success/${brand ?? '-'}?${query}`,
    cancelUrl: `${publicUrl}/payment/${page}/cancel/${kid}/${number}?${query}`,
    expiresAt: pageEndOf(first),
    note: deadlineNote({ ...first, number, copies }, lang),
    metadata: { kid, number: String(number) },
  }
  const { card } = ctx.integrations
  try {
    const ask = () => card.createCheckout(wanted)
    const opened = await card.circuit.run(ctx.now, ask)
    failpoint('checkout.opened')
    await keepPage(ctx, purchase_id, opened)
    failpoint('checkout.stored')
  } catch (error) {
    if (error instanceof CardBusy) fail('card_unavailable', { seconds: SOON })
    await abandon(ctx, purchase_id)
    if (!(error instanceof CardDown)) throw error
    log('warn', 'card provider does not answer', { error })
    fail('card_unavailable', { seconds: Math.max(SOON, card.circuit.secondsToRest(ctx.now)) })
  }
}

/**
 * Releases an order, and forgets its request: the caller may try again with the same key. Refuses
 * `card_unavailable` and releases nothing if a repeated request has opened the checkout meanwhile.
 */
const abandon = (ctx: Ctx, purchase_id: string) =>
  inTx(ctx, async (tx) => {
    const step = { action: 'abandon', by: 'platform' } as const
    const isReleased = await release(tx, purchase_id, step, ctx.time)
    if ((await orderOf(tx, purchase_id))[0]!.checkout_id)
      fail('card_unavailable', { seconds: SOON })
    if (isReleased) await forgetRequest(tx, ctx)
  })

/** Returns the end of the checkout. Independent of the current time, so a retry sends the same request. */
function pageEndOf({ created_at, held_until }: { created_at: string; held_until: string }) {
  const [from, until] = [new Date(created_at), new Date(held_until)]
  const { least, afterHold, most } = PAGE_SECONDS
  const wanted = Math.max(addSeconds(from, least).getTime(), addSeconds(until, afterHold).getTime())
  return new Date(Math.min(wanted, addSeconds(from, most).getTime()))
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' })

/** Returns the deadline for the card page, which is the end of the hold: the provider states its own. */
function deadlineNote(
  hold: { created_at: string; held_until: string; number: number; copies: number },
  lang: string,
) {
  const until = Math.min(Date.parse(hold.held_until), pageEndOf(hold).getTime())
  const minutes = Math.floor((until - Date.parse(hold.created_at)) / 60_000)
  const [at, { number, copies }] = [clock.format(until), hold]
  if (lang === 'ja')
    return `${copies === 1 ? `No. ${number}` : `${copies}部`}を${minutes}分間、${at}（日本時間）まで確保しています。`
  const what = copies === 1 ? `No. ${number}` : `your ${copies} copies`
  return `We hold ${what} for ${minutes} minutes, until ${at} (Japan time).`
}

/** Stores the checkout, or has it closed if the order was released meanwhile. */
async function keepPage(ctx: Ctx, purchase_id: string, page: { id: string; url: string }) {
  await inTx(ctx, async (tx) => {
    const kept = await tx
      .updateTable('purchase')
      .set({ checkout_id: page.id, checkout_url: page.url })
      .where('order_id', '=', purchase_id)
      .where('status', '=', 'reserved')
      .executeTakeFirst()
    if (kept.numUpdatedRows === 0n) await enqueue(tx, closeCheckout, { checkout_id: page.id })
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
