import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { taxIn } from '#core/money.ts'
import { assetRows, countAssets } from '#src/catalog/asset/asset-rows.ts'
import { clockIn, isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import type { getRental, getRented, listRented, Rental } from './rental.shared.ts'

type Sql = RawBuilder<unknown>

/** Returns a rental of the caller's, or `not_found`. */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getRental>): Promise<Rental> {
  const [row] = await rows(
    ctx,
    sql`purchase.id = ${id} and buyer = ${currentPerson(ctx).account_id}`,
  )
  return row ?? fail('not_found')
}

/** Lists titles that the caller rents or has rented. */
export function listRentals(ctx: Ctx, { state, ...part }: BodyOf<typeof listRented>) {
  return rentedTitles(ctx, state, part)
}

/**
 * Lists the caller's rentals of one title, newest first; none if they only borrowed it. Fails with
 * `not_found` if they did neither or it is withdrawn.
 */
export async function getOfTitle(ctx: Ctx, { id }: BodyOf<typeof getRented>) {
  const { account_id } = currentPerson(ctx)
  const where = sql`purchase.kid = ${id} and buyer = ${account_id}`
  const isOut = sql`asset.kid = ${id} and published_at is not null`
  const [asset] = await assetRows(ctx, { context: 'title', viewer: account_id, where: isOut })
  const rentals = await rows(ctx, where)
  if (!asset || (rentals.length === 0 && !(await wasRenter(ctx, id)))) fail('not_found')
  return { asset, rentals }
}

/** Reports whether the caller has or had a running rental of a title. A loan is one without a purchase. */
async function wasRenter(ctx: Ctx, kid: string) {
  const { account_id } = currentPerson(ctx)
  const { rows: found } = await sql`
    select from rental where renter = ${account_id} and kid = ${kid} limit 1
  `.execute(ctx.db)
  return found.length > 0
}

/**
 * Lists each title once. `live`: rented or being paid for, soonest end first. `ended`: rented before,
 * latest end first. `brand_id` limits the list to a brand. Withdrawn titles are left out.
 */
export async function rentedTitles(
  ctx: Ctx,
  state: 'live' | 'ended',
  { brand_id, ...part }: { brand_id?: string; limit: number; offset: number },
) {
  const { account_id } = currentPerson(ctx)
  const ofBrand = brand_id ? sql`brand_id = ${brand_id}` : sql`true`
  const live = sql`(select kid from rental where renter = ${account_id} and ${isRunningAt(ctx.now)}
    union select kid from purchase
    where buyer = ${account_id} and status = 'reserved' and deal = 'rental')`
  const wasRented = sql`asset.kid in (select kid from rental where renter = ${account_id})`
  const isLive = sql`(asset.kid in ${live})`
  const inState = state === 'live' ? isLive : sql`${wasRented} and not ${isLive}`
  const where = sql`published_at is not null and ${ofBrand} and ${inState}`
  const ends = sql`(select max(least(ends_at, ended_at)) from rental
    where renter = ${account_id} and rental.kid = asset.kid)`
  const orderBy =
    state === 'live' ? sql`${ends} nulls first, asset.kid` : sql`${ends} desc, asset.kid`
  const context = state === 'live' ? 'rented' : 'rented_before'
  const [items, total] = await Promise.all([
    assetRows(ctx, { context, viewer: account_id, where, orderBy, ...part }),
    countAssets(ctx.db, where),
  ])
  return { items, total }
}

async function rows({ db, now }: Ctx, where: Sql): Promise<Rental[]> {
  const isOver = sql`rental.status = 'active' and not ${isRunningAt(now)}`
  const { rows: found } = await sql<Omit<Rental, 'tax'>>`
    select purchase.id, purchase.kid, purchase.asset_token_id, purchase.number, asset.title,
      case when ${isOver} then 'ended' else coalesce(rental.status, purchase.status) end as status,
      rental_period_seconds, start_by, started_at, began_at, ends_at,
      ${clockIn('purchase')} as rental_clock,
      case when ${isOver} then ends_at else ended_at end as ended_at, price, points_used, sales_used,
      points_used + sales_used as balance_used, card_amount, seller.username as seller_username,
      brand.account as brand_account, checkout_url, held_until, purchase.created_at,
      refund_failed_at
    from purchase join asset on asset.kid = purchase.kid
    join account seller on seller.id = purchase.seller
    left join brand on brand.id = asset.brand_id
    left join rental on rental.id = purchase.id
    where ${where} and deal in ('rental', 'free_rental')
    order by purchase.created_at desc
  `.execute(db)
  return found.map((row) => ({ ...row, tax: taxIn(row.price) }))
}
