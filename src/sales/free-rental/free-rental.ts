import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { csvFile } from '#core/csv.ts'
import { type Db, type Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { createList } from '#src/catalog/allowlist/lists.ts'
import { formatRanges } from '#src/catalog/asset/ranges.shared.ts'
import {
  endFreeRental as endOffer,
  insertFreeRental,
} from '#src/catalog/free-rental/free-rental.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { openGiveaway, prepareGiveaway } from '#src/sales/listing/give-away.ts'
import { type Copy, giveRefusal, lockCopies } from '#src/sales/listing/listing-rules.ts'
import { validPeriod } from '#src/sales/listing/rental-terms.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { openNow, takeBack } from './due.ts'
import {
  type createFreeRental,
  type endFreeRental,
  type exportRenters,
  type FreeRental,
  type getFreeRental,
  type InvitedRenter,
  type listFreeRentals,
  type listRenters,
  START_DAYS_MAX,
} from './free-rental.shared.ts'

/**
 * Locks copies of one title for the named people. Refuses `copies_of_one_title`, `people_unknown`, a
 * period out of bounds, and the reason why a copy cannot be lent.
 */
export async function create(ctx: Ctx, body: BodyOf<typeof createFreeRental>): Promise<FreeRental> {
  const creator = currentPerson(ctx).account_id
  const reply = await once(ctx, body, async (tx) => {
    const rental_period_seconds = validPeriod(body.rental_period_seconds, await settingsOf(tx))
    const { starts_at, ends_at } = timesOf(ctx, body)
    await lockActor(tx, creator)
    const { copies, at } = await lockFreeCopies(tx, ctx, [...new Set(body.asset_token_ids)])
    const { kid } = copies[0]!
    const invited = { purpose: 'Free rental', named: body.allowed_asset_renters }
    const allowlist_id =
      (await createList(tx, { kid, ...invited }, ctx.now)) ??
      fail('input_invalid', { field: 'allowed_asset_renters' })
    const batch = randomUUID()
    const terms = { rental_period_seconds, lang: body.lang, starts_at, ends_at }
    const offer = { creator, kid, allowlist_id, batch, copies: copies.length, ...terms }
    const id = await insertFreeRental(tx, offer, at)
    const lent = { kind: 'free_rental', giver: creator, batch, rental_period_seconds } as const
    await openGiveaway(tx, await prepareGiveaway(tx, copies, lent, at), at)
    if (starts_at <= at.toISOString()) await openNow(tx, id, allowlist_id, at)
    failpoint('free_rental.creating')
    return freeRentalOf(tx, ctx, id)
  })
  failpoint('free_rental.created')
  return reply
}

/** Returns the start, which is now if it is past, and the end. Refuses an end that is not after both. */
function timesOf(
  { now }: Ctx,
  { starts_at, ends_at }: Pick<BodyOf<typeof createFreeRental>, 'starts_at' | 'ends_at'>,
) {
  const at = now.toISOString()
  const start = starts_at === null || starts_at < at ? at : starts_at
  if (new Date(start) > addSeconds(now, START_DAYS_MAX * DAY_SECONDS))
    fail('input_invalid', { field: 'starts_at' })
  if (ends_at !== null && new Date(ends_at) <= new Date(start))
    fail('input_invalid', { field: 'ends_at' })
  return { starts_at: start, ends_at }
}

/** Locks the copies and returns them by number. Refuses others than free ones of one own title. */
async function lockFreeCopies(
  tx: Tx,
  ctx: Ctx,
  ids: string[],
): Promise<{ copies: Copy[]; at: Date }> {
  const creator = currentPerson(ctx).account_id
  const { copies, at } = await lockCopies(tx, ids, ctx.time)
  const free = ids.map((id) => {
    const copy = copies.get(id)
    const refusal = giveRefusal(copy, creator)
    if (refusal) fail(refusal.code, refusal.params)
    return copy!
  })
  if (free.some((copy) => copy.creator !== creator)) fail('not_owner')
  if (new Set(free.map(({ kid }) => kid)).size > 1) fail('copies_of_one_title')
  return { copies: free.toSorted((a, b) => a.number - b.number), at }
}

/** Ends the caller's free rental and frees the copies. Refuses `free_rental_closed`. */
export function end(ctx: Ctx, body: BodyOf<typeof endFreeRental>) {
  return once(ctx, body, async (tx) => {
    await freeRentalOf(tx, ctx, body.id)
    const account = currentPerson(ctx).account_id
    const isEnded = await takeBack(tx, ctx, body.id, (at) =>
      endOffer(tx, body.id, { action: 'end', by: 'creator', account, at }),
    )
    if (!isEnded) fail('free_rental_closed')
    failpoint('free_rental.ending')
    return freeRentalOf(tx, ctx, body.id)
  })
}

/** Lists the caller's free rentals. */
export async function list(ctx: Ctx, { limit, offset }: BodyOf<typeof listFreeRentals>) {
  const where = sql`creator = ${currentPerson(ctx).account_id}`
  const items = await select(ctx, ctx.db, where, sql`limit ${limit} offset ${offset}`)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from free_rental where ${where}
  `.execute(ctx.db)
  return { items, total: rows[0]!.n }
}

/** Returns one of the caller's free rentals; `not_found` for any other. */
export const get = (ctx: Ctx, { id }: BodyOf<typeof getFreeRental>) => freeRentalOf(ctx.db, ctx, id)

async function freeRentalOf(db: Db | Tx, ctx: Ctx, id: string): Promise<FreeRental> {
  const creator = currentPerson(ctx).account_id
  const [found] = await select(ctx, db, sql`id = ${id} and creator = ${creator}`)
  return found ?? fail('not_found')
}

async function select(
  { now }: Ctx,
  db: Db | Tx,
  where: RawBuilder<unknown>,
  part = sql``,
): Promise<FreeRental[]> {
  const { rows } = await sql<Omit<FreeRental, 'numbers'> & { numbers: number[] }>`
    select offer.id, offer.kid, title, offer.status, copy.numbers, offer.copies, copy.seats_left,
      rental_period_seconds, offer.allowlist_id, people.n as people, rented.renters, rented.rentals, rented.running,
      offer.lang, offer.created_at, starts_at, ends_at, closed_at
    from (select * from free_rental where ${where} order by created_at desc, id ${part}) offer
    join asset on asset.kid = offer.kid
    cross join lateral (
      select array_agg(number order by number) as numbers,
        count(*) filter (where offer.status = 'open' and ${isSeat(now)}) as seats_left
      from listing join serial using (asset_token_id) where listing.batch = offer.batch
    ) copy
    cross join lateral (
      select count(*) as rentals, count(distinct renter) as renters,
        count(*) filter (where ${isRunningAt(now)}) as running
      from purchase join rental using (id) join listing on listing.id = listing_id
      where listing.batch = offer.batch and not purchase.transfers_copy
    ) rented
    cross join lateral (
      select count(*) as n from allowlist_person person where person.allowlist_id = offer.allowlist_id
    ) people
    order by offer.created_at desc, offer.id
  `.execute(db)
  return rows.map((row) => ({ ...row, numbers: formatRanges(row.numbers) }))
}

/** Matches a `listing` of a free rental whose copy nobody rents at `at`. */
export const isSeat = (at: Date) => sql`(listing.status = 'open' and not exists (
  select from rental where rental.asset_token_id = listing.asset_token_id and ${isRunningAt(at)}))`

/** Lists the people of one of the caller's free rentals. */
export async function renters(ctx: Ctx, { id, limit, offset }: BodyOf<typeof listRenters>) {
  const { people: total } = await freeRentalOf(ctx.db, ctx, id)
  return { items: await selectRenters(ctx, id, sql`limit ${limit} offset ${offset}`), total }
}

/** Exports the people of one of the caller's free rentals. */
export async function exportAll(ctx: Ctx, { id }: BodyOf<typeof exportRenters>) {
  await freeRentalOf(ctx.db, ctx, id)
  const rows = (await selectRenters(ctx, id)).map((one) => [
    one.email,
    one.username,
    String(one.rentals),
    one.last_began_at,
    one.running_until,
  ])
  const columns = ['email', 'username', 'rentals', 'last_began_at', 'running_until']
  return csvFile(`free-rental-${id}.csv`, columns, rows)
}

// A person who is named by address stays without a name here, as on lists of reserved copies.
async function selectRenters({ db, now }: Ctx, id: string, part = sql``): Promise<InvitedRenter[]> {
  const { rows } = await sql<InvitedRenter>`
    select person.email, case when person.email is null then account.username end as username,
      rented.n as rentals, rented.last_began_at, rented.running_until
    from free_rental offer join allowlist_person person using (allowlist_id)
    left join account on account.id = person.account_id
    cross join lateral (
      select count(*) as n, max(began_at) as last_began_at,
        max(rental.ends_at) filter (where ${isRunningAt(now)}) as running_until
      from purchase join rental using (id) join listing on listing.id = listing_id
      where listing.batch = offer.batch and renter = person.account_id
    ) rented
    where offer.id = ${id}
    order by rented.last_began_at desc nulls last, person.id ${part}
  `.execute(db)
  return rows
}
