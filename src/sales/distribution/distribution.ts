import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { csvFile } from '#core/csv.ts'
import type { Db, Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { once } from '#core/http/idempotency.ts'
import { taxIn } from '#core/money.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { createList } from '#src/catalog/allowlist/lists.ts'
import { formatRanges } from '#src/catalog/asset/ranges.shared.ts'
import { insertDraft } from '#src/catalog/distribution/distribution.ts'
import { titleRefusal } from '#src/sales/listing/listing-rules.ts'
import { settingsFor, settingsOf } from '#src/platform/settings/settings.ts'
import {
  type Distribution,
  type DistributionClaim,
  QUOTE_SECONDS,
  type createDistribution,
  type exportClaims,
  type getDistribution,
  type listClaims,
  type listDistributions,
  type quoteDistribution,
} from './distribution.shared.ts'

const DRAFTS_MAX = 50

/** Calculates the fee by the settings in force. Refuses copies that are not the caller's own. */
export async function quote(ctx: Ctx, { asset_token_ids }: BodyOf<typeof quoteDistribution>) {
  const copies = await ownCopies(ctx.db, ctx, asset_token_ids)
  const { distribution_fee: unit_fee } = await settingsFor(ctx)
  const fee = copies.length * unit_fee
  return { copies: copies.length, unit_fee, fee, tax: taxIn(fee) }
}

/**
 * Stores a draft with the fee of now. Refuses `not_owner`, `copies_of_one_title`, `people_unknown` and
 * `too_many_drafts`.
 */
export async function create(
  ctx: Ctx,
  body: BodyOf<typeof createDistribution>,
): Promise<Distribution> {
  const creator = currentPerson(ctx).account_id
  return once(ctx, body, async (tx) => {
    await lockAccount(tx, creator) // the drafts of a person are counted one after the other
    const copies = await ownCopies(tx, ctx, body.asset_token_ids)
    const kids = new Set(copies.map(({ kid }) => kid))
    if (kids.size > 1) fail('copies_of_one_title')
    const { kid } = copies[0]!
    const { distribution_fee: unit_fee } = await settingsOf(tx)
    await refuseTooMany(tx, ctx)
    const quoted_until = addSeconds(ctx.now, QUOTE_SECONDS).toISOString()
    const claimants = { purpose: 'Free distribution', named: body.allowed_asset_acquirers }
    const allowlist_id = await createList(tx, { kid, ...claimants }, ctx.now) // null: everybody
    const { max_count_per_wallet: max_per_person, lang } = body
    const terms = { allowlist_id, max_per_person, lang, unit_fee, quoted_until }
    const draft = { creator, kid, ...terms }
    const rows = copies.map(({ asset_token_id, number }) => ({ asset_token_id, number }))
    return distributionOf(tx, await insertDraft(tx, draft, rows, ctx.now), ctx)
  })
}

/** Refuses another draft while the caller has too many that can still be paid for. */
async function refuseTooMany(tx: Tx, ctx: Ctx) {
  const { n } = await tx
    .selectFrom('distribution')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('creator', '=', currentPerson(ctx).account_id)
    .where('status', '=', 'draft')
    .where('quoted_until', '>', ctx.now.toISOString())
    .executeTakeFirstOrThrow()
  if (n >= DRAFTS_MAX) fail('too_many_drafts', { limit: DRAFTS_MAX })
}

/** Returns the copies by number. Refuses others than those of own titles that are open to deals. */
async function ownCopies(db: Db | Tx, ctx: Ctx, asset_token_ids: string[]) {
  const ids = [...new Set(asset_token_ids)]
  const creator = currentPerson(ctx).account_id
  const copies = await db
    .selectFrom('serial')
    .innerJoin('asset', 'asset.kid', 'serial.kid')
    .select(['asset_token_id', 'serial.kid', 'number'])
    .select(['published_at', 'withdrawn_at', 'is_public'])
    .where(sql<boolean>`asset_token_id = any(${ids}::uuid[])`)
    .where('owner', '=', creator)
    .where('creator', '=', creator)
    .orderBy('number')
    .execute()
  if (copies.length < ids.length) fail('not_owner')
  for (const copy of copies) {
    const refusal = titleRefusal(copy)
    if (refusal) fail(refusal, { number: copy.number })
  }
  return copies
}

/** Lists the caller's distributions. */
export async function list(ctx: Ctx, query: BodyOf<typeof listDistributions>) {
  const { limit, offset, purchase_id } = query
  const creator = currentPerson(ctx).account_id
  const where = sql`distribution.creator = ${creator}
    and (distribution.status <> 'draft' or quoted_until > ${ctx.now.toISOString()})
    ${purchase_id ? sql`and purchase_id = ${purchase_id}` : sql``}`
  const items = await select(ctx.db, where, sql`limit ${limit} offset ${offset}`)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from distribution where ${where}
  `.execute(ctx.db)
  return { items, total: rows[0]!.n }
}

/** Returns one of the caller's distributions; `not_found` for any other. */
export const get = (ctx: Ctx, { id }: BodyOf<typeof getDistribution>) =>
  distributionOf(ctx.db, id, ctx)

export async function distributionOf(db: Db | Tx, id: string, ctx: Ctx): Promise<Distribution> {
  const creator = currentPerson(ctx).account_id
  const [found] = await select(db, sql`distribution.id = ${id} and creator = ${creator}`)
  return found ?? fail('not_found')
}

async function select(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  part = sql``,
): Promise<Distribution[]> {
  const { rows } = await sql<Omit<Distribution, 'numbers'> & { numbers: number[] }>`
    select distribution.id, distribution.kid, title, distribution.status, copy.numbers,
      distribution.copies, copy.claimed, copy.remaining, people.n as people, allowlist_id,
      max_per_person as max_count_per_wallet, distribution.lang, unit_fee,
      distribution.copies * unit_fee as fee, quoted_until, purchase_id,
      case purchase.status when 'reserved' then checkout_url end as checkout_url,
      case purchase.status when 'reserved' then held_until end as held_until,
      case purchase.status when 'refunding' then 'owed' when 'refunded' then 'done' end as refund,
      distribution.created_at, opened_at, closed_at
    from (select * from distribution where ${where} order by created_at desc, id ${part}) distribution
    join asset on asset.kid = distribution.kid
    left join purchase on purchase.id = purchase_id
    cross join lateral (
      select array_agg(number order by number) as numbers, count(claimed_by) as claimed,
        count(*) filter (where ${isClaimable}) as remaining
      from distribution_copy copy where distribution_id = distribution.id
    ) copy
    left join lateral (
      select count(*) as n from allowlist_person person
      where person.allowlist_id = distribution.allowlist_id
      having distribution.allowlist_id is not null
    ) people on true
    order by distribution.created_at desc, distribution.id
  `.execute(db)
  return rows.map((row) => ({ ...row, numbers: formatRanges(row.numbers) }))
}

/** Matches a `copy` of a `distribution` that can be claimed now. */
export const isClaimable = sql`(distribution.status = 'done' and claimed_by is null
  and exists (select from listing where listing.asset_token_id = copy.asset_token_id
    and listing.batch = distribution.batch and listing.status = 'open'))`

/** Matches a `distribution` of which a copy is not claimed, whether or not it can be. */
export const hasUnclaimed = sql<boolean>`exists (select from distribution_copy unclaimed
  where unclaimed.distribution_id = distribution.id and unclaimed.claimed_by is null)`

/** Lists the copies of one of the caller's distributions with their claims. */
export async function claims(ctx: Ctx, { id, limit, offset }: BodyOf<typeof listClaims>) {
  const { copies: total } = await distributionOf(ctx.db, id, ctx)
  return { items: await selectClaims(ctx.db, id, sql`limit ${limit} offset ${offset}`), total }
}

/** Exports all copies of one of the caller's distributions with their claims. */
export async function exportAll(ctx: Ctx, { id }: BodyOf<typeof exportClaims>) {
  await distributionOf(ctx.db, id, ctx)
  const rows = (await selectClaims(ctx.db, id)).map(({ number, username, email, claimed_at }) => [
    String(number),
    username && ctx.texts.personName(ctx.lang, username),
    email,
    claimed_at,
  ])
  return csvFile(`distribution-${id}.csv`, ['number', 'username', 'email', 'claimed_at'], rows)
}

// A person's address is shown only if the creator listed the person by it.
async function selectClaims(db: Db, id: string, part = sql``): Promise<DistributionClaim[]> {
  const { rows } = await sql<DistributionClaim>`
    select copy.number, account.username, person.email, claimed_at
    from distribution_copy copy join distribution on distribution.id = distribution_id
    left join account on account.id = claimed_by
    left join allowlist_person person on person.allowlist_id = distribution.allowlist_id
      and person.account_id = claimed_by and person.email is not null
    where distribution_id = ${id}
    order by claimed_at desc nulls last, copy.number ${part}
  `.execute(db)
  return rows
}
