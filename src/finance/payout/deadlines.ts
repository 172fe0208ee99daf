import { jstDayEnd } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
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

export const endDeadlines = job<object>('payout.end_lots')
export const warnOfDeadlines = job<object>('payout.warn_of_deadlines')

const KINDS = ['sales', 'points'] as const
const WARN_DAYS = [1, 7, 30] // days before the deadline, ascending

/** Returns how many days earnings can be paid out or points spent. */
export const lifeOf = (settings: Settings, kind: LotKind): LotLifetime => ({
  days: kind === 'sales' ? settings.payout_deadline_days : settings.points_days,
  returned: settings.payout_failed_days,
})

/** Converts expired earnings to points and removes expired points, in one transaction per person. */
export async function end(ctx: Ctx) {
  const settings = await settingsFor(ctx)
  for (const kind of KINDS) {
    const life = lifeOf(settings, kind)
    for (const account_id of await peopleWithExpiredLots(ctx.db, kind, life, ctx.now))
      await inTx(ctx, (tx) => expireLots(tx, { account_id, kind }, life, ctx.time))
  }
}

/**
 * Warns people by mail 30, 7 and 1 days before a deadline, once each. A late run sends the warning
 * that is due by then and skips the earlier ones.
 */
export async function warn(ctx: Ctx) {
  const settings = await settingsFor(ctx)
  for (const kind of KINDS)
    for (const account_id of await peopleWith(ctx, kind)) {
      const lots = await lotsOf(ctx.db, { account_id, kind }, lifeOf(settings, kind), ctx.now)
      for (const lot of lots) await notifyOnce(ctx, { account_id, kind, ...lot })
    }
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
