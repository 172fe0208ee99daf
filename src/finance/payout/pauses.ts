import { sql } from 'kysely'
import { jstDayEnd } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { DAY_MS } from '#core/durations.shared.ts'
import type { Pause } from '#src/ledger/lots.ts'

/** A time in which nobody, or one person, could request a payout because of the platform. */
interface Hold {
  from_at: string
  /** Null while it lasts. */
  until_at: string | null
}

/** A hold with the days that it leaves for a request. */
export interface PayoutPause extends Pause {
  /** The hold still lasts; `until` is then the earliest day that it can leave. */
  lasts: boolean
}

/**
 * Returns the times in which no earnings end, the first first: while the books hold payouts, in maintenance,
 * and while this person is suspended. A hold of a day or longer leaves `days` whole days (JST) afterwards, a
 * shorter one leaves one, so that a short maintenance does not keep earnings for a month.
 */
export async function pausesOf(
  db: Db | Tx,
  account_id: string | null,
  days: number,
  now: Date,
): Promise<PayoutPause[]> {
  const { rows } = await sql<Hold>`
    select from_at, until_at from (
      select checked_at as from_at, (select next.checked_at from books_check next
          where next.kind = books_check.kind and next.id > books_check.id and not next.holds
          order by next.id limit 1) as until_at
      from books_check where holds and not coalesce((select before.holds from books_check before
        where before.kind = books_check.kind and before.id < books_check.id
        order by before.id desc limit 1), false)
      union all
      select changed_at, until_at from (
        select changed_at, value @> '{"maintenance": true}' as holds,
          lead(changed_at) over (order by version) as until_at from setting
      ) version where holds
      union all
      select at, until_at from (
        select at, suspended, lead(at) over (order by id) as until_at
        from suspension_change where account_id = ${account_id}
      ) change where suspended
    ) hold where from_at <= ${now.toISOString()} order by from_at
  `.execute(db)
  return joined(rows).map(({ from_at, until_at }) => {
    const [from, until] = [new Date(from_at), until_at ? new Date(until_at) : now]
    const isLong = until.getTime() - from.getTime() >= DAY_MS
    const end = jstDayEnd(until, isLong ? days : 1)
    return { from: from.toISOString(), until: end.toISOString(), lasts: until_at === null }
  })
}

/** Joins holds that overlap or follow each other at once. */
function joined(holds: Hold[]): Hold[] {
  const all: Hold[] = []
  for (const { from_at, until_at } of holds) {
    const last = all.at(-1)
    if (!last || (last.until_at !== null && last.until_at < from_at))
      all.push({ from_at, until_at })
    else if (last.until_at !== null && (until_at === null || until_at > last.until_at))
      last.until_at = until_at
  }
  return all
}
