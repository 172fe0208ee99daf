import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isRefusal } from '#core/errors.ts'
import { settingsSchema } from '../settings/settings.shape.ts'
import { decide, type Offer, type Order, type Purse } from './decide.ts'

const NOW = new Date('2030-01-10T03:00:00Z')
const settings = settingsSchema.parse({ holds_per_person: 2 })
const [ren, mika, kid] = [randomUUID(), randomUUID(), randomUUID()]

const copy = (more: Partial<Offer> = {}): Offer => ({
  ...{ asset_token_id: randomUUID(), kid, number: 1, owner: mika, creator: mika },
  ...{ royalty_rate_bp: 1_000, sale_starting_at: null, sale_ending_at: null },
  ...{ only_japan_accessible: false, holding_limit: null, being_purchased: false },
  ...{ listing_id: randomUUID(), sale_price: 1_000, ...more },
})
const purseOf = (sales: number, points = 0): Purse => ({ sales, points, held: new Map(), holds: 0 })

/** How orders of one group end that are decided one after the other. */
function outcomes(purse: Purse, offers: Offer[], balance = 1_000) {
  return offers.map((offer) => {
    const order: Order = {
      ...{ buyer: ren, asset_token_id: offer.asset_token_id, kid, owner_account_id: mika },
      ...{ price: 1_000, balance, all: balance === 1_000, lang: 'en', country: 'JP' },
    }
    const outcome = decide(order, offer, purse, settings, NOW)
    return isRefusal(outcome) ? outcome.code : outcome
  })
}
const codes = (decided: ReturnType<typeof outcomes>) =>
  decided.map((outcome) => (typeof outcome === 'string' ? outcome : 'sold'))

test('within a group a copy is sold once', () => {
  const one = copy()
  const decided = outcomes(purseOf(9_000), [one, one, one])
  deepEqual(codes(decided), ['sold', 'another_user_purchasing', 'another_user_purchasing'])
})

test('within a group a purse is spent once, points first', () => {
  const decided = outcomes(purseOf(1_900, 600), [copy(), copy(), copy()])
  deepEqual(codes(decided), ['sold', 'sold', 'balance_not_enough'])
  const used = decided.map((row) => typeof row !== 'string' && [row.points_used, row.sales_used])
  deepEqual(used, [[600, 400], [0, 1_000], false])
})

test('within a group copies that are bought count for the holding limit, and holds for theirs', () => {
  const limited = () => copy({ holding_limit: 2 })
  deepEqual(codes(outcomes(purseOf(9_000), [limited(), limited(), limited()])), [
    ...['sold', 'sold', 'max_holding_reached'],
  ])
  const byCard = outcomes(purseOf(0), [copy(), copy(), copy()], 0)
  deepEqual(codes(byCard), ['sold', 'sold', 'too_many_holds'])
})

test('what a purchase is made of sums to its price, and its shares are those of its kind of sale', () => {
  const [primary, resale] = [
    ...outcomes(purseOf(1_000), [copy()]),
    ...outcomes(purseOf(1_000), [copy({ creator: randomUUID() })]),
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
