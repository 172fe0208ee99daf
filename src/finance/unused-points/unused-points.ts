import { type RawBuilder, sql } from 'kysely'
import { addSeconds, jstDay } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { job } from '#core/jobs.ts'
import type { listUnusedPoints } from './unused-points.shared.ts'

export const reportPoints = job<object>('points.report')
/** After it, every transaction that dated its transfers before the end of a day has ended. */
const SETTLED_SECONDS = HOUR_SECONDS

/** Makes the reports that are missing, from the first transfer to the last day of a report before today. */
export async function report({ db, now }: Ctx) {
  const first = await db
    .selectFrom('ledger_transfer')
    .select('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  const made = await db.selectFrom('unused_points').select('day').execute()
  const known = new Set(made.map(({ day }) => day))
  for (const day of reportDays(
    jstDay(new Date(first.at)),
    jstDay(addSeconds(now, -SETTLED_SECONDS)),
  ))
    if (!known.has(day)) await reportOn(db, day, now)
}

/** Returns the days of reports from one day (`2026-09-01`) on and before another. */
function reportDays(from: string, before: string): string[] {
  const [first, last] = [yearOf(from), yearOf(before)]
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    .flatMap((year) => [`${year}-03-31`, `${year}-09-30`])
    .filter((day) => from <= day && day < before)
}

const yearOf = (day: string) => Number(day.slice(0, 4))
const endOf = (day: string) => new Date(`${day}T24:00:00+09:00`)
/** Returns the day of the report before. */
const reportBefore = (day: string) =>
  day.endsWith('-09-30') ? `${yearOf(day)}-03-31` : `${yearOf(day) - 1}-09-30`

async function reportOn(db: Db, day: string, now: Date) {
  const [start, end] = [endOf(reportBefore(day)), endOf(day)]
  const [before, unused] = [await unusedAt(db, start), await unusedAt(db, end)]
  const within = sql`at >= ${start} and at < ${end}`
  const { rows } = await sql<{ issued: number; expired: number }>`
    select
      (select coalesce(sum(amount), 0)::bigint from ledger_transfer
        join ledger_account account on account.id = credit
        where kind = 'points' and reason not in ('release', 'dispute') and ${within}) as issued,
      (select coalesce(sum(amount), 0)::bigint from ledger_transfer
        join ledger_account account on account.id = debit
        where kind = 'points' and reason = 'expire' and ${within}) as expired
  `.execute(db)
  const { issued, expired } = rows[0]!
  const used = before + issued - expired - unused
  await db
    .insertInto('unused_points')
    .values({ day, unused, issued, used, expired, made_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function unusedAt(db: Db, at: Date): Promise<number> {
  const { rows } = await sql<{ unused: number }>`
    select ${sumOfUnused(sql`${at}::timestamptz`)} as unused
  `.execute(db)
  return rows[0]!.unused
}

/** Sums the points, in yen, that people had at a time, and those that open orders held for them. */
export const sumOfUnused = (at: RawBuilder<unknown>) => sql<number>`(
  (select coalesce(sum(amount), 0) from ledger_transfer
    join ledger_account account on account.id = credit where kind = 'points' and at < ${at})
  - (select coalesce(sum(amount), 0) from ledger_transfer
    join ledger_account account on account.id = debit where kind = 'points' and at < ${at})
  + (select coalesce(sum(points_used - returned), 0) from purchase
    cross join lateral (
      select coalesce(sum(amount), 0) as returned from ledger_transfer
      join ledger_account account on account.id = credit
      where subject_id = purchase.id and reason = 'release' and kind = 'points' and at < ${at}
    ) release
    where points_used > 0 and created_at < ${at} and (settled_at is null or settled_at >= ${at}))
)::bigint`

/** Lists the reports, the newest first. */
export async function list({ db }: Ctx): Promise<ReplyOf<typeof listUnusedPoints>> {
  const items = await db.selectFrom('unused_points').selectAll().orderBy('day', 'desc').execute()
  return { items }
}
