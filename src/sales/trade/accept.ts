import type { Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { failpoint } from '#core/failpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { requireTrading } from '#src/platform/settings/trading.ts'
import { lockBuyers } from '#src/sales/purchase/offers.ts'
import { acceptOffers, lockOffersWith } from '#src/sales/trade-offer/end-offers.ts'
import { type LockedCopy, lockTradeCopies } from './copies.ts'
import { exchange } from './exchange.ts'
import { offerById } from './offer-rows.ts'
import { receiveRefusal, standingsOf } from './receive.ts'
import { payTopUp, refuseOtherTopUp } from './top-up.ts'
import type { acceptTrade, TradeOffer } from './trade.shared.ts'

/** Two copies that change hands for each other. */
interface Swap {
  id: string
  offeror: string
  owner: string
  submitted: LockedCopy
  requested: LockedCopy
}

/**
 * Accepts an offer: swaps both copies in one transaction, and ends the other offers with either of
 * them. Refuses `requested_serial_gone` or `offered_serial_gone` if a copy was delisted, traded or has
 * come into another deal since the offer.
 */
export function accept(ctx: Ctx, body: BodyOf<typeof acceptTrade>): Promise<TradeOffer> {
  const { account_id: owner, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  const { my_trading_asset_token_id: requested, offering_serial_token_id: submitted } = body
  const { offering_serial_owner_account_id: offeror } = body
  return once(ctx, body, async (tx) => {
    const settings = await settingsOf(tx)
    requireTrading(settings)
    await lockBuyers(tx, [owner, offeror])
    const { copies, at } = await lockTradeCopies(tx, [submitted, requested], ctx.time)
    await lockOffersWith(tx, [submitted, requested])
    const offer = await newestOffer(tx, { offeror, owner, submitted, requested })
    const swap = { ...offer, submitted: copies.get(submitted)!, requested: copies.get(requested)! }
    refuseGone(swap)
    if (offer.status !== 'awaiting_acceptance' || offer.expires_at <= at.toISOString())
      fail('trade_offer_closed')
    refuseOtherTopUp(offer, body.top_up, settings)
    await refuseReceivers(tx, ctx.country, swap, { copies, at })
    await payTopUp(tx, swap, owner, at)
    await settleSwaps(tx, [swap], at)
    failpoint('trade.settling')
    return offerById(tx, swap.id, owner)
  })
}

interface Pair {
  offeror: string
  owner: string
  submitted: string
  requested: string
}

/** Reads the latest offer of these copies between two people. Refuses `not_found` if there was none. */
async function newestOffer(tx: Tx, pair: Pair) {
  const row = await tx
    .selectFrom('trade_offer')
    .select(['id', 'offeror', 'owner', 'status', 'listing_id', 'expires_at'])
    .select(['top_up', 'top_up_by', 'top_up_fee', 'top_up_royalty'])
    .where('submitted', '=', pair.submitted)
    .where('requested', '=', pair.requested)
    .where('offeror', '=', pair.offeror)
    .where('owner', '=', pair.owner)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? fail('not_found')
}

/** Refuses a swap if a copy has another owner, is in another deal or was delisted since the offer. */
function refuseGone({
  offeror,
  owner,
  submitted,
  requested,
  listing_id,
}: Swap & { listing_id: string | null }) {
  if (requested.owner !== owner) fail('requested_serial_gone')
  if (submitted.owner !== offeror) fail('offered_serial_gone')
  if (listing_id !== null && requested.listing_id !== listing_id) fail('requested_serial_gone')
  if (requested.blocked_by) fail(requested.blocked_by)
  if (submitted.blocked_by) fail(goneOrForbidden(submitted.blocked_by))
}

/** Returns a refusal that does not reveal in which other deal another person's copy is. */
const goneOrForbidden = (code: ErrorCode): ErrorCode =>
  code === 'trade_disabled' ? code : 'offered_serial_gone'

/** Refuses if either side may not receive its copy. The offer has checked the sender's region. */
async function refuseReceivers(
  tx: Tx,
  country: string,
  { owner, offeror, submitted, requested }: Swap,
  { copies, at }: { copies: ReadonlyMap<string, LockedCopy>; at: Date },
) {
  const standings = await standingsOf(tx, [owner, offeror], copies)
  const me = { account_id: owner, gets: submitted, gives: requested, country }
  const mine = receiveRefusal(me, standings, at)
  if (mine) throw mine
  const sender = { account_id: offeror, gets: requested, gives: submitted, country: 'JP' }
  if (receiveRefusal(sender, standings, at)) fail('partner_cannot_receive')
}

/** Step: swaps the copies of accepted offers. The caller has locked people, copies and offers. */
export async function settleSwaps(tx: Tx, swaps: readonly Swap[], at: Date) {
  await acceptOffers(tx, swaps, at)
  const handovers = swaps.flatMap((swap) => [
    { copy: swap.submitted, from: swap.offeror, to: swap.owner, subject_id: swap.id },
    { copy: swap.requested, from: swap.owner, to: swap.offeror, subject_id: swap.id },
  ])
  await exchange(tx, handovers, at)
}
