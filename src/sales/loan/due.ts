import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { doEach, job } from '#core/jobs.ts'
import { endLoans, expireLoan } from '#src/catalog/loan/loan.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { delistByPlatform } from '#src/sales/listing/delist.ts'

export const lookAfterLoans = job<object>('loan.look_after')

const AT_ONCE = 100

/**
 * Ends loans that nobody has accepted in time, and tells lenders of copies that have come back. While
 * lending is switched off it ends every open loan, because nobody could accept or withdraw it.
 */
export async function lookAfter(ctx: Ctx) {
  const { lending_enabled } = await settingsFor(ctx)
  const at = sql`${ctx.time().toISOString()}::timestamptz`
  const isDue = lending_enabled ? sql`expires_at <= ${at}` : sql`true`
  const late = await idsOf(ctx, sql`status = 'open' and ${isDue}`)
  await doEach(late, 'a loan could not be ended', (id) => expire(ctx, id))
  const over = await idsOf(ctx, sql`status = 'running' and ends_at <= ${at}`)
  await doEach(over, 'a loan could not be ended', (id) =>
    inTx(ctx, (tx) => endLoans(tx, [id], ctx.time())),
  )
}

async function idsOf({ db }: Ctx, where: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from loan where ${where} order by id limit ${AT_ONCE}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends an open loan and frees its copy. A repeat finds nothing to do. */
async function expire(ctx: Ctx, id: string) {
  await inTx(ctx, async (tx) => {
    const { asset_token_id, listing_id } = await tx
      .selectFrom('loan')
      .select(['asset_token_id', 'listing_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const at = await lockSerials(tx, [asset_token_id], ctx.time)
    if (await expireLoan(tx, id, at)) await delistByPlatform(tx, [listing_id], at)
  })
}
