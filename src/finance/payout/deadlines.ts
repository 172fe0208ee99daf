import { sql } from 'kysely'
import { jstDayEnd } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { doEach, job } from '#core/jobs.ts'
import {
  expireLots,
  type LotLifetime,
  type LotKind,
  lotsOf,
  peopleWithExpiredLots,
} from '#src/ledger/lots.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { deadlineMail, type Notice } from './mail.shared.ts'
import { type PayoutPause, pausesOf } from './pauses.ts'

export const endDeadlines = job<object>('payout.end_lots')
export const warnOfDeadlines = job<object>('payout.warn_of_deadlines')

const KINDS = ['sales', 'points'] as const
const WARN_DAYS = [1, 7, 30] // days before the deadline, ascending

interface Whose {
  account_id: string
  kind: LotKind
}
interface Lifetime extends LotLifetime {
  pauses: readonly PayoutPause[]
}

/** Returns a person's unexpired lots at `now`, the first to expire first. */
export const lotsFor = async (db: Db, settings: Settings, whose: Whose, now: Date) =>
  lotsOf(db, whose, await lifeOf(db, settings, whose, now), now)

/**
 * Returns how long earnings can be paid out or points spent. Earnings end for nobody while the platform
 * refuses payouts; the suspension of a person counts if `account_id` names them.
 */
async function lifeOf(
  db: Db | Tx,
  settings: Settings,
  { kind, account_id }: Whose | { kind: LotKind; account_id: null },
  now: Date,
): Promise<Lifetime> {
  const { payout_deadline_days, payout_failed_days: returned, points_days } = settings
  if (kind === 'points') return { days: points_days, returned, pauses: [] }
  const pauses = await pausesOf(db, account_id, returned, now)
  return { days: payout_deadline_days, returned, pauses }
}

/** Converts expired earnings to points and removes expired points, in one transaction per person. */
export async function end(ctx: Ctx) {
  const settings = await settingsFor(ctx)
  for (const kind of KINDS) {
    const life = await lifeOf(ctx.db, settings, { kind, account_id: null }, ctx.now)
    const people = await peopleWithExpiredLots(ctx.db, kind, life, ctx.now)
    await doEach(people, 'earnings or points could not be ended', (account_id) =>
      inTx(ctx, (tx) => {
        const whose = { account_id, kind }
        return expireLots(tx, whose, (now) => lifeOf(tx, settings, whose, now), ctx.time)
      }),
    )
  }
}

/**
 * Warns people by mail 30, 7 and 1 days before a deadline, once each. A late run sends the warning
 * that is due by then and skips the earlier ones. While payouts are held, the day is unknown.
 */
export async function warn(ctx: Ctx) {
  const settings = await settingsFor(ctx)
  const afterLast = new Date(jstDayEnd(ctx.now, Math.max(...WARN_DAYS)).getTime() + 1)
  for (const kind of KINDS) {
    const life = await lifeOf(ctx.db, settings, { kind, account_id: null }, ctx.now)
    const people = await peopleWithExpiredLots(ctx.db, kind, life, afterLast)
    const told = await noticesOf(ctx, kind, people)
    await doEach(people, 'a deadline could not be told', (account_id) =>
      warnOne(ctx, settings, { account_id, kind }, told),
    )
  }
}

/** Returns the warnings about deadlines ahead that these people have had, by `nameOf`. */
async function noticesOf({ db, now }: Ctx, kind: LotKind, people: string[]) {
  const rows = await db
    .selectFrom('lot_notice')
    .select(['account_id', 'ends_at', 'days'])
    .where(sql<boolean>`account_id = any(${people}::uuid[])`)
    .where('kind', '=', kind)
    .where('ends_at', '>=', now.toISOString())
    .execute()
  return new Set(rows.map(nameOf))
}

const nameOf = ({ account_id, ends_at, days }: Pick<Notice, 'account_id' | 'ends_at' | 'days'>) =>
  `${account_id} ${ends_at} ${days}`

async function warnOne(ctx: Ctx, settings: Settings, whose: Whose, told: ReadonlySet<string>) {
  const life = await lifeOf(ctx.db, settings, whose, ctx.now)
  if (life.pauses.some(({ lasts }) => lasts)) return
  for (const lot of await lotsOf(ctx.db, whose, life, ctx.now)) {
    const days = WARN_DAYS.find((ahead) => lot.ends_at <= jstDayEnd(ctx.now, ahead).toISOString())
    const notice = { ...whose, ...lot, days: days ?? 0 }
    if (days && !told.has(nameOf(notice))) await notifyOnce(ctx, notice)
  }
}

async function notifyOnce(ctx: Ctx, notice: Notice) {
  await inTx(ctx, async (tx) => {
    const inserted = await tx
      .insertInto('lot_notice')
      .values(notice)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows) await enqueueMails(tx, deadlineMail, [notice])
  })
}
