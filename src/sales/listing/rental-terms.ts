import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { job } from '#core/jobs.ts'
import { clockOf, windowOf } from '#src/catalog/rental-period/rental-period.shared.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { rental } from '#src/sales/deal/rental.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { delistByPlatform } from './delist.ts'
import type { getRentalTerms } from './rental-terms.shared.ts'
import { type ListingKind, requestedPrice, type TermsRequest } from './listing-kind.ts'
import {
  type Copy,
  isBeingPaidFor,
  listingRefusal,
  lockCopies,
  type RefusalReason,
} from './listing-rules.ts'

export const delistSecondaryRentals = job<object>('listing.end_secondary')

/** The terms of a rental. A creator rents out every copy of a title on the same terms. */
interface Terms {
  rent_price: number
  rental_period_seconds: number
  start_within_seconds: number | null
}

/** The current rental offers and rentals of a title. */
interface TitleRentals {
  kid: string
  /** The terms of the creator's live offers, if there are any. */
  terms: Terms | undefined
  /** True while a copy of the creator's own is rented out. */
  is_running: boolean
  /** The ids of holders' live listings that are neither rented nor being paid for. */
  secondary: string[]
}
type Rentals = Map<string, TitleRentals>

/** Returns a rental period in seconds. Refuses anything but whole days within the settings' bounds. */
export function validPeriod(seconds: number | undefined, settings: Settings): number {
  if (seconds === undefined) fail('input_invalid', { field: 'rental_period_seconds' })
  const { rental_days_min: minimum, rental_days_max: maximum } = settings
  const days = seconds / DAY_SECONDS
  if (!Number.isInteger(days) || days < minimum || days > maximum)
    fail('rental_days_out_of_bounds', { minimum, maximum })
  return seconds
}

type RentalRequest = TermsRequest & { terms: Terms }

/** Lists copies for rent: a price and a period, the same for every copy of the creator's. */
export const rentalListing: ListingKind = {
  terms: (body, settings) => ({
    rent_price: requestedPrice(body, 'rent_price', settings),
    rental_period_seconds: validPeriod(body.rental_period_seconds, settings),
    start_within_seconds: windowOf(body.rental_clock ?? 'payment'),
  }),
  decide: (tx, ids, request, time) => decideRentals(tx, ids, request as RentalRequest, time),
}

/**
 * Locks titles, then copies, and decides for each copy if it may be rented out. `others` are the
 * ids of holders' listings to end.
 */
async function decideRentals(tx: Tx, ids: string[], request: RentalRequest, time: () => Date) {
  const { seller } = request
  await lockTitles(tx, ids)
  const ending = request.endSecondary ? await holdersCopies(tx, ids, seller) : []
  const { copies, at } = await lockCopies(tx, [...ids, ...ending], time)
  const copyReasons = ids.map((id) => listingRefusal(copies.get(id), request))
  const listable = ids.filter((_, i) => !copyReasons[i])
  const kids = new Set(listable.map((id) => copies.get(id)!.kid))
  const rentals = await rentalsOf(tx, [...kids], listable, at)
  const reasons = ids.map(
    (id, i) => copyReasons[i] ?? rentalRefusal(copies.get(id)!, rentals, request),
  )
  const allowed = ids.flatMap((id, i) => (reasons[i] ? [] : copies.get(id)!))
  const ownTitles = new Set(
    allowed.filter(({ creator }) => creator === seller).map(({ kid }) => kid),
  )
  const others = [...ownTitles].flatMap((kid) => rentals.get(kid)!.secondary)
  return { copies, reasons, others, at }
}

/**
 * Locks the titles of these copies, before the copies themselves. Rental offers of one title, by its
 * creator and by holders, so wait for each other.
 */
async function lockTitles(tx: Tx, asset_token_ids: string[]) {
  await sql`
    select from asset where kid in
      (select kid from serial where asset_token_id = any(${asset_token_ids}::uuid[]))
    order by kid for no key update
  `.execute(tx)
}

/** Returns holders' copies of the same titles that are listed for rent. */
async function holdersCopies(tx: Tx, asset_token_ids: string[], creator: string) {
  const { rows } = await sql<{ asset_token_id: string }>`
    select asset_token_id from listing join asset using (kid)
    where ${liveRental} and creator = ${creator} and seller <> creator and kid in
      (select kid from serial where asset_token_id = any(${asset_token_ids}::uuid[]))
  `.execute(tx)
  return rows.map((row) => row.asset_token_id)
}

/** Reads the rental offers of titles, ignoring `excluded` copies, which are about to get new terms. */
export async function rentalsOf(
  db: Db | Tx,
  kids: string[],
  excluded: string[],
  at: Date,
): Promise<Rentals> {
  const { rows } = await sql<TitleRentals>`
    select asset.kid,
      (select jsonb_build_object('rent_price', rent_price,
          'rental_period_seconds', rental_period_seconds, 'start_within_seconds', start_within_seconds)
        from listing where ${liveRental} and listing.kid = asset.kid and seller = creator
          and asset_token_id <> all(${excluded}::uuid[]) limit 1) as terms,
      exists (select from rental join purchase using (id) where rental.kid = asset.kid
        and ${isRunningAt(at)} and purchase.kind = 'primary' and deal = 'rental') as is_running,
      array(select id from listing where ${liveRental} and listing.kid = asset.kid
        and seller <> creator and ${isFree(at)}) as secondary
    from asset where asset.kid = any(${kids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.kid, { ...row, terms: row.terms ?? undefined }]))
}

/** Returns the creator's rental terms of a published title. Refuses with `not_found`. */
export async function getTerms({ db, now }: Ctx, { id }: BodyOf<typeof getRentalTerms>) {
  const isOut = await db
    .selectFrom('asset')
    .select('kid')
    .where('kid', '=', id)
    .where('is_public', '=', true)
    .executeTakeFirst()
  const { terms, is_running, secondary } =
    (isOut && (await rentalsOf(db, [id], [], now)).get(id)) ?? fail('not_found')
  return { terms: terms ? shown(terms) : null, is_running, secondary_listings: secondary.length }
}

const shown = ({ start_within_seconds: window, ...terms }: Terms) => ({
  ...terms,
  rental_clock: clockOf(window),
})

const liveRental = sql`listing.kind = 'rental' and listing.status in ('preparing', 'open')`

/** Matches a `listing` whose copy is neither rented nor being paid for. */
export const isFree = (at: Date) => sql`
  not exists (select from rental where rental.asset_token_id = listing.asset_token_id
    and ${isRunningAt(at)})
  and not ${isBeingPaidFor('listing')}`

/** Returns the reason why the title's other offers prevent renting out a copy, or undefined. */
function rentalRefusal(
  copy: Copy,
  rentals: Rentals,
  { terms: requested, endSecondary }: RentalRequest,
): RefusalReason {
  const { terms, is_running, secondary } = rentals.get(copy.kid)!
  if (copy.owner !== copy.creator)
    return terms || is_running ? { code: 'primary_rental_running' } : undefined
  const {
    rent_price: price,
    rental_period_seconds: seconds,
    start_within_seconds: window,
  } = terms ?? requested
  const isOther = seconds !== requested.rental_period_seconds
  if (price !== requested.rent_price || isOther || window !== requested.start_within_seconds)
    return {
      code: 'rental_terms_differ',
      params: { price, days: seconds / DAY_SECONDS, clock: clockOf(window) },
    }
  const count = secondary.length
  return count > 0 && !endSecondary
    ? { code: 'secondary_rentals_listed', params: { count } }
    : undefined
}

/**
 * Delists holders' rental offers of titles that the creator rents out. A copy that was rented or
 * being paid for when the creator started stays listed until it is free again, so running rentals finish.
 */
export async function delistSuperseded(ctx: Ctx) {
  const due = await supersededListings(ctx.db, ctx.now)
  if (due.length === 0) return
  const tokens = due.map(({ asset_token_id }) => asset_token_id)
  await inTx(ctx, async (tx) => {
    const at = await lockSerials(tx, tokens, ctx.time)
    const free = (await supersededListings(tx, at)).filter((one) =>
      tokens.includes(one.asset_token_id),
    )
    const ids = free.map(({ id }) => id)
    await delistByPlatform(tx, ids, at)
  })
}

async function supersededListings(db: Db | Tx, at: Date) {
  const { rows } = await sql<{ id: string; asset_token_id: string }>`
    select id, asset_token_id from listing join asset using (kid)
    where ${liveRental} and ${rental.superseded} and ${isFree(at)}
  `.execute(db)
  return rows
}
