import { randomUUID } from 'node:crypto'
import { after } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import { type ErrorCode, type ErrorParams, Refusal } from '#core/errors.ts'
import { balanceRule, CARD_MAXIMUM, shares } from '#core/money.ts'
import { limitsOn, whyNotAcquire, whyNotRent } from '#src/catalog/allowlist/acquire.ts'
import { ratesFor } from '#src/sales/listing/asking.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { DAY_SECONDS } from '#src/catalog/rental-period/rental-period.shared.ts'
import type { Offer } from './offers.ts'

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
  /** Rents what is wanted for so long; else it is bought. */
  rental_period_seconds?: number
  /** What is written with it, under the buyer's lock; a refusal from there undoes the order. */
  also?: (tx: Tx, order_id: string) => Promise<void>
}

/** What one person can still spend and holds; decisions of one group take from it one by one. */
export interface BuyerState {
  points: number
  sales: number
  /** By title and by list: copies held or being paid for. */
  held: Map<string, number>
  /** The lists that they are on, of those that hold what is asked for. */
  lists: ReadonlySet<string>
  /** Copies being paid for by card right now, of any title. */
  holds: number
  /** The titles that they rent right now, or are paying for the use of. */
  rented: Set<string>
}

export type PurchaseRow = ReturnType<typeof newPurchase>

/**
 * Decides one order against the copies and the purse, as they stand now: a row for each copy, or
 * why none of them can be bought. Where there are several, `number` says which one it is about.
 */
export function decide(
  order: Order,
  offers: ReadonlyMap<string, Offer>,
  buyerState: BuyerState,
  settings: Settings,
  now: Date,
): PurchaseRow[] | Refusal {
  const fault =
    countFault(order, settings) ??
    offersFault(order, offers, buyerState, now) ??
    limitFault(order, offers, buyerState, now) ??
    holdsFault(order, buyerState, settings) ??
    balanceFault(order, buyerState, settings)
  if (fault) return fault
  const taken = order.wanted.map(({ asset_token_id }) => offers.get(asset_token_id)!)
  const parts = spend(order, buyerState)
  for (const offer of taken) {
    if (order.rental_period_seconds) buyerState.rented.add(offer.kid)
    else
      for (const { of } of limitsOn(offer, now.toISOString()))
        buyerState.held.set(of, (buyerState.held.get(of) ?? 0) + 1)
    if (!order.all) offer.held_by = order.buyer
    else if (order.rental_period_seconds) offer.rented_by = order.buyer
    else offer.bought_by = order.buyer
  }
  if (!order.all) buyerState.holds += taken.length
  const order_id = randomUUID()
  return taken.map((offer, i) => {
    const id = i === 0 ? order_id : randomUUID()
    return newPurchase(order, offer, { id, order_id, ...parts[i]! }, settings, now)
  })
}

/** Takes the balance part out of the purse, points first, and says which copy it pays for. */
function spend({ wanted, balance }: Order, buyerState: BuyerState) {
  const points_used = Math.min(buyerState.points, balance)
  const sales_used = balance - points_used
  buyerState.points -= points_used
  buyerState.sales -= sales_used
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

function offersFault(
  order: Order,
  offers: ReadonlyMap<string, Offer>,
  buyerState: BuyerState,
  now: Date,
) {
  for (const one of order.wanted) {
    const offer = offers.get(one.asset_token_id)
    const fault = offerFault(order, one, offer, { buyerState, at: now.toISOString() })
    if (!fault) continue
    if (order.wanted.length === 1 || !offer) return fault
    return no(fault.code, { ...fault.params, number: offer.number })
  }
  return undefined
}

function offerFault(
  order: Order,
  one: Wanted,
  offer: Offer | undefined,
  { buyerState, at }: { buyerState: BuyerState; at: string },
): Refusal | undefined {
  const { buyer, country, rental_period_seconds: seconds } = order
  if (offer?.kid !== one.kid) return no('not_found')
  if ((offer.bought_by ?? offer.owner) === buyer) return no('own_serial')
  if (offer.bought_by) return no('another_user_purchasing')
  if (seconds && buyerState.rented.has(offer.kid)) return no('already_renting')
  if (offer.rented_by) return no('rented_by_another')
  if (offer.held_by === buyer) return no('paying_already')
  if (offer.held_by) return no('another_user_purchasing')
  const price = priceNow(offer, order)
  if (!offer.listing_id || price === null) return notOffered(offer, one, order)
  if (offer.owner !== one.owner_account_id) return no('another_user_purchasing')
  if (price !== one.price) return no('price_changed', { price })
  if (seconds && seconds !== offer.rental_period_seconds)
    return no('rental_period_changed', { days: offer.rental_period_seconds! / DAY_SECONDS })
  const code = (seconds ? whyNotRent : whyNotAcquire)(
    offer,
    { country, lists: buyerState.lists },
    at,
  )
  return code && no(code)
}

/** Somebody was faster where who is named has sold it; whose it is now, no guess may tell. */
const notOffered = ({ sold_by }: Offer, { owner_account_id }: Wanted, order: Order) =>
  sold_by === owner_account_id
    ? no('another_user_purchasing')
    : no(order.rental_period_seconds ? 'not_for_rent' : 'not_for_sale')

const priceNow = ({ sale_price, rent_price }: Offer, { rental_period_seconds }: Order) =>
  rental_period_seconds ? rent_price : sale_price

/** A creator's own unsold copies are not a holding, and neither is what one rents. */
function limitFault(
  { wanted, buyer, rental_period_seconds }: Order,
  offers: ReadonlyMap<string, Offer>,
  buyerState: BuyerState,
  now: Date,
) {
  if (rental_period_seconds) return undefined
  const held = new Map(buyerState.held)
  for (const { asset_token_id } of wanted) {
    const offer = offers.get(asset_token_id)!
    if (buyer === offer.creator) continue
    for (const { of, limit } of limitsOn(offer, now.toISOString())) {
      const n = (held.get(of) ?? 0) + 1
      if (n > limit) return no('max_holding_reached', { limit })
      held.set(of, n)
    }
  }
  return undefined
}

/** Nobody keeps an edition from others by paying for many copies and for none. */
function holdsFault({ all, wanted }: Order, { holds }: BuyerState, { holds_per_person }: Settings) {
  const tooMany = !all && holds + wanted.length > holds_per_person
  return tooMany ? no('too_many_holds', { limit: holds_per_person }) : undefined
}

/** Readings A5: what is left for the card is nothing, or from the card's minimum to its maximum. */
function balanceFault(
  { wanted, balance, all }: Order,
  { points, sales }: BuyerState,
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
  const least = price - CARD_MAXIMUM
  if (balance < least) return no('card_maximum_exceeded', { maximum: CARD_MAXIMUM, least })
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
  const { buyer, lang, all, rental_period_seconds = null } = order
  const { kid, owner: seller, creator, asset_token_id, number } = offer
  const price = priceNow(offer, order)!
  const isPrimary = seller === creator
  const rate = rental_period_seconds ? offer.rental_royalty_rate_bp : offer.royalty_rate_bp
  const { platform_fee, royalty, net } = shares(price, ratesFor(settings, isPrimary, rate))
  return {
    ...{ buyer, seller, creator, kid, asset_token_id, number, lang },
    ...{ price, platform_fee, royalty, net, ...paid },
    listing_id: offer.listing_id!,
    kind: isPrimary ? 'primary' : 'secondary',
    rental_period_seconds,
    held_until: after(now, settings.checkout_hold_seconds).toISOString(),
    created_at: now.toISOString(),
    settled_at: all ? now.toISOString() : null,
  }
}
