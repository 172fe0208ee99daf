import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { countOfLists, listTerms, type Terms } from '#src/catalog/allowlist/acquire.ts'
import { lockSerials } from '#src/catalog/serial/give.ts'
import { runsAt } from '#src/catalog/rental-period/rental-period.ts'

/** A copy as it stands under its lock. */
export interface Offer extends Terms {
  asset_token_id: string
  number: number
  royalty_rate_bp: number | null
  rental_royalty_rate_bp: number | null
  listing_id: string | null
  sale_price: number | null
  rent_price: number | null
  rental_period_seconds: number | null
  /** Who sold it to its owner, where that is how they came by it; null while it is on offer. */
  sold_by: string | null
  /** Who rents it right now. */
  rented_by: string | null
  /** Who is paying for it by card right now. */
  held_by: string | null
  /** Who has bought it by an order that is decided together with others. */
  bought_by?: string
}

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
export async function lockOffers(tx: Tx, ids: string[], at: Date): Promise<Map<string, Offer>> {
  const wanted = [...new Set(ids)]
  await lockSerials(tx, wanted)
  const { rows } = await sql<Offer>`
    select serial.asset_token_id, serial.kid, serial.number, owner, creator, royalty_rate_bp,
      rental_royalty_rate_bp, sale_starting_at, sale_ending_at, only_japan_accessible,
      holding_limit, ${listTerms},
      listing.id as listing_id, sale_price, rent_price, rental_period_seconds,
      rental.renter as rented_by, case when listing.id is null then ${lastSeller} end as sold_by,
      (select buyer from purchase where purchase.asset_token_id = serial.asset_token_id
        and purchase.status = 'reserved') as held_by
    from serial join asset using (kid)
    left join reserved_copy using (asset_token_id)
    left join listing on listing.asset_token_id = serial.asset_token_id
      and listing.status = 'open' and listing.kind in ('sale', 'rental') and not ${isOverruled}
    left join rental on rental.asset_token_id = serial.asset_token_id and ${runsAt(at)}
    where serial.asset_token_id = any(${wanted}::uuid[]) and published_at is not null
  `.execute(tx)
  return new Map(rows.map((row) => [row.asset_token_id, row]))
}

/** A sale and its handing over are of one moment, by which an index finds it. */
const lastSeller = sql`(select seller from purchase where purchase.kid = serial.kid
  and settled_at = owned_since and purchase.status = 'settled' and rental_period_seconds is null
  and purchase.asset_token_id = serial.asset_token_id and buyer = owner limit 1)`

/** A holder's offer for rent that is free again ends with the creator's beginning (readings A7). */
const isOverruled = sql`(listing.kind = 'rental' and listing.seller <> creator and exists (
  select from listing own where own.kid = serial.kid and own.kind = 'rental'
    and own.status in ('preparing', 'open') and own.seller = creator))`

/** How many copies each buyer is paying for by card right now. */
export async function countHolds(tx: Tx, buyers: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ buyer: string; n: number }>`
    select buyer, count(*) as n from purchase
    where buyer = any(${buyers}::uuid[]) and status = 'reserved' group by buyer
  `.execute(tx)
  return new Map(rows.map(({ buyer, n }) => [buyer, n]))
}

/** By person: the titles that they rent, or are paying for the use of. */
export async function rentedBy(
  tx: Tx,
  people: string[],
  at: Date,
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ person: string; kid: string }>`
    select renter as person, kid from rental
    where renter = any(${people}::uuid[]) and ${runsAt(at)}
    union
    select buyer, kid from purchase
    where buyer = any(${people}::uuid[]) and status = 'reserved' and rental_period_seconds > 0
  `.execute(tx)
  const rented = new Map(people.map((person) => [person, new Set<string>()]))
  for (const { person, kid } of rows) rented.get(person)!.add(kid)
  return rented
}

/** The lists that hold some of these copies. */
export const listsOn = (offers: Map<string, Offer>) => [
  ...new Set([...offers.values()].flatMap(({ allowlist_id }) => allowlist_id ?? [])),
]

/**
 * By buyer, and by title or list: how many copies each holds or is paying for, where there is a limit
 * to it.
 */
export async function countHeld(
  tx: Tx,
  offers: Map<string, Offer>,
  buyers: string[],
): Promise<Map<string, Map<string, number>>> {
  const limited = [...offers.values()].filter(({ holding_limit }) => holding_limit !== null)
  const kids = [...new Set(limited.map(({ kid }) => kid))]
  const rows = [
    ...(kids.length > 0 ? await countOfTitles(tx, kids, buyers) : []),
    ...(await countOfLists(tx, listsOn(offers), buyers)),
  ]
  const held = new Map<string, Map<string, number>>()
  for (const { person, of, n } of rows)
    held.set(person, (held.get(person) ?? new Map<string, number>()).set(of, n))
  return held
}

async function countOfTitles(tx: Tx, kids: string[], buyers: string[]) {
  const { rows } = await sql<{ person: string; of: string; n: number }>`
    select person, kid as of, count(*) as n from (
      select owner as person, kid from serial
      where owner = any(${buyers}::uuid[]) and kid = any(${kids}::uuid[])
      union all
      select buyer, kid from purchase
      where buyer = any(${buyers}::uuid[]) and kid = any(${kids}::uuid[]) and status = 'reserved'
        and rental_period_seconds is null
    ) as copy group by person, kid
  `.execute(tx)
  return rows
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
