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
  for (const kind of KINDS)
    await doEach(await peopleWith(ctx, kind), 'a deadline could not be told', (account_id) =>
      warnOne(ctx, settings, { account_id, kind }),
    )
}

async function warnOne(ctx: Ctx, settings: Settings, whose: Whose) {
  const life = await lifeOf(ctx.db, settings, whose, ctx.now)
  if (life.pauses.some(({ lasts }) => lasts)) return
  for (const lot of await lotsOf(ctx.db, whose, life, ctx.now))
    await notifyOnce(ctx, { ...whose, ...lot })
}

async function notifyOnce(ctx: Ctx, lot: Omit<Notice, 'days'>) {
  const days = WARN_DAYS.find((ahead) => lot.ends_at <= jstDayEnd(ctx.now, ahead).toISOString())
  if (!days) return
  const notice = { ...lot, days }
  await inTx(ctx, async (tx) => {
    const inserted = await tx
      .insertInto('lot_notice')
      .values(notice)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows) await enqueueMails(tx, deadlineMail, [notice])
  })
}

async function peopleWith({ db }: Ctx, kind: LotKind): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_account')
    .select('account_id')
    .where('kind', '=', kind)
    .where('balance', '>', 0)
    .where('account_id', 'is not', null)
    .execute()
  return rows.map(({ account_id }) => account_id!)
}
