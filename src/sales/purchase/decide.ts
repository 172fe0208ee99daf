import { randomUUID } from 'node:crypto'
import { addSeconds } from '#core/clock.ts'
import { type ErrorCode, type ErrorParams, Refusal } from '#core/errors.ts'
import { balanceRule, CARD_MAXIMUM, shares } from '#core/money.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import type { BuyerState, CopyDealKind, Offer, Order, OrderedCopy } from '#src/sales/deal/deal.ts'
import { priceFields } from '#src/sales/deal/deal.shared.ts'
import { copyDealKinds } from '#src/sales/deal/deals.ts'
import { ratesFor } from '#src/sales/listing/profit.ts'

/** An accepted order, and how its copies and its buyer stand for the orders decided after it. */
export interface Decision {
  rows: PurchaseRow[]
  offers: Offer[]
  buyer: BuyerState
}

export type PurchaseRow = ReturnType<typeof newPurchase>

/**
 * Decides one order against the copies and the buyer as they stand now: one row for each copy, or the
 * refusal. If the order has several copies, the refusal's `number` names the one that caused it. Sale
 * times are compared with `now`, when the order came; its purchases are dated `at`.
 */
export function decide(
  order: Order,
  offers: ReadonlyMap<string, Offer>,
  buyer: BuyerState,
  settings: Settings,
  now: Date,
  at: Date,
): Decision | Refusal {
  const kind = copyDealKinds[order.deal]
  const came_at = now.toISOString()
  const fault =
    countFault(order, settings) ??
    offersFault(kind, order, offers, buyer, came_at) ??
    limitFault(kind, order, offers, buyer, came_at) ??
    holdsFault(order, buyer, settings) ??
    paymentRefusal({ ...order, price: priceOf(order.copies) }, buyer, settings)
  if (fault) return fault
  const parts = split(order, buyer)
  const order_id = randomUUID()
  const rows = order.copies.map(({ asset_token_id }, i) => {
    const id = i === 0 ? order_id : randomUUID()
    const offer = offers.get(asset_token_id)!
    return newPurchase(kind, order, offer, { id, order_id, ...parts[i]! }, settings, at)
  })
  return { rows, ...afterwards(kind, order, offers, buyer, came_at) }
}

/** Returns the copies and the buyer as they are once the order is accepted. */
function afterwards(
  kind: CopyDealKind,
  order: Order,
  offers: ReadonlyMap<string, Offer>,
  before: BuyerState,
  at: string,
): Pick<Decision, 'offers' | 'buyer'> {
  const points_used = Math.min(before.points, order.from_balance)
  let buyer: BuyerState = {
    ...before,
    points: before.points - points_used,
    sales: before.sales - (order.from_balance - points_used),
    holds: before.holds + (order.isPaidFromBalance ? 0 : order.copies.length),
  }
  const taken = order.copies.map(({ asset_token_id }) => {
    const next = kind.take(offers.get(asset_token_id)!, order, buyer, at)
    buyer = next.buyer
    return order.isPaidFromBalance ? next.offer : { ...next.offer, held_by: order.buyer }
  })
  return { offers: taken, buyer }
}

/** Splits the balance part into points, which go first, and sales balance, copy by copy. */
export function split(
  { copies, from_balance }: { copies: readonly { price: number }[]; from_balance: number },
  buyer: Pick<BuyerState, 'points' | 'sales'>,
) {
  let points_left = Math.min(buyer.points, from_balance)
  let sales_left = from_balance - points_left
  return copies.map(({ price }) => {
    const points_used = Math.min(points_left, price)
    const sales_used = Math.min(sales_left, price - points_used)
    points_left -= points_used
    sales_left -= sales_used
    return { points_used, sales_used, card_amount: price - points_used - sales_used }
  })
}

const no = (code: ErrorCode, params: ErrorParams = {}) => new Refusal(code, params)

function countFault({ copies, isDrawn }: Order, settings: Settings) {
  const limit = isDrawn ? settings.copies_per_draw : settings.purchases_per_action
  const ids = new Set(copies.map(({ asset_token_id }) => asset_token_id))
  if (ids.size < copies.length) return no('input_invalid', { field: 'more' })
  return copies.length > limit ? no('too_many_at_once', { limit }) : undefined
}

function offersFault(
  kind: CopyDealKind,
  order: Order,
  offers: ReadonlyMap<string, Offer>,
  buyer: BuyerState,
  at: string,
) {
  for (const one of order.copies) {
    const offer = offers.get(one.asset_token_id)
    const fault = offerFault(kind, order, one, offer, buyer, at)
    if (!fault) continue
    if (order.copies.length === 1 || !offer) return fault
    return no(fault.code, { ...fault.params, number: offer.number })
  }
  return undefined
}

function offerFault(
  kind: CopyDealKind,
  order: Order,
  one: OrderedCopy,
  offer: Offer | undefined,
  buyer: BuyerState,
  at: string,
): Refusal | undefined {
  if (offer?.kid !== one.kid) return no('not_found')
  if ((offer.bought_by ?? offer.owner) === order.buyer) return no('own_serial')
  if (offer.bought_by) return no('another_user_purchasing')
  const running = kind.runningFault(offer, buyer)
  if (running) return no(running)
  if (offer.rented_by) return no('rented_by_another')
  if (offer.held_by === order.buyer) return no('paying_already')
  if (offer.held_by) return no('another_user_purchasing')
  const price = offer[priceFields[order.deal]]
  if (!offer.listing_id || price === null) return notOffered(kind, offer, one)
  if (offer.owner !== one.owner_account_id) return no('seller_changed')
  if (price !== one.price) return no('price_changed', { price })
  return kind.termsFault(order, offer, buyer.lists, at)
}

/** Returns the refusal for a copy that the named seller has sold; never reveals the new owner. */
const notOffered = (kind: CopyDealKind, { sold_by }: Offer, { owner_account_id }: OrderedCopy) =>
  no(sold_by === owner_account_id ? 'another_user_purchasing' : kind.not_offered)

/** Counts what the buyer would hold. Copies of their own title do not count. */
function limitFault(
  kind: CopyDealKind,
  { copies, buyer: account_id }: Order,
  offers: ReadonlyMap<string, Offer>,
  buyer: BuyerState,
  at: string,
) {
  const held = new Map(buyer.held)
  for (const { asset_token_id } of copies) {
    const offer = offers.get(asset_token_id)!
    if (account_id === offer.creator) continue
    for (const { of, limit } of kind.limits(offer, at)) {
      const n = (held.get(of) ?? 0) + 1
      if (n > limit) return no('max_holding_reached', { limit })
      held.set(of, n)
    }
  }
  return undefined
}

/** Limits unpaid holds, so that nobody blocks an edition by starting many card payments. */
function holdsFault(
  { isPaidFromBalance, copies }: Order,
  { holds }: BuyerState,
  { holds_per_person }: Settings,
) {
  const tooMany = !isPaidFromBalance && holds + copies.length > holds_per_person
  return tooMany ? no('too_many_holds', { limit: holds_per_person }) : undefined
}

/** Checks that the card part is zero, or lies between the card's minimum and maximum. */
export function paymentRefusal(
  {
    price,
    from_balance,
    isPaidFromBalance,
  }: Pick<Order, 'from_balance' | 'isPaidFromBalance'> & {
    price: number
  },
  { points, sales }: Pick<BuyerState, 'points' | 'sales'>,
  { card_minimum: minimum }: Settings,
): Refusal | undefined {
  const available = points + sales
  if (from_balance < 0) return no('balance_below_zero')
  if (from_balance > price) return no('balance_exceeds_price')
  if (isPaidFromBalance && from_balance < price) return no('balance_not_enough')
  if (from_balance > available)
    return isPaidFromBalance
      ? no('balance_not_enough')
      : no('balance_exceeds_available', { available })
  if (isPaidFromBalance) return undefined
  const rule = balanceRule(price, available, minimum)
  if (!rule || price < minimum) return no('balance_not_enough')
  const least = price - CARD_MAXIMUM
  if (from_balance < least) return no('card_maximum_exceeded', { maximum: CARD_MAXIMUM, least })
  return from_balance > rule.upTo
    ? no('balance_leaves_too_little', { minimum, most: rule.upTo })
    : undefined
}

/** Returns the price of all copies together, in yen. */
export const priceOf = (copies: readonly { price: number }[]) =>
  copies.reduce((sum, { price }) => sum + price, 0)

interface Payment {
  id: string
  order_id: string
  points_used: number
  sales_used: number
  card_amount: number
}

function newPurchase(
  kind: CopyDealKind,
  order: Order,
  offer: Offer,
  payment: Payment,
  settings: Settings,
  at: Date,
) {
  const price = offer[priceFields[order.deal]]!
  const isPrimary = offer.owner === offer.creator
  const rates = ratesFor(settings, isPrimary, kind.royaltyRate(offer))
  const { platform_fee, royalty, net } = shares(price, rates)
  return {
    ...payment,
    deal: order.deal,
    transfers_copy: kind.transfers_copy,
    buyer: order.buyer,
    seller: offer.owner,
    creator: offer.creator,
    kid: offer.kid,
    asset_token_id: offer.asset_token_id,
    number: offer.number,
    lang: order.lang,
    price,
    platform_fee,
    royalty,
    net,
    listing_id: offer.listing_id!,
    kind: isPrimary ? 'primary' : 'secondary',
    rental_period_seconds: order.rental_period_seconds ?? null,
    start_within_seconds: order.start_within_seconds ?? null,
    held_until: addSeconds(at, settings.checkout_hold_seconds).toISOString(),
    created_at: at.toISOString(),
    settled_at: order.isPaidFromBalance ? at.toISOString() : null, // the moment in which the copy changes hands
  }
}
