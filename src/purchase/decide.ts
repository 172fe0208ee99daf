import { randomUUID } from 'node:crypto'
import { after } from '#core/clock.ts'
import { type ErrorCode, type ErrorParams, Refusal } from '#core/errors.ts'
import { balanceRule, shares } from '#core/money.ts'
import { ratesFor } from '../listing/listing.ts'
import type { Settings } from '../settings/settings.shape.ts'

/** What a buyer asks for. `all`: everything from balance, else a card part. */
export interface Order {
  buyer: string
  asset_token_id: string
  kid: string
  owner_account_id: string
  price: number
  balance: number
  all: boolean
  lang: string
  country: string
}

/** A copy as it stands under its lock. */
export interface Offer {
  asset_token_id: string
  kid: string
  number: number
  owner: string
  creator: string
  royalty_rate_bp: number | null
  sale_starting_at: string | null
  sale_ending_at: string | null
  only_japan_accessible: boolean
  holding_limit: number | null
  listing_id: string | null
  sale_price: number | null
  being_purchased: boolean
}

/** What one person can still spend and holds; decisions of one group take from it one by one. */
export interface Purse {
  points: number
  sales: number
  /** By title: copies held or being paid for. */
  held: Map<string, number>
  /** Copies being paid for by card right now, of any title. */
  holds: number
}

export type PurchaseRow = ReturnType<typeof newPurchase>

/** Decides one order against the copy and the purse, both as they stand now. */
export function decide(
  order: Order,
  offer: Offer | undefined,
  purse: Purse,
  settings: Settings,
  now: Date,
): PurchaseRow | Refusal {
  const fault =
    offerFault(order, offer, now) ??
    limitFault(order, offer!, purse) ??
    holdsFault(order, purse, settings) ??
    balanceFault(order, purse, settings)
  if (fault) return fault
  const points_used = Math.min(purse.points, order.balance)
  const sales_used = order.balance - points_used
  purse.points -= points_used
  purse.sales -= sales_used
  if (!order.all) purse.holds++
  purse.held.set(order.kid, (purse.held.get(order.kid) ?? 0) + 1)
  offer!.being_purchased = true
  return newPurchase(order, offer!, { points_used, sales_used }, settings, now)
}

const no = (code: ErrorCode, params: ErrorParams = {}) => new Refusal(code, params)

function offerFault(order: Order, offer: Offer | undefined, now: Date): Refusal | undefined {
  if (offer?.kid !== order.kid) return no('not_found')
  if (offer.owner === order.buyer) return no('own_serial')
  if (offer.being_purchased) return no('another_user_purchasing')
  if (offer.owner !== order.owner_account_id) return no('another_user_purchasing')
  const price = offer.sale_price
  if (!offer.listing_id || price === null) return no('not_for_sale')
  if (price !== order.price) return no('price_changed', { price })
  if (offer.only_japan_accessible && order.country !== 'JP') return no('region_unavailable')
  const at = now.toISOString()
  if (offer.owner !== offer.creator) return undefined // the window is the creator's own sale
  if (offer.sale_starting_at && at < offer.sale_starting_at) return no('sale_not_started')
  if (offer.sale_ending_at && at >= offer.sale_ending_at) return no('sale_ended')
  return undefined
}

/** A creator's own unsold copies are not a holding. */
function limitFault({ kid, buyer }: Order, offer: Offer, { held }: Purse) {
  const { holding_limit: limit, creator } = offer
  if (buyer === creator) return undefined
  if (limit !== null && (held.get(kid) ?? 0) >= limit) return no('max_holding_reached', { limit })
  return undefined
}

/** Nobody keeps an edition from others by paying for many copies and for none. */
function holdsFault({ all }: Order, { holds }: Purse, { holds_per_person: limit }: Settings) {
  return !all && holds >= limit ? no('too_many_holds', { limit }) : undefined
}

/** Readings A5: what is left for the card is nothing, or at least the card's minimum. */
function balanceFault(
  { price, balance, all }: Order,
  { points, sales }: Purse,
  { card_minimum: minimum }: Settings,
): Refusal | undefined {
  const available = points + sales
  if (balance < 0) return no('balance_below_zero')
  if (balance > price) return no('balance_exceeds_price')
  if (all && balance < price) return no('balance_not_enough')
  if (balance > available)
    return all ? no('balance_not_enough') : no('balance_exceeds_available', { available })
  if (all) return undefined
  const rule = balanceRule(price, available, minimum)
  if (!rule || price < minimum) return no('balance_not_enough')
  return balance > rule.upTo
    ? no('balance_leaves_too_little', { minimum, most: rule.upTo })
    : undefined
}

function newPurchase(
  order: Order,
  offer: Offer,
  used: { points_used: number; sales_used: number },
  settings: Settings,
  now: Date,
) {
  const { price, buyer, kid, lang } = order
  const isPrimary = offer.owner === offer.creator
  const { platform_fee, royalty, net } = shares(
    price,
    ratesFor(settings, isPrimary, offer.royalty_rate_bp),
  )
  return {
    id: randomUUID() as string,
    ...{ buyer, kid, price, lang, platform_fee, royalty, net, ...used },
    seller: offer.owner,
    creator: offer.creator,
    asset_token_id: offer.asset_token_id,
    number: offer.number,
    listing_id: offer.listing_id!,
    kind: isPrimary ? 'primary' : 'secondary',
    card_amount: price - order.balance,
    held_until: after(now, settings.checkout_hold_seconds).toISOString(),
    created_at: now.toISOString(),
    settled_at: order.all ? now.toISOString() : null,
  }
}
