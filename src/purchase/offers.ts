import { sql } from 'kysely'
import type { Db, Tx } from '#core/db.ts'
import { lockSerials } from '../serial/give.ts'
import type { Offer } from './decide.ts'

/** One person's orders wait for each other: a holding limit is counted under this lock. */
export async function lockBuyers(tx: Tx, buyers: string[]) {
  await sql`
    select from account where id = any(${buyers}::uuid[]) order by id for no key update
  `.execute(tx)
}

/**
 * Locks copies, in ascending order of id, and only then reads what is true of them: a statement
 * that waits for a lock sees the tables joined to it as they were before. What is not out is none.
 */
export async function lockOffers(tx: Tx, ids: string[]): Promise<Map<string, Offer>> {
  const wanted = [...new Set(ids)]
  await lockSerials(tx, wanted)
  const { rows } = await sql<Offer>`
    select serial.asset_token_id, serial.kid, number, owner, creator, royalty_rate_bp,
      sale_starting_at, sale_ending_at, only_japan_accessible, holding_limit,
      listing.id as listing_id, sale_price,
      exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
        and purchase.status = 'reserved') as being_purchased
    from serial join asset using (kid)
    left join listing on listing.asset_token_id = serial.asset_token_id
      and listing.status = 'open' and listing.kind = 'sale'
    where serial.asset_token_id = any(${wanted}::uuid[]) and published_at is not null
  `.execute(tx)
  return new Map(rows.map((row) => [row.asset_token_id, row]))
}

/** How many copies each buyer is paying for by card right now. */
export async function countHolds(tx: Tx, buyers: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ buyer: string; n: number }>`
    select buyer, count(*) as n from purchase
    where buyer = any(${buyers}::uuid[]) and status = 'reserved' group by buyer
  `.execute(tx)
  return new Map(rows.map(({ buyer, n }) => [buyer, n]))
}

/** By buyer and title: how many copies each holds or is paying for, where the title has a limit. */
export async function countHeld(
  tx: Tx,
  offers: Map<string, Offer>,
  buyers: string[],
): Promise<Map<string, Map<string, number>>> {
  const limited = [...offers.values()].filter(({ holding_limit }) => holding_limit !== null)
  if (limited.length === 0) return new Map()
  const kids = [...new Set(limited.map(({ kid }) => kid))]
  const { rows } = await sql<{ person: string; kid: string; n: number }>`
    select person, kid, count(*) as n from (
      select owner as person, kid from serial
      where owner = any(${buyers}::uuid[]) and kid = any(${kids}::uuid[])
      union all
      select buyer, kid from purchase
      where buyer = any(${buyers}::uuid[]) and kid = any(${kids}::uuid[]) and status = 'reserved'
    ) as copy group by person, kid
  `.execute(tx)
  const held = new Map<string, Map<string, number>>()
  for (const { person, kid, n } of rows)
    held.set(person, (held.get(person) ?? new Map<string, number>()).set(kid, n))
  return held
}

/** The purchases of one order as they stand, its first copy's first; none where `id` is no order. */
export async function orderOf(db: Db | Tx, id: string) {
  return db
    .selectFrom('purchase')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy((eb) => eb('id', '=', id), 'desc')
    .orderBy('number')
    .execute()
}

/** Which copies they are about. */
export const copiesOf = (purchases: readonly { asset_token_id: string }[]) =>
  purchases.map(({ asset_token_id }) => asset_token_id)
