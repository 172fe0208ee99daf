import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { failpoint } from '#core/failpoint.ts'
import { enqueue, enqueueAll, job } from '#core/jobs.ts'
import { joinReservedCopy } from '#src/catalog/allowlist/acquisition.ts'
import {
  filterConditions,
  type Filters,
  isInSale,
  marketConditions,
  soughtListings,
} from '#src/catalog/asset/filter-conditions.ts'
import { isToSee } from '#src/catalog/follow/acquirable.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { isTradingOn } from '#src/platform/settings/features.ts'
import { isOfferedAt, offeredAt } from '#src/sales/deal/offered.ts'
import { settledUntil } from '#src/sales/sold/tell-sellers.ts'
import { searchMail } from './search-mail.shared.ts'

/** Titles with offers that are new, and the keys of the searches that were compared with them already. */
interface Opened {
  kids: string[]
  /** The offers are those since this time. */
  after: string
  /** Empty at first. */
  after_key: string
}
export const tellSearches = job<object>('search.tell')
export const matchSearches = job<Opened>('search.match')

const TITLES = 100 // of one job
const SEARCHES = 100 // of one statement
/** A title is new in a search again once no copy that it asks for was offered for a day. */
const GONE_SECONDS = DAY_SECONDS
const KEPT_SECONDS = 180 * DAY_SECONDS

/** Enqueues comparing the titles of which copies came on offer since the last time with saved searches. */
export async function tell(ctx: Ctx) {
  const until = await settledUntil(ctx)
  await inTx(ctx, async (tx) => {
    const { until: after } = await tx
      .selectFrom('searches_told')
      .select('until')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (after >= until) return
    const kids = await openedIn(tx, after, until)
    const starts = Array.from({ length: Math.ceil(kids.length / TITLES) }, (_, i) => i * TITLES)
    const parts = starts.map((start) => kids.slice(start, start + TITLES))
    await enqueueAll(tx, matchSearches, parts.map((part) => ({ kids: part, after, after_key: '' }))) // oxfmt-ignore
    await tx.updateTable('searches_told').set({ until }).execute()
  })
  await forgetOldMatches(ctx)
}

/** Returns the titles of which a listing opened, or the sale began, after one time and until another. */
async function openedIn(tx: Tx, after: string, until: string): Promise<string[]> {
  const { rows } = await sql<{ kid: string }>`
    select kid from listing
    where opened_at > ${after} and opened_at <= ${until} and status = 'open'
    union
    select kid from asset
    where sale_starting_at > ${after} and sale_starting_at <= ${until} and is_public
  `.execute(tx)
  return rows.map(({ kid }) => kid)
}

/** A match stays as long as its search, so that nobody is told twice of a title. */
async function forgetOldMatches({ db, now }: Ctx) {
  await sql`
    delete from search_match where created_at < ${addSeconds(now, -KEPT_SECONDS)}
      and not exists (select from saved_search
        where saved_search.account_id = search_match.account_id
          and saved_search.key = search_match.key)
  `.execute(db)
}

/**
 * Tells people of titles that are new in their searches, each once for each search. Takes the next
 * searches, and enqueues itself for those after them. A repeat finds the titles told.
 */
export async function match(ctx: Ctx, { kids, after, after_key }: Opened) {
  await inTx(ctx, async (tx) => {
    const { rows: searches } = await sql<{ key: string; search: Filters }>`
      select distinct on (key) key, search from saved_search
      where alerts_since is not null and key > ${after_key} order by key limit ${SEARCHES}
    `.execute(tx)
    if (searches.length === 0) return
    const matches = searches.map((one) => matchesOf(one, { kids, after, now: ctx.now }))
    const { rows: told } = await sql<{ account_id: string; key: string; batch: string }>`
      with matched as (${sql.join(matches, sql` union all `)}),
      mail as materialized (
        select account_id, key, gen_random_uuid() as batch from matched group by account_id, key
      )
      insert into search_match (account_id, key, kid, batch, created_at)
      select account_id, key, kid, batch, ${ctx.now} from matched join mail using (account_id, key)
      on conflict do nothing returning account_id, key, batch
    `.execute(tx)
    const abouts = new Map(told.map((about) => [about.batch, about]))
    await enqueueMails(tx, searchMail, [...abouts.values()])
    const next = searches.at(-1)!.key
    if (searches.length === SEARCHES)
      await enqueue(tx, matchSearches, { kids, after, after_key: next })
    failpoint('search.matching')
  })
  failpoint('search.matched')
}

/**
 * Selects the titles that are new in a search, for each of its people: those that its list has, by a copy
 * that came on offer to them and while no other was.
 */
function matchesOf(
  { key, search }: { key: string; search: Filters },
  { kids, after, now }: { kids: string[]; after: string; now: Date },
) {
  const sought = soughtListings(search)
  const since = sql`greatest(saved_search.alerts_since, ${after}::timestamptz)`
  // The creator's copies are not on sale any more once their sale has ended.
  const wasOnSale = search.on_sale
    ? sql`(listing.seller <> asset.creator or ${isInSale(since)})`
    : sql`true`
  const isShown = sql`(listing.kind <> 'trade'
    or ${isTradingOn} and (asset.trade_enabled or listing.seller = asset.creator))`
  return sql`(
    select saved_search.account_id, saved_search.key, asset.kid
    from saved_search cross join asset join asset_offer offer using (kid)
    where saved_search.key = ${key} and saved_search.alerts_since is not null
      and asset.kid = any(${kids}::uuid[]) and asset.creator <> saved_search.account_id
      and ${isToSee('saved_search')}
      and ${sql.join([...marketConditions(search), ...filterConditions(search, now)], sql` and `)}
      and exists (
        select from listing join serial using (asset_token_id)
        ${joinReservedCopy}
        where ${sought} and listing.status = 'open' and listing.seller <> saved_search.account_id
          and ${isShown} and ${offeredAt} > ${since} and ${isOfferedAt(now, 'saved_search')})
      and not exists (
        select from listing where ${sought} and ${isShown} and ${offeredAt} <= ${since} and ${wasOnSale}
          and (closed_at is null or closed_at > ${since} - make_interval(secs => ${GONE_SECONDS})))
  )`
}
