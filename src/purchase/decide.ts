import { randomUUID } from 'node:crypto'
import { after } from '#core/clock.ts'
import type { Tx } from '#core/db.ts'
import { type ErrorCode, type ErrorParams, Refusal } from '#core/errors.ts'
import { balanceRule, shares } from '#core/money.ts'
import { ratesFor } from '../listing/listing.ts'
import type { Settings } from '../settings/settings.shape.ts'

/** One copy that a buyer asks for, as they saw it: whose it is and at what price. */
export interface Wanted {
  asset_token_id: string
  kid: string
  owner_account_id: string
  price: number
}

/**
 * What a buyer asks for: copies that are bought together or not at all. `balance`: yen for all of
 * them; `all`: everything from balance, else a card part.
 */
export interface Order {
  buyer: string
  wanted: Wanted[]
  balance: number
  all: boolean
  lang: string
  country: string
  /** What is written with it, under the buyer's lock; a refusal from there undoes the order. */
  also?: (tx: Tx, order_id: string) => Promise<void>
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

/**
 * Decides one order against the copies and the purse, as they stand now: a row for each copy, or
 * why none of them can be bought. Where there are several, `number` says which one it is about.
 */
export function decide(
  order: Order,
  offers: ReadonlyMap<string, Offer>,
  purse: Purse,
  settings: Settings,
  now: Date,
): PurchaseRow[] | Refusal {
  const fault =
    countFault(order, settings) ??
    offersFault(order, offers, now) ??
    limitFault(order, offers, purse) ??
    holdsFault(order, purse, settings) ??
    balanceFault(order, purse, settings)
  if (fault) return fault
  const taken = order.wanted.map(({ asset_token_id }) => offers.get(asset_token_id)!)
  const parts = spend(order, purse)
  for (const offer of taken) {
    purse.held.set(offer.kid, (purse.held.get(offer.kid) ?? 0) + 1)
    offer.being_purchased = true
  }
  if (!order.all) purse.holds += taken.length
  const order_id = randomUUID()
  return taken.map((offer, i) => {
    const id = i === 0 ? order_id : randomUUID()
    return newPurchase(order, offer, { id, order_id, ...parts[i]! }, settings, now)
  })
}

/** Takes the balance part out of the purse, points first, and says which copy it pays for. */
function spend({ wanted, balance }: Order, purse: Purse) {
  const points_used = Math.min(purse.points, balance)
  const sales_used = balance - points_used
  purse.points -= points_used
  purse.sales -= sales_used
  const left = { points: points_used, sales: sales_used }
  return wanted.map(({ price }) => {
    const points = Math.min(left.points, price)
    const sales = Math.min(left.sales, price - points)
    left.points -= points
    left.sales -= sales
    return { points_used: points, sales_used: sales, card_amount: price - points - sales }
  })
}

const no = (code: ErrorCode, params: ErrorParams = {}) => new Refusal(code, params)

function countFault({ wanted }: Order, { purchases_per_action: limit }: Settings) {
  const copies = new Set(wanted.map(({ asset_token_id }) => asset_token_id))
  if (copies.size < wanted.length) return no('input_invalid', { field: 'more' })
  return wanted.length > limit ? no('too_many_at_once', { limit }) : undefined
}

function offersFault(order: Order, offers: ReadonlyMap<string, Offer>, now: Date) {
  for (const one of order.wanted) {
    const offer = offers.get(one.asset_token_id)
    const fault = offerFault(order, one, offer, now)
    if (!fault) continue
    if (order.wanted.length === 1 || !offer) return fault
    return no(fault.code, { ...fault.params, number: offer.number })
  }
  return undefined
}

function offerFault(
  { buyer, country }: Order,
  one: Wanted,
  offer: Offer | undefined,
  now: Date,
): Refusal | undefined {
  if (offer?.kid !== one.kid) return no('not_found')
  if (offer.owner === buyer) return no('own_serial')
  if (offer.being_purchased) return no('another_user_purchasing')
  if (offer.owner !== one.owner_account_id) return no('another_user_purchasing')
  const price = offer.sale_price
  if (!offer.listing_id || price === null) return no('not_for_sale')
  if (price !== one.price) return no('price_changed', { price })
  if (offer.only_japan_accessible && country !== 'JP') return no('region_unavailable')
  const at = now.toISOString()
  if (offer.owner !== offer.creator) return undefined // the window is the creator's own sale
  if (offer.sale_starting_at && at < offer.sale_starting_at) return no('sale_not_started')
  if (offer.sale_ending_at && at >= offer.sale_ending_at) return no('sale_ended')
  return undefined
}

/** A creator's own unsold copies are not a holding. */
function limitFault({ wanted, buyer }: Order, offers: ReadonlyMap<string, Offer>, { held }: Purse) {
  for (const { kid, asset_token_id } of wanted) {
    const { holding_limit: limit, creator } = offers.get(asset_token_id)!
    if (limit === null || buyer === creator) continue
    const more = wanted.filter((one) => one.kid === kid).length
    if ((held.get(kid) ?? 0) + more > limit) return no('max_holding_reached', { limit })
  }
  return undefined
}

/** Nobody keeps an edition from others by paying for many copies and for none. */
function holdsFault({ all, wanted }: Order, { holds }: Purse, { holds_per_person }: Settings) {
  const tooMany = !all && holds + wanted.length > holds_per_person
  return tooMany ? no('too_many_holds', { limit: holds_per_person }) : undefined
}

/** Readings A5: what is left for the card is nothing, or at least the card's minimum. */
function balanceFault(
  { wanted, balance, all }: Order,
  { points, sales }: Purse,
  { card_minimum: minimum }: Settings,
): Refusal | undefined {
  const price = priceOf(wanted)
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

/** What all of them cost together, in yen. */
export const priceOf = (wanted: readonly { price: number }[]) =>
  wanted.reduce((sum, { price }) => sum + price, 0)

interface Paid {
  id: string
  order_id: string
  points_used: number
  sales_used: number
  card_amount: number
}

function newPurchase(order: Order, offer: Offer, paid: Paid, settings: Settings, now: Date) {
  const { buyer, lang, all } = order
  const { kid, owner: seller, creator, asset_token_id, number } = offer
  const price = offer.sale_price!
  const isPrimary = seller === creator
  const { platform_fee, royalty, net } = shares(
    price,
    ratesFor(settings, isPrimary, offer.royalty_rate_bp),
  )
  return {
    ...{ buyer, seller, creator, kid, asset_token_id, number, lang },
    ...{ price, platform_fee, royalty, net, ...paid },
    listing_id: offer.listing_id!,
    kind: isPrimary ? 'primary' : 'secondary',
    held_until: after(now, settings.checkout_hold_seconds).toISOString(),
    created_at: now.toISOString(),
    settled_at: all ? now.toISOString() : null,
  }
}
