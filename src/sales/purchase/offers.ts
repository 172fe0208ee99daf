import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#core/database/db.ts'
import {
  type AcquisitionTerms,
  allowlistColumns,
  joinReservedCopy,
  countHeldByList,
} from '#src/catalog/allowlist/acquisition.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import type { Checkout } from '#src/integrations/card.ts'
import type { Offer } from '#src/sales/deal/deal.ts'
import type { Deal } from '#src/sales/deal/deal.shared.ts'
import { dealKinds, isDealOffered, rateOnOffer } from '#src/sales/deal/deals.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'

/**
 * Locks people, so that their orders and deals wait for each other and limits are counted safely. Returns
 * those who are suspended.
 */
export async function lockPeople(tx: Tx, buyers: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; suspended_at: string | null }>`
    select id, suspended_at from account where id = any(${buyers}::uuid[]) order by id for no key update
  `.execute(tx)
  return new Set(rows.flatMap(({ id, suspended_at }) => (suspended_at ? [id] : [])))
}

/** Copies as read under their locks, and the time to date by what is decided about them. */
interface LockedOffers {
  offers: Map<string, Offer>
  at: Date
}

/**
 * Locks copies in ascending order of id, then reads them in a new statement: a statement that waits
 * for a lock sees the joined tables as they were before. Skips copies of unpublished titles. A copy of
 * somebody who is suspended or has become an administrator is not on offer, also if it was being paid for
 * at the time.
 */
export async function lockOffers(tx: Tx, ids: string[], time: () => Date): Promise<LockedOffers> {
  const wanted = [...new Set(ids)]
  const at = await lockSerials(tx, wanted, time)
  const { rows } = await sql<Offer>`
    select serial.asset_token_id, serial.kid, serial.number, owner, creator,
      ${rateOnOffer('royalty_rate_bp')}, ${rateOnOffer('rental_royalty_rate_bp')}, sale_starting_at, sale_ending_at, only_japan_accessible,
      holding_limit, ${allowlistColumns},
      listing.id as listing_id, sale_price, rent_price, rental_period_seconds, start_within_seconds,
      rental.renter as rented_by, case when listing.id is null then ${lastSeller} end as sold_by,
      (select buyer from purchase where purchase.asset_token_id = serial.asset_token_id
        and purchase.status = 'reserved') as held_by
    from serial join asset using (kid)
    ${joinReservedCopy}
    left join listing on listing.asset_token_id = serial.asset_token_id
      and ${isDealOffered}
      and not exists (select from account where account.id = owner
        and (suspended_at is not null or role = 'ADMIN'))
    left join rental on rental.asset_token_id = serial.asset_token_id and ${isRunningAt(at)}
    where serial.asset_token_id = any(${wanted}::uuid[]) and asset.is_public
  `.execute(tx)
  return { offers: new Map(rows.map((row) => [row.asset_token_id, row])), at }
}

/** The seller of the owner's purchase, found by its time: a sale and its transfer have the same time. */
const lastSeller = sql`(select seller from purchase where purchase.kid = serial.kid
  and settled_at = owned_since and purchase.status = 'settled' and transfers_copy
  and purchase.asset_token_id = serial.asset_token_id and buyer = owner limit 1)`

/** Counts the copies that each buyer is paying for by card. */
export async function countHolds(tx: Tx, buyers: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ buyer: string; n: number }>`
    select buyer, count(*) as n from purchase
    where buyer = any(${buyers}::uuid[]) and status = 'reserved' group by buyer
  `.execute(tx)
  return new Map(rows.map(({ buyer, n }) => [buyer, n]))
}

/** Returns the allowlists that reserve some of these copies. */
export const listsOn = (offers: ReadonlyMap<string, AcquisitionTerms>) => [
  ...new Set([...offers.values()].flatMap(({ allowlist_id }) => allowlist_id ?? [])),
]

/** Counts, by buyer and by title or allowlist, the copies held or being paid for, if limited. */
export async function countHeld(
  tx: Tx,
  offers: ReadonlyMap<string, AcquisitionTerms>,
  buyers: string[],
): Promise<Map<string, Map<string, number>>> {
  const limited = [...offers.values()].filter(({ holding_limit }) => holding_limit !== null)
  const kids = [...new Set(limited.map(({ kid }) => kid))]
  const rows = [
    ...(kids.length > 0 ? await countOfTitles(tx, kids, buyers) : []),
    ...(await countHeldByList(tx, listsOn(offers), buyers)),
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
        and transfers_copy
    ) as copy group by person, kid
  `.execute(tx)
  return rows
}

/** Reads the purchases of one order, the one with the order's id first; none if `id` is no order. */
export async function orderOf(db: Db | Tx, id: string) {
  return db
    .selectFrom('purchase')
    .selectAll()
    .$narrowType<{ deal: Deal }>()
    .where('order_id', '=', id)
    .orderBy((eb) => eb('id', '=', id), 'desc')
    .orderBy('number')
    .execute()
}

/** Tells if a checkout is for a purchase here: other programs may use the same account at the provider. */
export const isOurs = ({ reference }: Checkout): boolean => z.uuid().safeParse(reference).success

/** Locks the purchases of one order by ascending id, then reads them as `orderOf` does. */
export async function lockOrder(tx: Tx, id: string) {
  await tx
    .selectFrom('purchase')
    .select('id')
    .where('order_id', '=', id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return orderOf(tx, id)
}

/** Returns the copies that purchases hold: also the whole batch, for kinds that hold one. */
export async function lockedCopiesOf(
  db: Db | Tx,
  purchases: readonly { asset_token_id: string; listing_id: string; deal: Deal }[],
): Promise<string[]> {
  const first = purchases.filter(({ deal }) => dealKinds[deal].is_of_batch)
  if (first.length === 0) return copiesOf(purchases)
  const listings = first.map(({ listing_id }) => listing_id)
  const rows = await db
    .selectFrom('listing')
    .select('asset_token_id')
    .distinct()
    .where('batch', 'in', (of) =>
      of.selectFrom('listing').select('batch').where('id', 'in', listings),
    )
    .execute()
  return [...new Set([...copiesOf(purchases), ...copiesOf(rows)])]
}

/** Returns the copies of purchases. */
export const copiesOf = (purchases: readonly { asset_token_id: string }[]) =>
  purchases.map(({ asset_token_id }) => asset_token_id)
