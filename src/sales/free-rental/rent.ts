import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { allowlistsByPerson } from '#src/catalog/allowlist/acquisition.ts'
import { lockOneOf } from '#src/catalog/serial/lock-one.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { lockBalances } from '#src/ledger/ledger.ts'
import { rental } from '#src/sales/deal/rental.ts'
import { settleFromBalance } from '#src/sales/purchase/settle.ts'
import { rentFromBalance } from '#src/sales/rental/rent.ts'
import type { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { isSeat } from './free-rental.ts'

type Body = BodyOf<typeof rentForFree>

/** Rents a copy from balance; at a rent of 0 yen, takes a seat of a free rental. */
export const rentAtNoCost = (ctx: Ctx, body: Body) =>
  body.asset_rent_price === 0 ? rentOffered(ctx, body) : rentFromBalance(ctx, body)

/**
 * Rents the named copy, or another one of its free rental if that is taken. Refuses everybody who is not
 * named as if there were no offer: `not_for_rent`.
 */
async function rentOffered(ctx: Ctx, body: Body) {
  const reply = await once(ctx, body, (tx) => take(tx, ctx, body))
  failpoint('free_rental.rented')
  return reply
}

async function take(tx: Tx, ctx: Ctx, body: Body) {
  const person = currentPerson(ctx).account_id
  await lockActor(tx, person) // so that one title is rented once at a time
  if (body.balance_to_use !== 0) fail('input_invalid', { field: 'balance_to_use' })
  const offer = (await offerOf(tx, body)) ?? fail('not_for_rent')
  if (offer.creator === person) fail('own_serial')
  const { allowlist_id } = offer
  const lists = (await allowlistsByPerson(tx, [allowlist_id], [person])).get(person)!
  if (!lists.has(allowlist_id) || offer.status === 'scheduled') fail('not_for_rent')
  if (offer.creator !== body.owner_account_id) fail('seller_changed')
  if (offer.rental_period_seconds !== body.rental_period_seconds)
    fail('rental_period_changed', { days: offer.rental_period_seconds / DAY_SECONDS })
  if (offer.only_japan_accessible && ctx.country !== 'JP') fail('region_unavailable')
  const { seat, at } = await lockSeat(tx, ctx, offer, body.asset_token_id)
  const id = await rent(tx, { ...offer, ...seat }, { person, lang: body.lang }, at)
  failpoint('free_rental.renting')
  return { rental_id: id, status: 'active' }
}

interface Offered {
  id: string
  kid: string
  creator: string
  status: string
  batch: string
  allowlist_id: string
  rental_period_seconds: number
  ends_at: string | null
  only_japan_accessible: boolean
}

/** Returns the latest free rental of a copy of a published title, unless its creator is suspended. */
async function offerOf(tx: Tx, { kid, asset_token_id }: Body) {
  const { rows } = await sql<Offered>`
    select offer.id, offer.kid, offer.creator, offer.status, offer.batch, allowlist_id,
      offer.rental_period_seconds, offer.ends_at, only_japan_accessible
    from free_rental offer join listing using (batch) join asset on asset.kid = offer.kid
    where listing.asset_token_id = ${asset_token_id} and offer.kid = ${kid}
      and asset.is_public
      and not exists (select from account where account.id = offer.creator and suspended_at is not null)
    order by offer.created_at desc limit 1
  `.execute(tx)
  return rows[0]
}

interface Seat {
  asset_token_id: string
  number: number
  listing_id: string
}

/** Locks a copy that nobody rents. Refuses with the reason if none is left. */
async function lockSeat(tx: Tx, ctx: Ctx, offer: Offered, wanted: string) {
  const seat = await lockOneOf(tx, {
    wanted,
    from: sql`listing join serial using (asset_token_id)`,
    where: () => seatOf(offer, ctx.time()),
    number: sql`serial.number`,
    read: (token) => readLocked(tx, ctx, offer, token),
  })
  return seat ?? noSeat(tx, ctx, offer)
}

/** Refuses with the reason why no copy is left. */
async function noSeat(tx: Tx, ctx: Ctx, { id, kid }: Offered): Promise<never> {
  const at = ctx.time()
  if (await isRentingAt(tx, ctx, kid, at)) fail('already_renting')
  return fail((await isOpenAt(tx, id, at)) ? 'all_rented' : 'free_rental_closed')
}

async function isRentingAt(tx: Tx, ctx: Ctx, kid: string, at: Date): Promise<boolean> {
  const person = currentPerson(ctx).account_id
  return (await rental.running!(tx, [person], at)).get(person)!.has(kid)
}

async function isOpenAt(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`select from free_rental where id = ${id} and ${isOpen(at)}`.execute(tx)
  return rows.length > 0
}

const isOpen = (at: Date) => sql`(free_rental.status = 'open'
  and coalesce(free_rental.ends_at > ${at.toISOString()}::timestamptz, true))`

/** Matches the copies of an open offer that nobody rents. */
const seatOf = ({ id, batch }: Offered, at: Date) => sql`listing.batch = ${batch} and ${isSeat(at)}
  and exists (select from free_rental where id = ${id} and ${isOpen(at)})`

/** Reads a locked copy in a new statement; undefined if it was rented while this one waited. */
async function readLocked(tx: Tx, ctx: Ctx, offer: Offered, token: string) {
  const at = await lockSerials(tx, [token], ctx.time)
  if (await isRentingAt(tx, ctx, offer.kid, at)) fail('already_renting')
  const { rows } = await sql<Seat>`
    select serial.asset_token_id, serial.number, listing.id as listing_id
    from listing join serial using (asset_token_id)
    where listing.asset_token_id = ${token} and ${seatOf(offer, at)}
  `.execute(tx)
  return rows[0] && { seat: rows[0], at }
}

/** Stores the purchase of 0 yen and begins its rental. */
async function rent(
  tx: Tx,
  offer: Offered & Seat,
  { person, lang }: { person: string; lang: string },
  at: Date,
): Promise<string> {
  const id = randomUUID()
  const { kid, creator, asset_token_id, number, listing_id, rental_period_seconds } = offer
  const when = at.toISOString()
  const nothing = { price: 0, platform_fee: 0, royalty: 0, net: 0 }
  const row = {
    id,
    order_id: id,
    deal: 'free_rental' as const,
    transfers_copy: false,
    kind: 'primary',
    buyer: person,
    seller: creator,
    creator,
    kid,
    asset_token_id,
    number,
    listing_id,
    lang,
    ...nothing,
    points_used: 0,
    sales_used: 0,
    card_amount: 0,
    rental_period_seconds,
    start_within_seconds: null,
    held_until: when,
    created_at: when,
    settled_at: when,
  }
  await settleFromBalance(tx, row, await lockBalances(tx, []), at)
  return id
}
