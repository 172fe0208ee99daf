import { randomUUID } from 'node:crypto'
import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { once } from '#core/http/idempotency.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { countSent, endOffer, openOffer } from '#src/sales/trade-offer/end-offers.ts'
import { type LockedCopy, lockTradeCopies } from './copies.ts'
import { offerById } from './offer-rows.ts'
import { receiveRefusal, standingsOf } from './receive.ts'
import { requireBalance, topUpColumns } from './top-up.ts'
import type {
  declineTradeOffer,
  offerTrade,
  TradeOffer,
  withdrawTradeOffer,
} from './trade.shared.ts'

type OfferBody = BodyOf<typeof offerTrade>

/** Offers one own copy for another person's. Both stay with their owners until the offer is accepted. */
export function offer(ctx: Ctx, body: OfferBody): Promise<TradeOffer> {
  const { account_id: offeror, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  const { my_trading_serial_id: submitted, requested_serial_id: requested } = body
  return once(ctx, body, async (tx) => {
    const settings = await settingsOf(tx)
    requireOn(settings, 'trade_enabled')
    await lockActor(tx, offeror)
    const { copies, at } = await lockTradeCopies(tx, [submitted, requested], ctx.time)
    const counters = await answeredOffer(tx, ctx, body, at)
    const gives = ownCopy(copies.get(submitted), offeror)
    const gets = wantedCopy(copies.get(requested), ctx, body, counters?.submitted === requested)
    const standings = await standingsOf(tx, [offeror], copies)
    const receiver = { account_id: offeror, gets, gives, country: ctx.country }
    const refusal = receiveRefusal(receiver, standings, at)
    if (refusal) throw refusal
    const limit = settings.trade_offers_per_person
    if ((await countSent(tx, offeror)) >= limit) fail('too_many_trade_offers', { limit })
    const top_up = topUpColumns(body.top_up, { gives, gets }, settings)
    if (counters) await answer(tx, counters.id, offeror, at) // locks it, before the ledger
    if (body.top_up?.paid_by === 'offeror') await requireBalance(tx, offeror, body.top_up.price)
    const id = randomUUID()
    const expires_at = addSeconds(at, settings.trade_offer_days * DAY_SECONDS).toISOString()
    await openOffer(
      tx,
      {
        id,
        offeror,
        owner: gets.owner,
        submitted,
        requested,
        listing_id: gets.listing_id,
        counters: counters?.id ?? null,
        message: body.message,
        expires_at,
        ...top_up,
      },
      at,
    )
    return offerById(tx, id, offeror)
  })
}

/** Returns the caller's copy; refuses with the reason why it cannot be traded. */
function ownCopy(copy: LockedCopy | undefined, owner: string): LockedCopy {
  if (copy?.owner !== owner) fail('not_owner')
  return copy.blocked_by ? fail(copy.blocked_by) : copy
}

const UNPUBLISHED = new Set<ErrorCode | null>(['serial_preparing', 'title_not_out'])

/** Returns the wanted copy: open to trade, or offered to the caller in the offer they answer. */
function wantedCopy(
  copy: LockedCopy | undefined,
  ctx: Ctx,
  body: OfferBody,
  isOffered: boolean,
): LockedCopy {
  const isPublished = copy && !UNPUBLISHED.has(copy.blocked_by)
  if (!isPublished) fail('not_found')
  if (copy.owner === currentPerson(ctx).account_id) fail('own_serial')
  if (copy.blocked_by === 'trade_disabled') fail('trade_disabled')
  const isOpen = copy.listing_id !== null || isOffered
  if (copy.owner !== body.requested_serial_owner_account_id || !isOpen || copy.blocked_by)
    fail('requested_serial_gone')
  return copy
}

/** Returns the open offer to the caller that this one answers, if any. */
async function answeredOffer(tx: Tx, ctx: Ctx, { counters, ...body }: OfferBody, at: Date) {
  if (!counters) return undefined
  const row = await tx
    .selectFrom('trade_offer')
    .select(['id', 'submitted', 'status', 'expires_at'])
    .where('id', '=', counters)
    .where('owner', '=', currentPerson(ctx).account_id)
    .where('offeror', '=', body.requested_serial_owner_account_id)
    .executeTakeFirst()
  if (!row) fail('not_found')
  if (row.status !== 'awaiting_acceptance' || row.expires_at <= at.toISOString())
    fail('trade_offer_closed')
  return row
}

async function answer(tx: Tx, id: string, account: string, at: Date) {
  if (!(await endOffer(tx, id, { action: 'counter', account, at }))) fail('trade_offer_closed')
}

/** Withdraws the caller's own offer. A repeat returns it as it is. */
export const withdraw = (ctx: Ctx, { id }: BodyOf<typeof withdrawTradeOffer>) =>
  end(ctx, id, 'withdraw')

/** Declines an offer to the caller. A repeat returns it as it is. */
export const decline = (ctx: Ctx, { id }: BodyOf<typeof declineTradeOffer>) =>
  end(ctx, id, 'decline')

async function end(ctx: Ctx, id: string, action: 'withdraw' | 'decline'): Promise<TradeOffer> {
  const account = currentPerson(ctx).account_id
  return inTx(ctx, async (tx) => {
    requireOn(await settingsOf(tx), 'trade_enabled')
    const found = await tx
      .selectFrom('trade_offer')
      .select('status')
      .where('id', '=', id)
      .where(action === 'withdraw' ? 'offeror' : 'owner', '=', account)
      .executeTakeFirst()
    if (!found) fail('not_found')
    await endOffer(tx, id, { action, account, at: ctx.time() })
    const offered = await offerById(tx, id, account)
    const wanted = action === 'withdraw' ? 'withdrawn' : 'declined'
    return offered.ending === wanted ? offered : fail('trade_offer_closed')
  })
}
