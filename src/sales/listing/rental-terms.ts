import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { DAY_SECONDS } from '#src/catalog/rental-period/rental-period.shared.ts'
import { runsAt } from '#src/catalog/rental-period/rental-period.ts'
import { lockSerials } from '#src/catalog/serial/give.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { delistByPlatform } from './delist.ts'
import { type Asking, type Copy, lockCopies, type No, whyNotList } from './may-list.ts'

export const endSecondary = job<object>('listing.end_secondary')

/** What its creator rents every copy of a title out for (readings A6). */
interface Terms {
  rent_price: number
  rental_period_seconds: number
}

/** How a title is rented out. */
interface TitleRentals {
  kid: string
  /** Of the creator's live offers; nothing where they have none. */
  terms: Terms | undefined
  /** Somebody rents a copy of the creator's own. */
  is_running: boolean
  /** Holders' live offers that nobody rents or is paying for. */
  secondary: string[]
}
type Rentals = Map<string, TitleRentals>

/** The seconds of a rental, as they are asked for: whole days within the settings' bounds. */
export function periodAsked(seconds: number | undefined, settings: Settings): number {
  if (seconds === undefined) fail('input_invalid', { field: 'rental_period_seconds' })
  const { rental_days_min: minimum, rental_days_max: maximum } = settings
  const days = seconds / DAY_SECONDS
  if (!Number.isInteger(days) || days < minimum || days > maximum)
    fail('rental_days_out_of_bounds', { minimum, maximum })
  return seconds
}

interface AskingRent extends Omit<Asking, 'kind' | 'price'> {
  kind: 'rental'
  terms: Terms
  /** The creator said that holders' offers are to be taken off. */
  ends: boolean
}

/**
 * Step: locks titles, then copies, and decides of each copy whether it may be rented out; `others`
 * are holders' listings that end with it.
 */
export async function decideRentals(tx: Tx, ids: string[], asking: AskingRent, at: Date) {
  const { terms, seller } = asking
  await lockTitles(tx, ids)
  const ending = asking.ends ? await holdersCopies(tx, ids, seller) : []
  const copies = await lockCopies(tx, [...ids, ...ending], at)
  const ofCopies = ids.map((id) =>
    whyNotList(copies.get(id), { ...asking, price: terms.rent_price }),
  )
  const may = ids.filter((_, i) => !ofCopies[i])
  const kids = new Set(may.map((id) => copies.get(id)!.kid))
  const rentals = await rentalsOf(tx, [...kids], may, at)
  const noes = ids.map((id, i) => ofCopies[i] ?? whyNotRentOut(copies.get(id)!, rentals, asking))
  const begun = ids.flatMap((id, i) => (noes[i] ? [] : copies.get(id)!))
  const own = new Set(begun.filter(({ creator }) => creator === seller).map(({ kid }) => kid))
  const others = [...own].flatMap((kid) => rentals.get(kid)!.secondary)
  return { copies, noes, others }
}

/**
 * Step: locks the titles of copies, before the copies themselves: offers for rent of one title wait
 * for each other, the creator's and the holders' (readings A7).
 */
async function lockTitles(tx: Tx, asset_token_ids: string[]) {
  await sql`
    select from asset where kid in
      (select kid from serial where asset_token_id = any(${asset_token_ids}::uuid[]))
    order by kid for no key update
  `.execute(tx)
}

/** Holders' copies of a creator's titles that are on offer for rent. */
async function holdersCopies(tx: Tx, asset_token_ids: string[], creator: string) {
  const { rows } = await sql<{ asset_token_id: string }>`
    select asset_token_id from listing join asset using (kid)
    where ${liveRental} and creator = ${creator} and seller <> creator and kid in
      (select kid from serial where asset_token_id = any(${asset_token_ids}::uuid[]))
  `.execute(tx)
  return rows.map((row) => row.asset_token_id)
}

/** How these titles are rented out, copies left aside that are about to get other terms. */
export async function rentalsOf(
  db: Db | Tx,
  kids: string[],
  aside: string[],
  at: Date,
): Promise<Rentals> {
  const { rows } = await sql<TitleRentals>`
    select asset.kid,
      (select jsonb_build_object('rent_price', rent_price,
          'rental_period_seconds', rental_period_seconds)
        from listing where ${liveRental} and listing.kid = asset.kid and seller = creator
          and asset_token_id <> all(${aside}::uuid[]) limit 1) as terms,
      exists (select from rental join purchase using (id) where rental.kid = asset.kid
        and ${runsAt(at)} and purchase.kind = 'primary') as is_running,
      array(select id from listing where ${liveRental} and listing.kid = asset.kid
        and seller <> creator and ${isFree(at)}) as secondary
    from asset where asset.kid = any(${kids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.kid, { ...row, terms: row.terms ?? undefined }]))
}

const liveRental = sql`listing.kind = 'rental' and listing.status in ('preparing', 'open')`
const isFree = (at: Date) => sql`
  not exists (select from rental where rental.asset_token_id = listing.asset_token_id
    and ${runsAt(at)})
  and not exists (select from purchase where purchase.asset_token_id = listing.asset_token_id
    and purchase.status = 'reserved')`

/** Why a copy that may be listed cannot be rented out beside what else is of its title. */
function whyNotRentOut(copy: Copy, rentals: Rentals, { terms: asked, ends }: AskingRent): No {
  const { terms, is_running, secondary } = rentals.get(copy.kid)!
  if (copy.owner !== copy.creator)
    return terms || is_running ? { code: 'primary_rental_running' } : undefined
  const { rent_price: price, rental_period_seconds: seconds } = terms ?? asked
  if (price !== asked.rent_price || seconds !== asked.rental_period_seconds)
    return { code: 'rental_terms_differ', params: { price, days: seconds / DAY_SECONDS } }
  const count = secondary.length
  return count > 0 && !ends ? { code: 'secondary_rentals_listed', params: { count } } : undefined
}

/**
 * Takes off what holders offer beside the creator: what was rented, or being paid for, when the
 * creator began, and is free again (readings A7: running rentals finish).
 */
export async function endLeftOver(ctx: Ctx) {
  const due = await leftOver(ctx.db, ctx.now)
  if (due.length === 0) return
  const tokens = due.map(({ asset_token_id }) => asset_token_id)
  await inTx(ctx, async (tx) => {
    await lockSerials(tx, tokens)
    const free = (await leftOver(tx, ctx.now)).filter((one) => tokens.includes(one.asset_token_id))
    const ids = free.map(({ id }) => id)
    await delistByPlatform(tx, ids, ctx.now)
  })
}

async function leftOver(db: Db | Tx, at: Date) {
  const { rows } = await sql<{ id: string; asset_token_id: string }>`
    select id, asset_token_id from listing join asset using (kid)
    where ${liveRental} and seller <> creator and ${isFree(at)}
      and exists (select from listing own where own.kid = asset.kid and own.kind = 'rental'
        and own.status in ('preparing', 'open') and own.seller = creator)
  `.execute(db)
  return rows
}
