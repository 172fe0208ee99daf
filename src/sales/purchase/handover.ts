import type { Tx } from '#core/database/db.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type ErrorCode, type ErrorParams, fail } from '#core/errors.ts'
import {
  allowlistsByPerson,
  holdingLimits,
  rentalRefusal,
} from '#src/catalog/allowlist/acquisition.ts'
import type { Offer } from '#src/sales/deal/deal.ts'
import { countHeld, listsOn } from './offers.ts'

/**
 * Returns what prevents handing over a copy for free to the caller: region or holding limits, as for
 * buyers, not sale times. `offers` holds the locked copy.
 */
export async function handoverRefusal(
  tx: Tx,
  ctx: Ctx,
  offer: Offer,
  offers: Map<string, Offer>,
): Promise<{ code: ErrorCode; params: ErrorParams } | undefined> {
  const person = currentPerson(ctx).account_id
  if (offer.only_japan_accessible && ctx.country !== 'JP')
    return { code: 'region_unavailable', params: {} }
  if (person === offer.creator) return undefined
  const held = (await countHeld(tx, offers, [person])).get(person)
  const full = holdingLimits(offer, ctx.now.toISOString()).find(
    ({ of, limit }) => (held?.get(of) ?? 0) >= limit,
  )
  return full && { code: 'max_holding_reached', params: { limit: full.limit } }
}

/**
 * Refuses to hand over a copy for free to the caller if it is reserved for others, by region or by holding
 * limits. Like a rental it asks for region and list, and not for the sale's times.
 */
export async function requireMayTake(tx: Tx, ctx: Ctx, offer: Offer, offers: Map<string, Offer>) {
  const person = currentPerson(ctx).account_id
  const lists = (await allowlistsByPerson(tx, listsOn(offers), [person])).get(person)!
  const code = rentalRefusal(offer, { country: ctx.country, lists }, ctx.now.toISOString())
  if (code) fail(code)
  const refusal = await handoverRefusal(tx, ctx, offer, offers)
  if (refusal) fail(refusal.code, refusal.params)
}
