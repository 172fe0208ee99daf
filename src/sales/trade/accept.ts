import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, fail, isRefusal, type Refusal } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { batchRequests } from '#core/http/batch-requests.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { lockPeople } from '#src/sales/purchase/offers.ts'
import { acceptOffers, lockOffersWith } from '#src/sales/trade-offer/end-offers.ts'
import { type LockedCopy, lockTradeCopies } from './copies.ts'
import { exchange } from './exchange.ts'
import { offerRows } from './offer-rows.ts'
import { receiveRefusal, type Standings, standingsOf } from './receive.ts'
import { payTopUp, refuseOtherTopUp, type StoredTopUp } from './top-up.ts'
import type { acceptTrade, TradeOffer } from './trade.shared.ts'

/** Two copies that change hands for each other. */
interface Swap {
  id: string
  offeror: string
  owner: string
  submitted: LockedCopy
  requested: LockedCopy
}

type Body = BodyOf<typeof acceptTrade>
interface Acceptance {
  pair: Pair
  top_up: Body['top_up']
}

/**
 * Accepts an offer: swaps both copies in one transaction, and ends the other offers with either of
 * them. Acceptances that arrive together share a transaction, and each is decided on its own. Refuses
 * `requested_serial_gone` or `offered_serial_gone` if a copy was delisted, traded or has come into
 * another deal since the offer.
 */
export async function accept(ctx: Ctx, body: Body): Promise<TradeOffer> {
  const { account_id: owner, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  const pair = {
    owner,
    offeror: body.offering_serial_owner_account_id,
    requested: body.my_trading_asset_token_id,
    submitted: body.offering_serial_token_id,
  }
  return acceptTogether(ctx, body, { pair, top_up: body.top_up })
}

const acceptTogether = batchRequests<Acceptance, Settings, TradeOffer>({
  group: 'trades',
  partitionOf: ({ pair }) => pair.owner,
  // No two of a batch share a person or a copy, so each is decided on what was read for all.
  conflictKeysOf: ({ pair, top_up }) => [...Object.values(pair), ...(top_up ? ['top-up'] : [])],
  lock: (tx) => settingsOf(tx),
  decide: acceptAll,
  failpointName: 'trade.settling',
})

/** Locks people, copies and offers, in this order, then decides the acceptances one by one. */
async function acceptAll(
  tx: Tx,
  asked: { ctx: Ctx; input: Acceptance }[],
  settings: Settings,
): Promise<{ outcomes: (TradeOffer | Refusal)[] }> {
  requireOn(settings, 'trade_enabled')
  const pairs = asked.map(({ input: { pair } }) => pair)
  const people = pairs.flatMap(({ owner, offeror }) => [owner, offeror])
  const ids = pairs.flatMap(({ submitted, requested }) => [submitted, requested])
  await lockPeople(tx, people)
  const { copies, at } = await lockTradeCopies(tx, ids, asked[0]!.ctx.time)
  await lockOffersWith(tx, ids)
  const offers = await newestOffers(tx, pairs)
  const standings = await standingsOf(tx, people, copies)
  const swaps = await Promise.all(
    asked.map(({ ctx, input: { pair, top_up } }, i) =>
      orRefusal(async () => {
        const offer = offers[i] ?? fail('not_found')
        const [submitted, requested] = [copies.get(pair.submitted)!, copies.get(pair.requested)!]
        const swap = { ...offer, submitted, requested }
        refuseGone(swap)
        if (offer.status !== 'awaiting_acceptance' || offer.expires_at <= at.toISOString())
          fail('trade_offer_closed')
        refuseOtherTopUp(offer, top_up, settings)
        refuseReceivers(ctx.country, swap, { standings, at })
        await payTopUp(tx, swap, pair.owner, at) // of one swap at most
        return swap
      }),
    ),
  )
  const agreed = swaps.flatMap((swap) => (isRefusal(swap) ? [] : [swap]))
  if (agreed.length > 0) await settleSwaps(tx, agreed, at)
  const accepted = agreed.map(({ id }) => id)
  const all = { limit: accepted.length, offset: 0 }
  const rows = await offerRows(tx, sql`offer.owner`, sql`id = any(${accepted}::uuid[])`, all)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { outcomes: swaps.map((swap) => (isRefusal(swap) ? swap : byId.get(swap.id)!)) }
}

async function orRefusal<T>(decide: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await decide()
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

interface Pair {
  offeror: string
  owner: string
  submitted: string
  requested: string
}
interface Found extends StoredTopUp {
  id: string
  offeror: string
  owner: string
  status: string
  listing_id: string | null
  expires_at: string
}

/** Reads the latest offer of each pair of copies between its two people, in the given order. */
async function newestOffers(tx: Tx, pairs: Pair[]): Promise<(Found | undefined)[]> {
  const { rows } = await sql<Found & { n: number }>`
    select n - 1 as n, newest.* from unnest(
        ${pairs.map(({ submitted }) => submitted)}::uuid[],
        ${pairs.map(({ requested }) => requested)}::uuid[],
        ${pairs.map(({ offeror }) => offeror)}::uuid[],
        ${pairs.map(({ owner }) => owner)}::uuid[])
      with ordinality as pair (submitted, requested, offeror, owner, n)
    cross join lateral (
      select id, offeror, owner, status, listing_id, expires_at,
        top_up, top_up_by, top_up_fee, top_up_royalty
      from trade_offer offer
      where offer.offeror = pair.offeror and offer.submitted = pair.submitted
        and offer.requested = pair.requested and offer.owner = pair.owner
      order by created_at desc limit 1
    ) newest
  `.execute(tx)
  const found = new Map(rows.map(({ n, ...offer }) => [n, offer]))
  return pairs.map((_, i) => found.get(i))
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
function refuseReceivers(
  country: string,
  { owner, offeror, submitted, requested }: Swap,
  { standings, at }: { standings: Standings; at: Date },
) {
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
