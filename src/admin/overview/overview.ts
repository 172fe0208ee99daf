import { sql } from 'kysely'
import { addSeconds, jstDay } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { queueCounts } from '#core/job-queue.ts'
import { holdingDifferences, newestCheck } from '#src/finance/reconciliation/checks.ts'
import { isOfCopies } from '#src/sales/deal/deals.ts'
import type { Overview } from './overview.shared.ts'

const DAYS = 30

/** Counts what waits for an administrator: `GET /admin_overview`. */
export async function read({ db, now }: Ctx): Promise<Overview> {
  const [waiting, sales, self, card, { failed, seconds_late }] = await Promise.all([
    readWaiting(db, now),
    salesOfDays(db, now, DAYS),
    newestCheck(db, 'self'),
    newestCheck(db, 'card'),
    queueCounts(db),
  ])
  const checks = { self: self?.checked_at ?? null, card: card?.checked_at ?? null }
  const differences = [self, card]
    .flatMap((check) => (check ? holdingDifferences(check) : []))
    .map(({ sentence }) => sentence)
  return { ...waiting, differences, failed_jobs: failed, seconds_late, checks, sales }
}

async function readWaiting(db: Db, now: Date) {
  const { rows } = await sql<{
    payouts: number
    payout_amount: number
    disputes: number
    disputed_amount: number
    failed_refunds: number
    failed_uploads: number
    suspended_accounts: number
    verification_requests: number
    recoveries: number
    cases: number
    overdue: number
  }>`
    select (select count(*) from payout where status = 'reserved') as payouts,
      (select coalesce(sum(amount), 0)::bigint from payout where status = 'reserved') as payout_amount,
      (select count(*) from dispute where status = 'open') as disputes,
      (select coalesce(sum(amount), 0)::bigint from dispute where status = 'open') as disputed_amount,
      (select count(distinct order_id) from purchase
        where status = 'refunding' and refund_failed_at is not null) as failed_refunds,
      (select count(*) from upload where status = 'failed') as failed_uploads,
      (select count(*) from moderation_case where status in ('open', 'appealed')) as cases,
      (select count(*) from moderation_case
        where status in ('open', 'appealed') and due_at < ${now}) as overdue,
      (select count(*) from verification_request where decided_at is null) as verification_requests,
      (select count(*) from account_recovery where status = 'waiting') as recoveries,
      (select count(*) from account where suspended_at is not null and deleted_at is null) as suspended_accounts`.execute(
    db,
  )
  const { payouts, payout_amount, disputes, disputed_amount, cases, overdue, ...failed } = rows[0]!
  return {
    payouts: { count: payouts, amount: payout_amount },
    disputes: { count: disputes, amount: disputed_amount },
    cases: { count: cases, overdue },
    ...failed,
  }
}

/** Sums the settled deals of each of the last days in Japan, up to today. */
export async function salesOfDays(db: Db, now: Date, length: number): Promise<Overview['sales']> {
  const days = Array.from({ length }, (_, i) =>
    jstDay(addSeconds(now, (i + 1 - length) * DAY_SECONDS)),
  )
  const { rows } = await sql<Overview['sales'][number]>`
    select to_char(settled_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day,
      count(*) as count, sum(price)::bigint as amount
    from purchase where status = 'settled' and ${isOfCopies}
      and settled_at >= (${days[0]!}::date::timestamp at time zone 'Asia/Tokyo')
    group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => found.get(day) ?? { day, count: 0, amount: 0 })
}
