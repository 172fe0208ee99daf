import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { job } from '#core/jobs.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { isTradingOn, tradingOffSince } from '#src/platform/settings/features.ts'
import { delistByPlatform } from './delist.ts'

export const delistIdleTrades = job<object>('listing.end_idle_trades')

const KEPT_SECONDS = 86_400 // a short pause of trading closes nothing
const AT_ONCE = 1_000

/**
 * Closes what is open to trade once trading has been switched off for a day: such a copy could be neither
 * downloaded nor moved to a wallet, and its owner could not see why.
 */
export async function endIdle(ctx: Ctx) {
  const since = await tradingOffSince(ctx.db)
  if (!since || addSeconds(since, KEPT_SECONDS) > ctx.now) return
  while ((await inTx(ctx, (tx) => endSome(tx, ctx))) > 0);
}

/** Step: closes some of the copies that are open to trade. Returns how many. */
async function endSome(tx: Tx, { time }: Ctx): Promise<number> {
  const found = await idleListings(tx)
  const copies = found.map(({ asset_token_id }) => asset_token_id)
  const at = await lockSerials(tx, copies, time)
  const still = (await idleListings(tx)).filter((one) => copies.includes(one.asset_token_id))
  const ids = still.map(({ id }) => id)
  if (ids.length > 0) await delistByPlatform(tx, ids, at)
  return ids.length
}

async function idleListings(db: Db | Tx) {
  const { rows } = await sql<{ id: string; asset_token_id: string }>`
    select id, asset_token_id from listing
    where kind = 'trade' and status in ('preparing', 'open') and not ${isTradingOn}
    order by id limit ${AT_ONCE}
  `.execute(db)
  return rows
}
