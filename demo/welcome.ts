import { createCoupons, getBatch, occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import type { DemoClient } from './client.ts'
import { pastDeals } from './deals.ts'
import { draws } from './draws.ts'
import type { PersonKey } from './people.ts'
import { forRent, rentals } from './rentals.ts'

const CODE_MAX = 10_000 // points of one code
const EXPIRES_AT = '2099-12-31T00:00:00.000Z' // the same at every start, as a repeated call must be

/**
 * Returns the points that people spend in the past weeks. They need them because nobody earns before
 * the card payments of today: without them the balances of past days would lie below zero.
 */
export function pointsSpent(): Map<PersonKey, number> {
  const spent = new Map<PersonKey, number>()
  const add = (who: PersonKey, yen: number) => spent.set(who, (spent.get(who) ?? 0) + yen)
  for (const { buyer, price } of pastDeals) add(buyer, price)
  for (const { renter, work } of rentals)
    add(renter, forRent.find((offer) => offer.work === work)!.price)
  for (const { buyer, copies, price } of draws) add(buyer, copies * price)
  return spent
}

/** Has the administrator give these points by coupons, at `at`. A repeated call changes nothing. */
export async function welcome(client: DemoClient, at: Date) {
  for (const [who, yen] of pointsSpent()) {
    const count = Math.ceil(yen / CODE_MAX)
    const points = Math.ceil(yen / count)
    const { id } = await client.call(
      'sora',
      createCoupons,
      { name: `Welcome, ${who}`, expires_at: EXPIRES_AT, points, count },
      { at, key: `demo points of ${who}` },
    )
    const { items } = await client.call('sora', getBatch, { id, limit: count }, { at })
    for (const { id: coupon, code, status } of items)
      if (status === 'valid')
        await client.call(who, occupyCoupon, { id: code }, { at, key: `demo code ${coupon}` })
  }
}
