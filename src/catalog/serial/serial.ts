import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson, own, readOnce } from '#core/context.ts'
import { allowlistsOf, joinReservedCopy } from '#src/catalog/allowlist/acquisition.ts'
import { cachedForGuests } from '#src/platform/guest-cache/answer-cache.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import { isBoughtAsGift } from '#src/catalog/gift/gift.ts'
import { clockIn, isRunningAt, latestEnd } from '#src/catalog/rental-period/rental-period.ts'
import { isScreeningOn, isTradingOn } from '#src/platform/settings/features.ts'
import type * as schema from './serial.shared.ts'
import { INT_MAX } from '#core/http/paging.shared.ts'
import { historyKinds, listingKinds, serialStatuses } from './serial.shared.ts'

type Sql = RawBuilder<unknown>
const HISTORY_MAX = 10
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Lists the copies of a title as the caller sees them; all of them without a limit. */
export const listBoard = (ctx: Ctx, input: BodyOf<typeof schema.listSerials>) =>
  input.limit === undefined
    ? board(ctx, input) // too large to keep for each range that guests may choose
    : cachedForGuests(ctx, input, (reader) => board(reader, input), input.id)

async function board(ctx: Ctx, input: BodyOf<typeof schema.listSerials>) {
  const { id, mine, from = 1, to = INT_MAX } = input
  await requireVisible(ctx, id)
  const isOwn = mine ? sql`serial.owner = ${viewerOf(ctx)}` : sql`true`
  const where = sql`serial.kid = ${id} and serial.number between ${from} and ${to} and ${isOwn}`
  const rows = copyRows(ctx, where)
  const { rows: items } = await sql<schema.BoardSerial>`${partOf(rows, input)}`.execute(ctx.db)
  const isWhole = input.limit === undefined && input.offset === 0
  return { items, total: isWhole ? items.length : await countOf(ctx, rows, input) }
}

/** Lists the copies in a compact form, for the page that polls every few seconds. */
export function getCompact(ctx: Ctx, { id, as }: BodyOf<typeof schema.getBoard>) {
  return cachedForGuests(ctx, { id }, (reader) => compact(reader, id, as), id)
}

async function compact(ctx: Ctx, id: string, as?: 'guest') {
  await requireVisible(ctx, id)
  const items = await selectCopies<ListedCopy>(
    previewContext(ctx, as),
    sql`serial.kid = ${id}`,
    sql`, listing.sale_price is not null and serial.owner <> asset.creator as is_resale`,
  )
  const listed = items.filter(({ status, mine }) => mine || status !== 'not_listed')
  return { rows: listed.map(rowOf) }
}

/** Returns the context of a guest for a preview, so that nothing is `mine`. */
const previewContext = (ctx: Ctx, as?: 'guest'): Ctx =>
  as === 'guest' ? { ...ctx, person: undefined } : ctx

type ListedCopy = schema.BoardSerial & { is_resale: boolean }

function rowOf({ listing_kind, is_resale, ...item }: ListedCopy): schema.BoardRow {
  const { number, status, mine, sale_price, rent_price } = item
  const place = serialStatuses.indexOf(status)
  const row: schema.BoardRow = [number, place, mine ? 1 : 0, sale_price, rent_price]
  const isTold = listing_kind !== null && status === 'not_available'
  if (isTold || is_resale) row.push(isTold ? listingKinds.indexOf(listing_kind) : null)
  if (is_resale) row.push(1)
  return row
}

/** Returns a copy with its owner. */
export function getOne(ctx: Ctx, query: BodyOf<typeof schema.getSerial>) {
  return cachedForGuests(ctx, query, (reader) => copyOfTitle(reader, query), query.id)
}

async function copyOfTitle(ctx: Ctx, { id, number, as }: BodyOf<typeof schema.getSerial>) {
  await requireVisible(ctx, id)
  const viewer = previewContext(ctx, as)
  const more = sql`, serial.kid, ${holder(viewer)}, serial.owned_since,
    case when ${isNamed(viewer)} then serial.owner end as owner_account_id,
    serial.owner = asset.creator as is_primary, listing.batch,
    ${latestEnd} as rented_until,
    case when rental.renter = ${viewerOf(viewer)} and rental.started_at is null then rental.start_by end as start_by,
    ${paidBy(viewer)} as my_payment,
    ${distributionFor(viewer)} as distribution_id,
    (select id from free_rental where free_rental.batch = listing.batch) as free_rental_id,
    coalesce(listing.kind = 'transfer' and listing.seller = ${viewerOf(viewer)}, false) as is_gift,
    case when serial.owner = ${viewerOf(viewer)} then serial.linked_wallet_id end as linked_wallet_id,
    case when listing.kind = 'loan' and listing.seller = ${viewerOf(viewer)} then 'open'
      when rental.loan_id is not null and ${viewerOf(viewer)} in (serial.owner, rental.renter) then 'running'
    end as loan`
  const where = sql`serial.kid = ${id} and serial.number = ${number}`
  const [row] = await selectCopies<Omit<schema.SerialOfTitle, 'history'>>(viewer, where, more)
  if (!row) fail('not_found')
  return { ...row, history: await historyOf(ctx, row.asset_token_id) }
}

/** Returns the latest events of a copy. New owners are named if they wish; renters, borrowers and who moves a copy never. */
async function historyOf({ db }: Ctx, asset_token_id: string): Promise<schema.HistoryEntry[]> {
  const { rows } = await sql<schema.HistoryEntry>`
    select event.kind, event.at, case when event.kind in ('sale', 'rental') and not ${isBoughtAsGift}
        then nullif(price, 0) end as price,
      case when event.kind not in ('loan', 'rental', 'to_wallet', 'from_wallet') then holder.username end as holder
    from provenance_event event left join purchase on purchase.id = event.subject_id
    left join account holder on holder.has_public_name
      and holder.wallet_address = convert_from(event.leaf, 'UTF8')::jsonb ->> 'to'
    where event.asset_token_id = ${asset_token_id} and event.kind = any(${[...historyKinds]})
      and (event.kind <> 'screening' or ${isScreeningOn})
    order by event.n desc limit ${HISTORY_MAX}
  `.execute(db)
  return rows
}

/** Lists the caller's own copies of a title. Refuses `not_found` if there are none. */
export async function listOwned(ctx: Ctx, input: BodyOf<typeof schema.listOwnedSerials>) {
  const mine = sql`serial.kid = ${input.id} and serial.owner = ${currentPerson(ctx).account_id}`
  const { rows } = await sql`select from serial where ${mine} limit 1`.execute(ctx.db)
  if (rows.length === 0) fail('not_found')
  return listCopies(ctx, input, mine)
}

/** Lists all copies of the caller's own work, whoever owns them. */
export async function listCreated(ctx: Ctx, input: BodyOf<typeof schema.listCreatedSerials>) {
  own(ctx, 'creator', await titleOf(ctx, input.id))
  return listCopies(ctx, input, sql`serial.kid = ${input.id}`)
}

type CopiesQuery = Pick<BodyOf<typeof schema.listSerials>, 'limit' | 'offset' | 'status'> &
  Pick<BodyOf<typeof schema.listOwnedSerials>, 'listing_kind'>

async function listCopies(ctx: Ctx, query: CopiesQuery, where: Sql) {
  const more = sql`, ${holder(ctx)}, serial.owned_since,
    serial.downloaded_at is not null as downloaded`
  const rows = copyRows(ctx, where, more)
  const [{ rows: items }, total] = await Promise.all([
    sql<schema.OwnSerial>`${partOf(rows, query)}`.execute(ctx.db),
    countOf(ctx, rows, query),
  ])
  return { items, total }
}

/** Selects the part of copies that a query asks for; all of them without a limit. */
const partOf = (rows: Sql, { limit, offset, ...wanted }: CopiesQuery) => sql`
  select * from (${rows}) board where ${isWanted(wanted)}
  order by number limit ${limit ?? null}::bigint offset ${offset}`

const isWanted = ({ status, listing_kind }: Pick<CopiesQuery, 'status' | 'listing_kind'>) => sql`
  (${status ? sql`status = ${status}` : sql`true`}
    and ${listing_kind ? sql`coalesce(listing_kind, 'none') = ${listing_kind}` : sql`true`})`

async function countOf({ db }: Ctx, rows: Sql, wanted: CopiesQuery): Promise<number> {
  const { rows: found } = await sql<{ n: number }>`
    select count(*) as n from (${rows}) board where ${isWanted(wanted)}`.execute(db)
  return found[0]!.n
}

const titleOf = ({ db }: Ctx, kid: string) =>
  db
    .selectFrom('asset')
    .select(['creator', 'is_public'])
    .where('kid', '=', kid)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Refuses a title that the caller may not see. Guests are asked anew: others get the same answer. */
async function requireVisible(ctx: Ctx, kid: string) {
  const check = async () => {
    const { rows } = await sql`
      select from asset where kid = ${kid} and ${isVisibleTo(ctx.person)}`.execute(ctx.db)
    if (rows.length === 0) fail('not_found')
  }
  await (ctx.person ? readOnce(ctx, `${kid} visible to ${ctx.person.account_id}`, check) : check())
}

async function selectCopies<Row>(ctx: Ctx, where: Sql, more?: Sql): Promise<Row[]> {
  const { rows } = await sql<Row>`${copyRows(ctx, where, more)} order by serial.number`.execute(
    ctx.db,
  )
  return rows
}

const viewerOf = ({ person }: Ctx) => sql`${person?.account_id ?? NOBODY}::uuid`

/** Matches copies that may be traded: trading is on, and the creator allows it to owners. */
const isTradable = sql`(${isTradingOn} and (asset.trade_enabled or serial.owner = asset.creator))`

/**
 * Matches copies whose owner is shown: creators, sellers, the viewer, and people who show their
 * names. Other owners stay masked, also those who give a copy, or have it open to trade in vain.
 */
const isNamed = (ctx: Ctx) => sql`
  (serial.owner in (${viewerOf(ctx)}, asset.creator) or listing.status = 'open' and listing.kind not in ('transfer', 'loan')
    and (listing.kind <> 'trade' or ${isTradable}) or owner.has_public_name)`

const holder = (ctx: Ctx) => sql`${nameOrMask(sql`owner`, isNamed(ctx))} as owner_username`

/** SQL for the name of a joined account: masked if it is not `named`, unless it is deleted. */
export const nameOrMask = (account: Sql, named: Sql) => sql`
  case when ${named} or ${account}.deleted_at is not null then ${account}.username
    else left(${account}.username, 1) || '****' end`

/** Selects the kind of payment that the viewer has begun; other buyers' payments stay unknown. */
const paidBy = (ctx: Ctx) => sql`
  case
    when purchase.buyer is distinct from ${viewerOf(ctx)} then null
    else purchase.deal
  end`

/** Selects the free distribution of a copy for its creator, and for people who may claim the copy. */
const distributionFor = (ctx: Ctx) => sql`
  case when listing.kind = 'free_distribution' then (
    select id from distribution where distribution.batch = listing.batch
      and (creator = ${viewerOf(ctx)} or status = 'done'
        and (allowlist_id is null or allowlist_id = any(${allowlistsOf(viewerOf(ctx))})))) end`

/** Selects copies with a status derived from listings, purchases, rentals, coupons and lists. */
function copyRows(ctx: Ctx, where: Sql, more = sql``): Sql {
  const viewer = viewerOf(ctx)
  return sql`
    select serial.number, serial.asset_token_id,
      case
        when purchase.buyer = purchase.seller then 'preparing' -- its distribution is being paid
        when rental.id is not null or not purchase.transfers_copy then 'being_rented'
        when purchase.id is not null then 'being_purchased'
        when (asset.published_at is null and asset.withdrawn_at is null)
          or listing.status = 'preparing' then 'preparing'
        when coupon.occupied_by = ${viewer} then 'reserved_for_you'
        when coupon.id is not null then 'reserved_for_another'
        when serial.owner <> ${viewer} and reserved_copy.reserved_until is null
          and reserved_copy.allowlist_id = any(${allowlistsOf(viewer)}) then 'reserved_for_you'
        when serial.owner <> ${viewer} and reserved_copy.allowlist_id is not null
          and reserved_copy.reserved_until is null then 'reserved_for_another'
        when listing.kind = 'sale' then 'buyable'
        when listing.kind = 'rental' then 'rentable'
        when listing.kind = 'trade' and (serial.owner = ${viewer} and ${isTradingOn} or ${isTradable}) then 'offered_in_trade'
        when listing.kind = 'free_distribution' then 'not_available' -- claimed by its link
        when listing.kind in ('transfer', 'free_rental', 'loan') and serial.owner = ${viewer} then 'not_available'
        when serial.frozen_at is not null and serial.owner = ${viewer} then 'frozen'
        when serial.frozen_at is not null then 'not_available'
        when serial.downloaded_at is not null then 'downloaded'
        when serial.linked_wallet_id is not null then 'in_wallet'
        when serial.owner = ${viewer} and ${isTradingOn} and exists (select from trade_offer
          where submitted = serial.asset_token_id
          and trade_offer.status = 'awaiting_acceptance') then 'in_trade_offer'
        when asset.withdrawn_at is not null then 'not_available'
        else 'not_listed'
      end as status,
      case when serial.owner = ${viewer} and (listing.kind <> 'trade' or ${isTradingOn})
        then listing.kind end as listing_kind,
      listing.sale_price, listing.rent_price, listing.rental_period_seconds,
      case when listing.kind = 'rental' then
        ${clockIn('listing')} end as rental_clock,
      purchase.held_until, serial.owner = ${viewer} as mine
      ${more}
    from serial
    join asset using (kid)
    join account owner on owner.id = serial.owner
    left join listing on listing.asset_token_id = serial.asset_token_id
      and listing.kid = serial.kid and listing.status in ('preparing', 'open')
      and (listing.kind <> 'free_rental' or serial.owner = ${viewer}) -- others see nothing of it
    left join purchase on purchase.asset_token_id = serial.asset_token_id
      and purchase.status = 'reserved'
    left join rental on rental.asset_token_id = serial.asset_token_id and ${isRunningAt(ctx.now)}
    left join coupon on coupon.asset_token_id = serial.asset_token_id
      and coupon.status in ('valid', 'occupied')
    ${joinReservedCopy}
    where ${where}`
}
