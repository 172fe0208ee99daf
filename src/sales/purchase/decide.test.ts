import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isRefusal } from '#core/errors.ts'
import { settingsSchema } from '#src/platform/settings/settings.shared.ts'
import { decide, type Order, type BuyerState } from './decide.ts'
import type { Offer } from './offers.ts'

const NOW = new Date('2030-01-10T03:00:00Z')
const settings = settingsSchema.parse({ holds_per_person: 2 })
const [ren, mika, kid] = [randomUUID(), randomUUID(), randomUUID()]

const copy = (more: Partial<Offer> = {}): Offer => ({
  ...{ asset_token_id: randomUUID(), kid, number: 1, owner: mika, creator: mika },
  ...{ royalty_rate_bp: 1_000, sale_starting_at: null, sale_ending_at: null },
  ...{ only_japan_accessible: false, holding_limit: null, held_by: null },
  ...{ allowlist_id: null, maximum: null, early_from: null, reserved_until: null },
  ...{ rental_royalty_rate_bp: null, rent_price: null, rental_period_seconds: null },
  ...{ rented_by: null, sold_by: null, listing_id: randomUUID(), sale_price: 1_000, ...more },
})
const buyerStateOf = (sales: number, points = 0): BuyerState => ({
  ...{ sales, points, held: new Map(), lists: new Set(), holds: 0, rented: new Set() },
})

/** How orders of one group end that are decided one after the other. */
function outcomes(buyerState: BuyerState, offers: Offer[], balance = 1_000, buyer = ren) {
  return offers.map((offer) => {
    const order = { ...orderFor([offer], balance), buyer }
    const outcome = decide(order, known(offers), buyerState, settings, NOW)
    return isRefusal(outcome) ? outcome.code : outcome[0]!
  })
}
const known = (offers: Offer[]) => new Map(offers.map((offer) => [offer.asset_token_id, offer]))
const orderFor = (offers: Offer[], balance: number): Order => ({
  ...{ buyer: ren, balance, all: balance === 1_000 * offers.length, lang: 'en', country: 'JP' },
  wanted: offers.map(({ asset_token_id }) => ({
    ...{ asset_token_id, kid, owner_account_id: mika, price: 1_000 },
  })),
})
const codes = (decided: ReturnType<typeof outcomes>) =>
  decided.map((outcome) => (typeof outcome === 'string' ? outcome : 'sold'))

test('within a group a copy is sold once: it is their own already, and to others it is gone', () => {
  const one = copy()
  const mine = outcomes(buyerStateOf(9_000), [one, one, one])
  deepEqual(codes(mine), ['sold', 'own_serial', 'own_serial'])
  const theirs = (balance: number) => outcomes(buyerStateOf(9_000), [one], balance, randomUUID())
  deepEqual(codes([...theirs(1_000), ...theirs(0)]), Array(2).fill('another_user_purchasing'))
})

test('within a group a copy is held once: who pays for it is told so, and nobody else gets it', () => {
  const one = copy()
  const mine = [
    ...outcomes(buyerStateOf(9_000), [one, one], 0),
    ...outcomes(buyerStateOf(9_000), [one]),
  ]
  deepEqual(codes(mine), ['sold', 'paying_already', 'paying_already'])
  const theirs = (balance: number) => outcomes(buyerStateOf(9_000), [one], balance, randomUUID())
  deepEqual(codes([...theirs(1_000), ...theirs(0)]), Array(2).fill('another_user_purchasing'))
})

test('RN-03 within a group a copy is rented once: the others are told so, and nobody of a purchase', () => {
  const one = copy({ sale_price: null, rent_price: 1_000, rental_period_seconds: 86_400 })
  const [rens, akis] = [buyerStateOf(9_000), buyerStateOf(9_000)]
  const decided = [rens, akis, rens].map((buyerState) => {
    const buyer = buyerState === rens ? ren : randomUUID()
    const order = { ...orderFor([one], 1_000), buyer, rental_period_seconds: 86_400 }
    const outcome = decide(order, known([one]), buyerState, settings, NOW)
    return isRefusal(outcome) ? outcome.code : 'rented'
  })
  deepEqual(decided, ['rented', 'rented_by_another', 'already_renting'])
})

test('within a group a purse is spent once, points first', () => {
  const decided = outcomes(buyerStateOf(1_900, 600), [copy(), copy(), copy()])
  deepEqual(codes(decided), ['sold', 'sold', 'balance_not_enough'])
  const used = decided.map((row) => typeof row !== 'string' && [row.points_used, row.sales_used])
  deepEqual(used, [[600, 400], [0, 1_000], false])
})

test('within a group copies that are bought count for the holding limit, and holds for theirs', () => {
  const limited = () => copy({ holding_limit: 2 })
  deepEqual(codes(outcomes(buyerStateOf(9_000), [limited(), limited(), limited()])), [
    ...['sold', 'sold', 'max_holding_reached'],
  ])
  const byCard = outcomes(buyerStateOf(0), [copy(), copy(), copy()], 0)
  deepEqual(codes(byCard), ['sold', 'sold', 'too_many_holds'])
})

test('what a purchase is made of sums to its price, and its shares are those of its kind of sale', () => {
  const [primary, resale] = [
    ...outcomes(buyerStateOf(1_000), [copy()]),
    ...outcomes(buyerStateOf(1_000), [copy({ creator: randomUUID() })]),
  ]
  ok(typeof primary === 'object' && typeof resale === 'object')
  deepEqual([primary.platform_fee, primary.royalty, primary.net], [100, 0, 900])
  deepEqual([resale.platform_fee, resale.royalty, resale.net], [50, 100, 850])
  deepEqual([primary.kind, resale.kind], ['primary', 'secondary'])
  for (const row of [primary, resale]) {
    equal(row.points_used + row.sales_used + row.card_amount, row.price)
    equal(row.platform_fee + row.royalty + row.net, row.price)
  }
})

test('SL-05 copies of one order count together: for the cap, the holding limit and the holds', () => {
  const three = (more: Partial<Offer> = {}) => [copy(more), copy(more), copy(more)]
  const said = (
    offers: Offer[],
    balance: number,
    given = settings,
    buyerState = buyerStateOf(9_000),
  ) => {
    const outcome = decide(orderFor(offers, balance), known(offers), buyerState, given, NOW)
    return isRefusal(outcome) ? `${outcome.code} ${outcome.params.limit}` : outcome.length
  }
  equal(said(three({ holding_limit: 3 }), 3_000), 3)
  equal(said(three({ holding_limit: 2 }), 3_000), 'max_holding_reached 2')
  equal(said(three({ holding_limit: 2, creator: ren }), 3_000), 3) // their own title, bought back
  equal(said(three(), 0), 'too_many_holds 2')
  const capped = settingsSchema.parse({ purchases_per_action: 2 })
  equal(said(three(), 3_000, capped), 'too_many_at_once 2')
})

test('an order that is refused takes nothing from the purse and marks no copy', () => {
  const offers = [copy({ number: 1 }), copy({ number: 2, sale_price: 1_100 })]
  const buyerState = buyerStateOf(5_000, 100)
  const outcome = decide(orderFor(offers, 2_000), known(offers), buyerState, settings, NOW)
  ok(isRefusal(outcome))
  deepEqual([outcome.code, outcome.params], ['price_changed', { price: 1_100, number: 2 }])
  deepEqual(buyerState, buyerStateOf(5_000, 100))
  deepEqual(
    offers.map(({ held_by }) => held_by),
    [null, null],
  )
})

test('MN-04 the balance part of an order is split over its copies to the yen', () => {
  for (const balance of [0, 1, 950, 1_000, 1_500, 2_950, 3_000]) {
    const offers = [copy(), copy(), copy()]
    const order = orderFor(offers, balance)
    const free = settingsSchema.parse({})
    const rows = decide(order, known(offers), buyerStateOf(3_000, 700), free, NOW)
    ok(!isRefusal(rows), String(balance))
    const sum = (name: 'points_used' | 'sales_used' | 'card_amount') =>
      rows.reduce((all, row) => all + row[name], 0)
    const points = Math.min(700, balance)
    deepEqual(
      [sum('points_used'), sum('sales_used'), sum('card_amount')],
      [points, balance - points, 3_000 - balance],
    )
    for (const row of rows) equal(row.points_used + row.sales_used + row.card_amount, row.price)
    deepEqual(new Set(rows.map(({ order_id }) => order_id)), new Set([rows[0]!.id]))
  }
})
