import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { job } from '#core/jobs.ts'
import { allowlistsOf, joinReservedCopy } from '#src/catalog/allowlist/acquisition.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { isAcquirableAt, isToSee } from './acquirable.ts'
import { newsMail } from './news-mail.shared.ts'

export const gatherNews = job<{ kid: string; n: number }>('news.gather')
export const tellNews = job<object>('news.tell')

/**
 * The time for which news of titles wait for others of the same person, so that a series makes one mail.
 * Openings and prices are told at once, with all that waits.
 */
export const NEWS_WAIT_SECONDS = 600
const KEPT_SECONDS = 180 * DAY_SECONDS
const PEOPLE = 1_000 // of one run

/**
 * Notes an issue of a title for whom it concerns: its publication for those who follow its brand, a
 * further issue for those whose favourite it is. Owners are told of further issues by a mail of their own.
 */
export async function gather({ db, now }: Ctx, { kid, n }: { kid: string; n: number }) {
  const concerned =
    n === 1
      ? sql`follow.what = 'brand' and follow.brand_id = asset.brand_id`
      : sql`follow.what = 'favourite' and follow.kid = asset.kid and follow.asset_token_id is null
          and not exists (select from serial
            where serial.kid = asset.kid and serial.owner = follow.account_id)`
  await sql`
    insert into news (account_id, kind, kid, n, country, created_at)
    select follow.account_id, ${n === 1 ? 'title' : 'issue'}, asset.kid, ${n}, follow.country, ${now}
    from asset join follow on ${concerned}
    where asset.kid = ${kid} and follow.account_id <> asset.creator
    on conflict do nothing
  `.execute(db)
}

/** Notes what has come about, and queues one mail for each person whose news are due, about all of them. */
export async function tell(ctx: Ctx) {
  const before = addSeconds(ctx.now, -NEWS_WAIT_SECONDS).toISOString()
  await inTx(ctx, async (tx) => {
    await noteOpenings(tx, ctx.now)
    await notePrices(tx, ctx.now)
    const { rows } = await sql<{ account_id: string; batch: string }>`
      with person as materialized (
        select account_id, gen_random_uuid() as batch from news where batch is null
        group by account_id having min(created_at) <= ${before} or bool_or(kind in ('opening', 'price')) limit ${PEOPLE}
      )
      update news set batch = person.batch from person
      where news.account_id = person.account_id and news.batch is null
      returning news.account_id, news.batch
    `.execute(tx)
    const abouts = new Map(rows.map((about) => [about.batch, about]))
    await enqueueMails(tx, newsMail, [...abouts.values()])
  })
  const old = addSeconds(ctx.now, -KEPT_SECONDS).toISOString()
  await ctx.db.deleteFrom('news').where('created_at', '<', old).execute()
}

/** Turns reminders of sales that have begun for their person into news. */
async function noteOpenings(tx: Tx, now: Date) {
  await sql`
    with due as (
      delete from follow where id in (
        select follow.id from follow join asset using (kid)
        where what = 'reminder' and follow.account_id <> asset.creator and ${isToSee()}
          and (${mayHaveBegun(now)} and exists (
            select from listing join serial using (asset_token_id)
            ${joinReservedCopy}
            where listing.kid = follow.kid and listing.seller = asset.creator
              and listing.kind = 'sale' and listing.status = 'open' and ${isAcquirableAt(now)})
          or asset.sale_starting_at <= ${now} and ${hasSoldSinceStart})
      ) and what = 'reminder' returning account_id, kid, country
    )
    insert into news (account_id, kind, kid, country, created_at)
    select account_id, 'opening', kid, country, ${now} from due
  `.execute(tx)
}

/** Matches reminders of a sale that began and sold copies that their person might have bought. */
const hasSoldSinceStart = sql`exists (
  select from listing where listing.kid = follow.kid and listing.seller = asset.creator
    and listing.kind = 'sale' and listing.status = 'sold'
    and listing.closed_at >= least(asset.sale_starting_at,
      (select min(early_from) from allowlist where allowlist.kid = asset.kid and ended_at is null))
    and not exists (select from listed_copy
      where listed_copy.asset_token_id = listing.asset_token_id and listed_copy.early_from is null
        and listed_copy.allowlist_id <> all(${allowlistsOf(sql`follow.account_id`)})))`

/**
 * Matches titles whose sale, or whose early sale to a list, has begun at `now`. Until then no copy of the
 * creator's need be read.
 */
const mayHaveBegun = (now: Date) => sql`(coalesce(asset.sale_starting_at <= ${now}, true)
  or exists (select from allowlist where allowlist.kid = asset.kid and early_from <= ${now}))`

/** Selects the cheapest copy that the person of an alert may buy at its price. */
const offersFor = (which: RawBuilder<unknown>, now: Date) => sql`
  select listing.asset_token_id, listing.sale_price
  from listing join serial using (asset_token_id)
  ${joinReservedCopy}
  where ${which} and listing.kind = 'sale' and listing.status = 'open'
    and listing.seller <> follow.account_id and listing.sale_price <= follow.price
    and (listing.seller <> asset.creator or ${mayHaveBegun(now)})
    and not exists (select from purchase
      where purchase.asset_token_id = listing.asset_token_id and purchase.status = 'reserved')
    and ${isAcquirableAt(now)}
  order by listing.sale_price, serial.number limit 1`

/** Turns price alerts into news for which a copy is offered that their person may buy. */
async function notePrices(tx: Tx, now: Date) {
  await sql`
    with offer as materialized (
      select follow.id, found.asset_token_id, found.sale_price
      from follow join asset using (kid) join asset_offer using (kid)
      cross join lateral (
        (${offersFor(sql`follow.asset_token_id is null and listing.kid = follow.kid`, now)})
        union all (${offersFor(sql`listing.asset_token_id = follow.asset_token_id`, now)})
      ) found
      where what = 'price_alert' and asset_offer.min_sale_price <= follow.price and ${isToSee()}
    ), due as (
      delete from follow using offer where follow.id = offer.id
      returning follow.account_id, follow.kid, follow.country, offer.asset_token_id, offer.sale_price
    )
    insert into news (account_id, kind, kid, asset_token_id, price, country, created_at)
    select account_id, 'price', kid, asset_token_id, sale_price, country, ${now} from due
  `.execute(tx)
}
