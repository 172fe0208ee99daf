import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { permanentlyFailed } from '#core/job-queue.ts'
import { doEach, enqueue, job } from '#core/jobs.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { downloadTransitions } from './download.shared.ts'
import { endUnused } from './locks.ts'
import { removeMade } from './made-files.ts'
import { endAsFailed, prepareDownload } from './prepare.ts'

export const lookAfterDownloads = job<object>('download.look_after')

const AT_ONCE = 100
const FAILURE = 'a download could not be ended'

interface Due {
  id: string
  asset_token_id: string
  status: string
}

/**
 * Ends the addresses whose life is over. A copy whose file nobody fetched is free again; a file that was
 * fetched in part keeps its copy locked. Ends downloads that could not be prepared.
 */
export async function lookAfter(ctx: Ctx) {
  const failed = await permanentlyFailed(ctx.db, prepareDownload)
  await doEach(failed, FAILURE, ({ id }) => endFailed(ctx, id))
  const { rows } = await sql<Due>`
    select id, asset_token_id, status from download where status in ('preparing', 'ready', 'opened')
      and expires_at <= ${ctx.time().toISOString()}::timestamptz order by expires_at limit ${AT_ONCE}
  `.execute(ctx.db)
  await doEach(rows, FAILURE, (due) => end(ctx, due))
}

async function end(ctx: Ctx, due: Due) {
  if (due.status === 'preparing') return endAsFailed(ctx, due)
  await inTx(ctx, async (tx) => {
    const at = await lockSerials(tx, [due.asset_token_id], ctx.time)
    const isUnused = due.status === 'ready' && (await endUnused(tx, due.id, at, 'expire'))
    const step = { action: 'lapse', by: 'clock', at } as const
    if (!isUnused) await transition(tx, downloadTransitions, due.id, step)
    await enqueue(tx, removeMade, { id: due.id })
  })
}

async function endFailed(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('download')
    .select(['id', 'asset_token_id'])
    .where('id', '=', id)
    .where('status', '=', 'preparing')
    .executeTakeFirst()
  if (row) await endAsFailed(ctx, row)
}
