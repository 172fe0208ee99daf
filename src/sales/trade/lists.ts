import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { allowlistsOf } from '#src/catalog/allowlist/acquisition.ts'
import { nameOrMask } from '#src/catalog/serial/serial.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { blockedBy, joinTradeListing } from './copies.ts'
import {
  copyColumns,
  copyFacts,
  copyOf,
  countOffers,
  hasStatus,
  joinTitle,
  offerRows,
} from './offer-rows.ts'
import type * as schema from './trade.shared.ts'
import type { CompletedTrade, OwnTradeCopy, RelatedCopy, TradeCopy } from './trade.shared.ts'

type Sql = RawBuilder<unknown>
type Part = { limit: number; offset: number }

const NONE = { items: [], total: 0 }
const columnsOfOthers = sql<TradeCopy>`${copyColumns}`
const WAITING_SHOWN = 100
const isTradingOn = async ({ db }: Ctx) => (await settingsOf(db)).trade_enabled

/** Lists the caller's offers, or everybody's to administrators. */
export async function listOffers(ctx: Ctx, query: BodyOf<typeof schema.listTradeOffers>) {
  const { direction, status, ...part } = query
  if (!(await isTradingOn(ctx))) return NONE
  const { account_id, role } = currentPerson(ctx)
  const sent = sql`offeror = ${account_id}`
  const received = sql`offer.owner = ${account_id}`
  const all = role === 'ADMIN' ? sql`true` : sql`(${sent} or ${received})`
  const side = direction ? { sent, received }[direction] : all
  const where = sql`${side} and ${status ? hasStatus(status) : sql`true`}`
  const [items, total] = await Promise.all([
    offerRows(ctx.db, account_id, where, part),
    countOffers(ctx.db, where),
  ])
  return { items, total }
}

/** Lists the copies of a title that are open to trade. */
export async function listOfTitle(
  ctx: Ctx,
  { id, ...part }: BodyOf<typeof schema.listTradeSerials>,
) {
  await requireTitle(ctx, id)
  if (!(await isTradingOn(ctx))) return NONE
  const where = sql`serial.kid = ${id} and ${isOpenToTrade}`
  return pageOf(ctx, columnsOfOthers, where, sql`serial.number`, part)
}

/** Returns the lowest number of a title that the caller could ask for. */
export async function firstOfTitle(ctx: Ctx, { id }: BodyOf<typeof schema.getTradeToken>) {
  await requireTitle(ctx, id)
  if (!(await isTradingOn(ctx))) return { asset_token_id: null }
  const mine = ctx.person ? sql`serial.owner = ${ctx.person.account_id}` : sql`false`
  const where = sql`serial.kid = ${id} and ${isOpenToTrade} and not ${mine}`
  const { items } = await pageOf(ctx, columnsOfOthers, where, sql`serial.number`, {
    limit: 1,
    offset: 0,
  })
  return { asset_token_id: items[0]?.asset_token_id ?? null }
}

/** Lists the completed trades of the caller: of accepted offers and of settled proposals. */
export async function listTrades(ctx: Ctx, part: BodyOf<typeof schema.listTrades>) {
  if (!(await isTradingOn(ctx))) return NONE
  const me = sql`${currentPerson(ctx).account_id}::uuid`
  const { rows } = await sql<CompletedTrade>`
    with trade as (
      select offer.id, ended_at as at, 2 as people, side.got, side.given, side.partner as got_from,
        side.partner as given_to,
        case when top_up is not null then jsonb_build_object(
          'paid_by_me', (top_up_by = 'offeror') = (offeror = ${me}),
          'price', top_up, 'net', top_up - top_up_fee - top_up_royalty) end as top_up
      from trade_offer offer
      cross join lateral (
        select requested as got, submitted as given, offer.owner as partner where offeror = ${me}
        union all
        select submitted, requested, offeror where offer.owner = ${me}
      ) side
      where status = 'accepted' and ${me} in (offeror, offer.owner)
      union all
      select proposal.id, proposal.ended_at, people, mine.gets, mine.gives, giver.account_id,
        receiver.account_id, null
      from trade_proposal_side mine
      join trade_proposal proposal on proposal.id = mine.proposal_id and status = 'settled'
      join trade_proposal_side giver
        on giver.proposal_id = proposal.id and giver.gives = mine.gets
      join trade_proposal_side receiver
        on receiver.proposal_id = proposal.id and receiver.gets = mine.gives
      where mine.account_id = ${me}
    )
    select trade.id, at, people, ${copyOf(sql`got`, sql`got_from`)} as got,
      ${copyOf(sql`given`, me)} as given, receiver.username as given_to, top_up
    from trade join account receiver on receiver.id = given_to
    order by at desc, trade.id limit ${part.limit} offset ${part.offset}
  `.execute(ctx.db)
  return { items: rows, total: await countTrades(ctx.db, me) }
}

async function countTrades(db: Db, me: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from trade_offer
        where status = 'accepted' and ${me} in (offeror, owner))
      + (select count(*) from trade_proposal_side side
        join trade_proposal proposal on proposal.id = side.proposal_id
        where status = 'settled' and account_id = ${me}) as n
  `.execute(db)
  return rows[0]!.n
}

/** Returns the caller's offers with one copy, whose owner stays masked unless `isNamedTo` names it. */
export async function related(ctx: Ctx, { id }: BodyOf<typeof schema.getTradeRelated>) {
  const { account_id } = currentPerson(ctx)
  requireOn(await settingsOf(ctx.db), 'trade_enabled')
  const where = sql`serial.asset_token_id = ${id} and asset.is_public`
  const open = sql`status = 'awaiting_acceptance' and expires_at > ${ctx.now.toISOString()}`
  const named = isNamedTo(account_id, open)
  const columns = sql<RelatedCopy & Pick<OwnTradeCopy, 'is_open_to_trade'>>`${copyFacts},
    case when ${named} then holder.id end as owner_account_id,
    ${nameOrMask(sql`holder`, named)} as owner_username,
    open_to_trade.id is not null as is_open_to_trade`
  const { items } = await pageOf(ctx, columns, where, sql`serial.number`, { limit: 1, offset: 0 })
  const { is_open_to_trade, ...copy } = items[0] ?? fail('not_found')
  const [mine, all] = [sql`offeror = ${account_id}`, { limit: WAITING_SHOWN, offset: 0 }]
  const [forIt, withIt, wait_offers] = await Promise.all([
    offerRows(ctx.db, account_id, sql`requested = ${id} and ${mine} and ${open}`, all),
    offerRows(ctx.db, account_id, sql`submitted = ${id} and ${mine} and ${open}`, all),
    offerRows(
      ctx.db,
      account_id,
      sql`requested = ${id} and offer.owner = ${account_id} and ${open}`,
      all,
    ),
  ])
  return {
    copy,
    is_open_to_trade,
    submitted_asset_token_ids: forIt.flatMap((offer) => offer.submitted_asset_token_ids),
    requested_asset_token_ids: withIt.flatMap((offer) => offer.requested_asset_token_ids),
    wait_offers,
  }
}

/** Lists the caller's copies to offer in a trade. */
export async function listOwn(ctx: Ctx, query: BodyOf<typeof schema.listTradingAssets>) {
  const {
    trading_asset_token_ids: wanted,
    account,
    kid,
    include_blocked,
    open_to_trade,
    ...part
  } = query
  if (!(await isTradingOn(ctx))) return NONE
  const { account_id } = currentPerson(ctx)
  const conditions = [
    sql`serial.owner = ${account_id} and asset.removed_at is null`,
    kid ? sql`serial.kid = ${kid}` : sql`true`,
    include_blocked ? sql`true` : sql`(${blockedBy(ctx.now)}) is null`,
    open_to_trade ? sql`open_to_trade.id is not null` : sql`true`,
    wanted
      ? sql`not exists (select from trade_offer where submitted = serial.asset_token_id
          and requested = any(${wanted}::uuid[]) and status = 'awaiting_acceptance')`
      : sql`true`,
    account ? isBelowLimit(sql`${account}::uuid`, sql`${wanted ?? []}::uuid[]`) : sql`true`,
  ]
  const order = sql`serial.owned_since desc, serial.kid, serial.number`
  return pageOf(ctx, columnsOfOwn(ctx), sql.join(conditions, sql` and `), order, part)
}

/** Lists other people's copies that the caller could ask for. */
export async function listTradable(ctx: Ctx, query: BodyOf<typeof schema.listTradable>) {
  const { trading_asset_token_ids: given = [], account, ...part } = query
  if (!(await isTradingOn(ctx))) return NONE
  const me = sql`${currentPerson(ctx).account_id}::uuid`
  const now = sql`${ctx.now.toISOString()}::timestamptz`
  const conditions = [
    sql`${isOpenToTrade} and serial.owner <> ${me}`,
    account ? sql`serial.owner = ${account}` : sql`true`,
    ctx.country === 'JP' ? sql`true` : sql`not asset.only_japan_accessible`,
    sql`(serial.owner <> asset.creator or (
      coalesce(asset.sale_starting_at <= ${now}, true)
      and coalesce(asset.sale_ending_at > ${now}, true)
      and not exists (select from reserved_copy
        where reserved_copy.asset_token_id = serial.asset_token_id
          and coalesce(reserved_until > ${now}, true)
          and allowlist_id <> all(${allowlistsOf(me)}))))`,
    isBelowLimit(me, sql`${given}::uuid[]`),
  ]
  const where = sql.join(conditions, sql` and `)
  return pageOf(
    ctx,
    columnsOfOthers,
    where,
    sql`open_to_trade.created_at desc, serial.number, serial.asset_token_id`,
    part,
  )
}

/** Matches copies of titles of which a person may hold one more, having given away these copies. */
const isBelowLimit = (person: Sql, given: Sql) => sql`
  (asset.holding_limit is null or asset.creator = ${person} or asset.holding_limit > (
    (select count(*) from serial own where own.owner = ${person} and own.kid = asset.kid
      and own.asset_token_id <> all(${given}))
    + (select count(*) from purchase where purchase.buyer = ${person}
      and purchase.kid = asset.kid and purchase.status = 'reserved' and transfers_copy)))`

/** Matches copies that anybody may ask for; `joinTradeListing` has joined the listing. */
const isOpenToTrade = sql`(open_to_trade.id is not null and asset.is_public
  and (serial.owner = asset.creator or asset.trade_enabled))`

/**
 * Matches copies whose owner is shown to a person: their own, those open to trade, those that an `open`
 * offer promises them, and those of creators and of people who show their names.
 */
const isNamedTo = (person: string, open: Sql) => sql`
  (serial.owner in (${person}, asset.creator) or holder.has_public_name or ${isOpenToTrade}
    or exists (select from trade_offer offer
      where submitted = serial.asset_token_id and offer.owner = ${person} and ${open}))`

const columnsOfOwn = ({ now }: Ctx) => sql<OwnTradeCopy>`${copyColumns},
  open_to_trade.id is not null as is_open_to_trade, ${blockedBy(now)} as blocked_by`

async function pageOf<Row>(
  { db }: Ctx,
  columns: RawBuilder<Row>,
  where: Sql,
  orderBy: Sql,
  { limit, offset }: Part,
): Promise<{ items: Row[]; total: number }> {
  const from = sql`from serial ${joinTitle} join account holder on holder.id = serial.owner
    ${joinTradeListing} where ${where}`
  const [rows, count] = await Promise.all([
    sql<Row>`select ${columns} ${from}
      order by ${orderBy} limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n ${from}`.execute(db),
  ])
  return { items: rows.rows, total: count.rows[0]!.n }
}

async function requireTitle({ db }: Ctx, kid: string) {
  const title = await db
    .selectFrom('asset')
    .select('kid')
    .where('kid', '=', kid)
    .where('is_public', '=', true)
    .executeTakeFirst()
  if (!title) fail('not_found')
}
