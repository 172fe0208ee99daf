import { inTx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { type DayRates, RatesRefused } from '#src/integrations/rates.ts'

export const fetchRates = job<object>('currency.fetch_rates')

const AGAIN_MS = 6 * 3_600_000 // they are published once a day

/**
 * Takes down the newest reference rates. Those that do not come, or make no sense, leave the old ones
 * in their place, which are shown until they are seven days old.
 */
export async function updateRates(ctx: Ctx) {
  const { db, now, integrations } = ctx
  if (!integrations.rates) return
  const last = await db
    .selectFrom('currency_rate')
    .select((row) => row.fn.max('fetched_at').as('fetched_at'))
    .executeTakeFirst()
  if (last?.fetched_at && +now - Date.parse(last.fetched_at) < AGAIN_MS) return
  try {
    await keep(ctx, await integrations.rates.newest(now))
  } catch (error) {
    if (!(error instanceof RatesRefused)) throw error
    log('warn', 'no reference rates', { error })
  }
}

async function keep(ctx: Ctx, { day, source, per_euro }: DayRates) {
  const fetched_at = ctx.now.toISOString()
  const rows = Object.entries(per_euro).map(([currency, rate]) => ({
    ...{ day, currency, per_euro: rate, source, fetched_at },
  }))
  await inTx(ctx, async (tx) => {
    await tx.deleteFrom('currency_rate').where('day', '=', day).execute()
    await tx.insertInto('currency_rate').values(rows).execute()
  })
}
