import { inTx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { type DayRates, RatesRefused } from '#src/integrations/rates.ts'

export const fetchRates = job<object>('currency.fetch_rates')

const FETCH_EVERY_MS = 6 * 3_600_000 // the rates are published once a day

/**
 * Fetches and stores the newest reference rates. If the fetch fails or the rates are implausible,
 * the old ones stay in use until they are seven days old.
 */
export async function updateRates(ctx: Ctx) {
  const { db, now, integrations } = ctx
  if (!integrations.rates) return
  const last = await db
    .selectFrom('currency_rate')
    .select((row) => row.fn.max('fetched_at').as('fetched_at'))
    .executeTakeFirst()
  if (last?.fetched_at && +now - Date.parse(last.fetched_at) < FETCH_EVERY_MS) return
  try {
    await storeRates(ctx, await integrations.rates.newest(now))
  } catch (error) {
    if (!(error instanceof RatesRefused)) throw error
    log('warn', 'no reference rates', { error })
  }
}

async function storeRates(ctx: Ctx, { day, source, per_euro }: DayRates) {
  const fetched_at = ctx.now.toISOString()
  const rows = Object.entries(per_euro).map(([currency, rate]) => ({
    day,
    currency,
    per_euro: rate,
    source,
    fetched_at,
  }))
  await inTx(ctx, async (tx) => {
    await tx.deleteFrom('currency_rate').where('day', '=', day).execute()
    await tx.insertInto('currency_rate').values(rows).execute()
  })
}
