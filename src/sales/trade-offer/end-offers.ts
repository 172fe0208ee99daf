import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent, transition, transitionAll } from '#core/database/events.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { spoilProposalsOn, spoilProposalsWith } from './end-proposals.ts'
import { tradeMail } from './trade-mail.shared.ts'
import { tradeOfferTransitions } from './trade-offer.shared.ts'

export const endTradeOffers = job<object>('trade.end_offers')

/** An offer as its sender makes it. */
export interface NewOffer {
  id: string
  offeror: string
  owner: string
  submitted: string
  requested: string
  listing_id: string | null
  counters: string | null
  message: string
  expires_at: string
  /** Yen that one side pays with the swap, with its shares; all null without a top-up. */
  top_up: number | null
  top_up_by: 'offeror' | 'owner' | null
  top_up_fee: number | null
  top_up_royalty: number | null
}

/** Step: stores an offer and tells the owner of the wanted copy. */
export async function openOffer(tx: Tx, offer: NewOffer, at: Date) {
  const row = { ...offer, created_at: at.toISOString() }
  const step = { action: 'offer', by: 'offeror', account: offer.offeror, at } as const
  await insertWithEvent(tx, tradeOfferTransitions, [row], step)
  await enqueueMails(tx, tradeMail, [{ id: offer.id, to: 'owner' }])
}

/** Step: ends an offer by its sender or by the owner of the wanted copy. False if it had ended. */
export async function endOffer(
  tx: Tx,
  id: string,
  {
    action,
    account,
    at,
  }: { action: 'decline' | 'counter' | 'withdraw'; account: string; at: Date },
): Promise<boolean> {
  const set = { ended_at: at.toISOString() }
  const step =
    action === 'withdraw'
      ? ({ action, by: 'offeror', account, at, set } as const)
      : ({ action, by: 'owner', account, at, set } as const)
  const isEnded = await transition(tx, tradeOfferTransitions, id, step)
  if (isEnded && action === 'decline') await enqueueMails(tx, tradeMail, [{ id, to: 'offeror' }])
  return isEnded
}

/**
 * Step: locks the open offers that have one of these copies on either side. The caller has locked the
 * copies; offers come before the ledger and before listings.
 */
export async function lockOffersWith(tx: Tx, asset_token_ids: string[]) {
  const ids = sql`${asset_token_ids}::uuid[]`
  await sql`
    select from trade_offer where status = 'awaiting_acceptance'
      and (submitted = any(${ids}) or requested = any(${ids}))
    order by id for no key update
  `.execute(tx)
}

/** Step: marks locked offers as accepted by their owners. Throws if one has ended. */
export async function acceptOffers(
  tx: Tx,
  offers: readonly { id: string; owner: string }[],
  at: Date,
) {
  const owners = new Map(offers.map(({ id, owner }) => [id, owner]))
  const done = await transitionAll(tx, tradeOfferTransitions, [...owners.keys()], {
    action: 'accept',
    by: 'owner',
    account: (id) => owners.get(id)!,
    at,
    set: { ended_at: at.toISOString() },
  })
  if (done.length < offers.length) throw new Error('an offer that is being accepted has ended')
  await enqueueMails(
    tx,
    tradeMail,
    done.flatMap((id) => [
      { id, to: 'owner' as const },
      { id, to: 'offeror' as const },
    ]),
  )
}

/** Step: spoils the open offers and proposals in which one of these copies would change hands. */
export async function spoilTradesWith(tx: Tx, asset_token_ids: string[], at: Date) {
  const ids = sql`${asset_token_ids}::uuid[]`
  await spoil(tx, sql`(submitted = any(${ids}) or requested = any(${ids}))`, at)
  await spoilProposalsWith(tx, asset_token_ids, at)
}

/** Step: spoils the open offers that ask for one of these copies. */
export async function spoilRequestsFor(tx: Tx, asset_token_ids: string[], at: Date) {
  await spoil(tx, sql`requested = any(${asset_token_ids}::uuid[])`, at)
}

/** Step: spoils the open offers and proposals with copies open to trade by one of these listings. */
export async function spoilTradesOn(tx: Tx, listing_ids: string[], at: Date) {
  if (listing_ids.length === 0) return
  await spoil(tx, sql`listing_id = any(${listing_ids}::uuid[])`, at)
  await spoilProposalsOn(tx, listing_ids, at)
}

async function spoil(tx: Tx, which: RawBuilder<unknown>, at: Date) {
  await spoilAll(tx, await openOffers(tx, which), at)
}

async function spoilAll(tx: Tx, ids: string[], at: Date) {
  if (ids.length === 0) return
  const set = { ended_at: at.toISOString() }
  const step = { action: 'spoil', by: 'platform', at, set } as const
  await tellSenders(tx, await transitionAll(tx, tradeOfferTransitions, ids, step))
}

/**
 * Ends the offers whose time is over, and those with a copy that has changed hands since. While trading
 * is switched off it ends all of them, because nobody could accept or withdraw them. Nobody is told then:
 * no call and no page speaks of trades.
 */
export async function endDue(ctx: Ctx) {
  if (!(await settingsFor(ctx)).trade_enabled) return endAll(ctx)
  await inTx(ctx, async (tx) => {
    const at = ctx.time()
    const over = await openOffers(tx, sql`expires_at <= ${at.toISOString()}::timestamptz`)
    const set = { ended_at: at.toISOString() }
    const step = { action: 'lapse', by: 'clock', at, set } as const
    await tellSenders(tx, await transitionAll(tx, tradeOfferTransitions, over, step))
  })
  await inTx(ctx, async (tx) => {
    const gone = await openOffers(
      tx,
      sql`not exists (select from serial mine, serial theirs
        where mine.asset_token_id = submitted and mine.owner = offeror
          and theirs.asset_token_id = requested and theirs.owner = trade_offer.owner)`,
    )
    await spoilAll(tx, gone, ctx.time())
  })
}

async function endAll(ctx: Ctx) {
  await inTx(ctx, async (tx) => {
    const at = ctx.time()
    const set = { ended_at: at.toISOString() }
    const step = { action: 'spoil', by: 'platform', at, set } as const
    await transitionAll(tx, tradeOfferTransitions, await openOffers(tx, sql`true`), step)
  })
}

const tellSenders = (tx: Tx, ids: string[]) =>
  enqueueMails(
    tx,
    tradeMail,
    ids.map((id) => ({ id, to: 'offeror' as const })),
  )

async function openOffers(tx: Tx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from trade_offer where status = 'awaiting_acceptance' and ${which}
    order by id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Counts the open offers that a person has sent. */
export async function countSent(db: Db | Tx, account_id: string): Promise<number> {
  const { n } = await db
    .selectFrom('trade_offer')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('offeror', '=', account_id)
    .where('status', '=', 'awaiting_acceptance')
    .executeTakeFirstOrThrow()
  return n
}
