import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { type StepOf, transitionAll } from '#core/database/events.ts'
import { job } from '#core/jobs.ts'
import { goesOnAt } from '#src/media/playback/screened.ts'
import { screeningTransitions } from './screening.shared.ts'

export const endScreenings = job<object>('screening.end')

const AT_ONCE = 100

type Ending = StepOf<typeof screeningTransitions, 'end' | 'abandon' | 'stop'>

/** Step: ends live screenings and deletes what was written there. */
export async function endAll(tx: Tx, ids: readonly string[], step: Ending) {
  const set = { ended_at: step.at.toISOString(), is_playing: false }
  const ended = await transitionAll(tx, screeningTransitions, ids, { ...step, set })
  if (ended.length > 0)
    await tx.deleteFrom('screening_message').where('screening_id', 'in', ended).execute()
}

/** Step: ends the screening of a copy if it does not go on. The caller has locked the copy. */
export async function endUnlessItGoesOn(tx: Tx, asset_token_id: string, at: Date) {
  await endAll(tx, await overOf(tx, at, asset_token_id), { action: 'stop', by: 'platform', at })
}

/** Ends the screenings that do not go on: nobody could watch them since. */
export async function endDue(ctx: Ctx) {
  await inTx(ctx, async (tx) => {
    const at = ctx.time()
    await endAll(tx, await overOf(tx, at), { action: 'abandon', by: 'clock', at })
  })
}

async function overOf(tx: Tx, at: Date, asset_token_id?: string): Promise<string[]> {
  const copy = asset_token_id ? sql`screening.asset_token_id = ${asset_token_id}` : sql`true`
  const { rows } = await sql<{ id: string }>`
    select screening.id from screening join serial using (asset_token_id)
    where screening.status <> 'ended' and ${copy} and not ${goesOnAt(at)}
    order by screening.id limit ${AT_ONCE}
  `.execute(tx)
  return rows.map(({ id }) => id)
}
