import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { spoilTradesWith } from '#src/sales/trade-offer/end-offers.ts'
import { delistByPlatform, revokeOn } from './delist.ts'
import { isFree } from './rental-terms.ts'

export const delistSuspended = job<object>('listing.end_suspended')

/**
 * Step: ends the trades, gifts and loans of a suspended person that wait, and returns the listings to end.
 * A copy that is rented or being paid for stays listed until it is free again. The caller has locked
 * the person, so that they offer nothing more.
 */
export async function endOffersOf(tx: Tx, person: string, time: () => Date) {
  const offered = await offeredCopies(tx, person)
  const at = await lockSerials(tx, offered, time)
  const { rows } = await sql<{ id: string }>`
    select asset_token_id as id from serial
    where asset_token_id = any(${offered}::uuid[]) and owner = ${person}
  `.execute(tx)
  await spoilTradesWith(tx, idsOf(rows), at)
  const listings = idsOf(await freeListings(tx, sql`seller = ${person}`, at))
  await revokeOn(tx, listings, at)
  return { listings, at }
}

/** Returns the copies that a person offers: listed, or in a trade that waits. */
async function offeredCopies(tx: Tx, person: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select asset_token_id as id from listing
    where seller = ${person} and status in ('preparing', 'open')
    union select submitted from trade_offer
    where offeror = ${person} and status = 'awaiting_acceptance'
    union select requested from trade_offer
    where owner = ${person} and status = 'awaiting_acceptance'
    union select gives from trade_proposal_side where account_id = ${person} and ended_at is null
  `.execute(tx)
  return idsOf(rows)
}

/**
 * Delists copies of suspended people that were not free when they were suspended, and what administrators
 * offered before they became ones.
 */
export async function delistFreed(ctx: Ctx) {
  const suspended = sql`select id from account where suspended_at is not null`
  const sellers = sql`seller in (${suspended} union all select id from account where role = 'ADMIN')
    and (coalesce(sale_price, rent_price) is not null or kind = 'trade' or seller in (${suspended}))`
  const due = await freeListings(ctx.db, sellers, ctx.now)
  if (due.length === 0) return
  const copies = due.map(({ asset_token_id }) => asset_token_id)
  await inTx(ctx, async (tx) => {
    const at = await lockSerials(tx, copies, ctx.time)
    const free = await freeListings(tx, sellers, at)
    const ids = idsOf(free.filter(({ asset_token_id }) => copies.includes(asset_token_id)))
    await delistByPlatform(tx, ids, at)
  })
}

async function freeListings(db: Db | Tx, sellers: RawBuilder<unknown>, at: Date) {
  const { rows } = await sql<{ id: string; asset_token_id: string }>`
    select id, asset_token_id from listing
    where status in ('preparing', 'open') and ${sellers} and ${isFree(at)}
  `.execute(db)
  return rows
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
