import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { allowlistsOf } from '#src/catalog/allowlist/acquisition.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import type { findFreeRental } from '#src/catalog/free-rental/free-rental.shared.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { isSeat } from './free-rental.ts'
import type { FreeRentalOffer, getFreeRentalOffer } from './free-rental.shared.ts'

/** Returns a free rental to a person on its list; `not_found` to all others, and until it is open. */
export async function readOffer(ctx: Ctx, { id }: BodyOf<typeof getFreeRentalOffer>) {
  const person = sql`${currentPerson(ctx).account_id}::uuid`
  const { rows } = await sql<
    Omit<FreeRentalOffer, 'reason'> & { is_open: boolean; only_japan_accessible: boolean }
  >`
    select offer.id, offer.kid, title, poster, media_type, copies_count, first_number,
      coalesce(obi, 'sumi') as obi,
      ${brandFacts} as brand,
      offer.creator as owner_account_id, creator.username as creator,
      offer.rental_period_seconds, offer.ends_at, offer.copies, seat.n as seats_left,
      seat.asset_token_id, seat.number, mine.until as rented_until,
      offer.status = 'open' and asset.is_public
        and coalesce(offer.ends_at > ${ctx.now.toISOString()}::timestamptz, true) as is_open,
      only_japan_accessible
    from free_rental offer join asset on asset.kid = offer.kid
    join account creator on creator.id = offer.creator
    left join brand on brand.id = asset.brand_id
    cross join lateral (
      select count(*) as n, (array_agg(listing.asset_token_id order by number))[1] as asset_token_id,
        min(number) as number
      from listing join serial using (asset_token_id)
      where listing.batch = offer.batch and ${isSeat(ctx.now)}
    ) seat
    cross join lateral (
      select max(rental.ends_at) as until from rental
      where renter = ${person} and rental.kid = offer.kid and ${isRunningAt(ctx.now)}
    ) mine
    where offer.id = ${id} and offer.status <> 'scheduled' and ${isVisibleTo(ctx.person)}
      and allowlist_id = any(${allowlistsOf(person)}) and offer.creator <> ${person}
  `.execute(ctx.db)
  const { is_open, only_japan_accessible, ...row } = rows[0] ?? fail('not_found')
  const isAbroad = only_japan_accessible && ctx.country !== 'JP'
  return { ...row, reason: reasonOf(row, { is_open, isAbroad }) }
}

function reasonOf(
  { rented_until, seats_left }: Omit<FreeRentalOffer, 'reason'>,
  { is_open, isAbroad }: { is_open: boolean; isAbroad: boolean },
): FreeRentalOffer['reason'] {
  if (rented_until !== null) return 'already_renting'
  if (!is_open) return 'free_rental_closed'
  if (isAbroad) return 'region_unavailable'
  return seats_left === 0 ? 'all_rented' : null
}

/** Returns the open free rental of a title for which the caller is named; the newest of several. */
export async function findOpen(ctx: Ctx, { id }: BodyOf<typeof findFreeRental>) {
  if (!ctx.person) return { free_rental: null }
  const person = sql`${ctx.person.account_id}::uuid`
  const { rows } = await sql<{
    id: string
    rental_period_seconds: number
    ends_at: string | null
    seats_left: number
  }>`
    select offer.id, offer.rental_period_seconds, offer.ends_at, seat.n as seats_left
    from free_rental offer join asset on asset.kid = offer.kid
    cross join lateral (
      select count(*) as n from listing where listing.batch = offer.batch and ${isSeat(ctx.now)}
    ) seat
    where offer.kid = ${id} and offer.status = 'open' and asset.is_public
      and coalesce(offer.ends_at > ${ctx.now.toISOString()}::timestamptz, true)
      and offer.creator <> ${person} and allowlist_id = any(${allowlistsOf(person)})
    order by seat.n > 0 desc, offer.created_at desc limit 1
  `.execute(ctx.db)
  return { free_rental: rows[0] ?? null }
}
