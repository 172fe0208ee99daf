import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isRefusal } from '#core/errors.ts'
import { settingsSchema } from '#src/platform/settings/settings.shared.ts'
import type { BuyerState, Offer, Order } from '#src/sales/deal/deal.ts'
import { decide, type PurchaseRow } from './decide.ts'

const NOW = new Date('2030-01-10T03:00:00Z')
const settings = settingsSchema.parse({ holds_per_person: 2 })
const [ren, mika, kid] = [randomUUID(), randomUUID(), randomUUID()]

const copy = (more: Partial<Offer> = {}): Offer => ({
  asset_token_id: randomUUID(),
  kid,
  number: 1,
  owner: mika,
  creator: mika,
  royalty_rate_bp: 1_000,
  rental_royalty_rate_bp: null,
  sale_starting_at: null,
  sale_ending_at: null,
  only_japan_accessible: false,
  holding_limit: null,
  allowlist_id: null,
  maximum: null,
  early_from: null,
  reserved_until: null,
  listing_id: randomUUID(),
  sale_price: 1_000,
  rent_price: null,
  rental_period_seconds: null,
  start_within_seconds: null,
  sold_by: null,
  rented_by: null,
  held_by: null,
  ...more,
})
const buyerOf = (sales: number, points = 0): BuyerState => ({
  sales,
  points,
  held: new Map(),
  lists: new Set(),
  holds: 0,
  running: new Set(),
})

/** Decides orders one after the other, as a batch does: each sees what the ones before have taken. */
function decideInTurn(
  orders: Order[],
  offers: Map<string, Offer>,
  buyers: Map<string, BuyerState>,
): (PurchaseRow | string)[] {
  return orders.map((order) => {
    const decided = decide(order, offers, buyers.get(order.buyer)!, settings, NOW, NOW)
    if (isRefusal(decided)) return decided.code
    for (const offer of decided.offers) offers.set(offer.asset_token_id, offer)
    buyers.set(order.buyer, decided.buyer)
    return decided.rows[0]!
  })
}

const byId = (offers: Offer[]) => new Map(offers.map((offer) => [offer.asset_token_id, offer]))
const orderFor = (offers: Offer[], balance: number, buyer = ren): Order => ({
  deal: 'sale',
  buyer,
  from_balance: balance,
  isPaidFromBalance: balance === 1_000 * offers.length,
  lang: 'en',
  country: 'JP',
  copies: offers.map(({ asset_token_id }) => ({
    asset_token_id,
    kid,
    owner_account_id: mika,
    price: 1_000,
  })),
})
/** Orders one copy after the other for one buyer. */
const inTurn = (state: BuyerState, offers: Offer[], balance = 1_000) =>
  decideInTurn(
    offers.map((offer) => orderFor([offer], balance)),
    byId(offers),
    new Map([[ren, state]]),
  )
const codes = (decided: (PurchaseRow | string)[]) =>
  decided.map((outcome) => (typeof outcome === 'string' ? outcome : 'sold'))

test('within a batch a copy is sold once: its buyer already owns it, to others it is gone', () => {
  const one = copy()
  const aki = randomUUID()
  const orders = [
    orderFor([one], 1_000),
    orderFor([one], 1_000),
    orderFor([one], 1_000, aki),
    orderFor([one], 0, aki),
  ]
  const buyers = new Map([ren, aki].map((buyer) => [buyer, buyerOf(9_000)]))
  deepEqual(codes(decideInTurn(orders, byId([one]), buyers)), [
    'sold',
    'own_serial',
    'another_user_purchasing',
    'another_user_purchasing',
  ])
})

test('within a batch a copy is held once: its payer is told so, and others do not get it', () => {
  const one = copy()
  const aki = randomUUID()
  const orders = [
    orderFor([one], 0),
    orderFor([one], 0),
    orderFor([one], 1_000),
    orderFor([one], 1_000, aki),
    orderFor([one], 0, aki),
  ]
  const buyers = new Map([ren, aki].map((buyer) => [buyer, buyerOf(9_000)]))
  deepEqual(codes(decideInTurn(orders, byId([one]), buyers)), [
    'sold',
    'paying_already',
    'paying_already',
    'another_user_purchasing',
    'another_user_purchasing',
  ])
})

test('ER-02 an order that names the wrong owner is told so, not that another buyer was faster', () => {
  const [sold, lent] = [copy(), copy({ sale_price: null, rent_price: 1_000 })]
  const orders = [orderFor([sold], 0), { ...orderFor([lent], 0), deal: 'rental' as const }].map(
    (order) => ({
      ...order,
      copies: order.copies.map((one) => ({ ...one, owner_account_id: randomUUID() })),
    }),
  )
  const buyers = new Map([[ren, buyerOf(9_000)]])
  deepEqual(codes(decideInTurn(orders, byId([sold, lent]), buyers)), [
    'seller_changed',
    'seller_changed',
  ])
})

test('RN-03 within a batch a copy is rented once, and the refusals speak of a rental', () => {
  const one = copy({ sale_price: null, rent_price: 1_000, rental_period_seconds: 86_400 })
  const aki = randomUUID()
  const orders = [ren, aki, ren].map((buyer) => ({
    ...orderFor([one], 1_000, buyer),
    deal: 'rental' as const,
    rental_period_seconds: 86_400,
  }))
  const buyers = new Map([ren, aki].map((buyer) => [buyer, buyerOf(9_000)]))
  deepEqual(codes(decideInTurn(orders, byId([one]), buyers)), [
    'sold',
    'rented_by_another',
    'already_renting',
  ])
})

test('within a batch a balance is spent once, points first', () => {
  const decided = inTurn(buyerOf(1_900, 600), [copy(), copy(), copy()])
  deepEqual(codes(decided), ['sold', 'sold', 'balance_not_enough'])
  const used = decided.map((row) => typeof row !== 'string' && [row.points_used, row.sales_used])
  deepEqual(used, [[600, 400], [0, 1_000], false])
})

test('within a batch bought copies count towards the holding limit, and holds towards theirs', () => {
  const limited = () => copy({ holding_limit: 2 })
  deepEqual(codes(inTurn(buyerOf(9_000), [limited(), limited(), limited()])), [
    'sold',
    'sold',
    'max_holding_reached',
  ])
  const byCard = inTurn(buyerOf(0), [copy(), copy(), copy()], 0)
  deepEqual(codes(byCard), ['sold', 'sold', 'too_many_holds'])
})

test('the parts of a purchase add up to its price, with the shares of its kind of sale', () => {
  const [primary, resale] = [
    ...inTurn(buyerOf(1_000), [copy()]),
    ...inTurn(buyerOf(1_000), [copy({ creator: randomUUID() })]),
  ]
  ok(typeof primary === 'object' && typeof resale === 'object')
  deepEqual([primary.platform_fee, primary.royalty, primary.net], [100, 0, 900])
  deepEqual([resale.platform_fee, resale.royalty, resale.net], [50, 100, 850])
  deepEqual([primary.kind, resale.kind], ['primary', 'secondary'])
  deepEqual([primary.deal, primary.transfers_copy], ['sale', true])
  for (const row of [primary, resale]) {
    equal(row.points_used + row.sales_used + row.card_amount, row.price)
    equal(row.platform_fee + row.royalty + row.net, row.price)
  }
})

test('SL-05 copies of one order count together towards the cap, the holding limit and the holds', () => {
  const three = (more: Partial<Offer> = {}) => [copy(more), copy(more), copy(more)]
  const outcomeOf = (offers: Offer[], balance: number, given = settings) => {
    const outcome = decide(orderFor(offers, balance), byId(offers), buyerOf(9_000), given, NOW, NOW)
    return isRefusal(outcome) ? `${outcome.code} ${outcome.params.limit}` : outcome.rows.length
  }
  equal(outcomeOf(three({ holding_limit: 3 }), 3_000), 3)
  equal(outcomeOf(three({ holding_limit: 2 }), 3_000), 'max_holding_reached 2')
  equal(outcomeOf(three({ holding_limit: 2, creator: ren }), 3_000), 3) // the buyer is the creator, who buys back
  equal(outcomeOf(three(), 0), 'too_many_holds 2')
  const capped = settingsSchema.parse({ purchases_per_action: 2 })
  equal(outcomeOf(three(), 3_000, capped), 'too_many_at_once 2')
})

test('decide leaves the copies and the buyer that it was given as they were', () => {
  const offers = [copy({ number: 1 }), copy({ number: 2, sale_price: 1_100 })]
  const given = structuredClone(offers)
  const buyer = buyerOf(5_000, 100)
  const refused = decide(orderFor(offers, 2_000), byId(offers), buyer, settings, NOW, NOW)
  ok(isRefusal(refused))
  deepEqual([refused.code, refused.params], ['price_changed', { price: 1_100, number: 2 }])
  ok(!isRefusal(decide(orderFor([offers[0]!], 1_000), byId(offers), buyer, settings, NOW, NOW)))
  deepEqual(buyer, buyerOf(5_000, 100))
  deepEqual(offers, given)
})

test('MN-04 the balance part of an order is split over its copies to the yen', () => {
  for (const balance of [0, 1, 950, 1_000, 1_500, 2_950, 3_000]) {
    const offers = [copy(), copy(), copy()]
    const free = settingsSchema.parse({})
    const decided = decide(
      orderFor(offers, balance),
      byId(offers),
      buyerOf(3_000, 700),
      free,
      NOW,
      NOW,
    )
    ok(!isRefusal(decided), String(balance))
    const { rows, buyer } = decided
    const sum = (name: 'points_used' | 'sales_used' | 'card_amount') =>
      rows.reduce((all, row) => all + row[name], 0)
    const points = Math.min(700, balance)
    deepEqual(
      [sum('points_used'), sum('sales_used'), sum('card_amount')],
      [points, balance - points, 3_000 - balance],
    )
    deepEqual([buyer.points, buyer.sales], [700 - points, 3_000 - (balance - points)])
    for (const row of rows) equal(row.points_used + row.sales_used + row.card_amount, row.price)
    deepEqual(new Set(rows.map(({ order_id }) => order_id)), new Set([rows[0]!.id]))
  }
})
