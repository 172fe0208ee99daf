import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { job } from '#core/jobs.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { newsMail } from './news-mail.shared.ts'

export const gatherNews = job<{ kid: string; n: number }>('news.gather')
export const tellNews = job<object>('news.tell')

/** The time for which news wait for others of the same person, so that a series makes one mail. */
export const NEWS_WAIT_SECONDS = 600
const KEPT_SECONDS = 180 * 86_400
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

/** Queues one mail for each person with news that have waited long enough, about all their news. */
export async function tell(ctx: Ctx) {
  const before = addSeconds(ctx.now, -NEWS_WAIT_SECONDS).toISOString()
  await inTx(ctx, async (tx) => {
    const { rows } = await sql<{ account_id: string; batch: string }>`
      with person as materialized (
        select account_id, gen_random_uuid() as batch from news where batch is null
        group by account_id having min(created_at) <= ${before} limit ${PEOPLE}
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
