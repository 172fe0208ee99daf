import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'

export const sealRecords = job<object>('provenance.seal')
const BATCH = 5_000

/** Seals new records, oldest first. Repeating the job is harmless. */
export async function seal(ctx: Ctx) {
  await sql`
    update provenance_event set status = 'sealed', sealed_at = ${ctx.now.toISOString()}::timestamptz
    where id in (
      select id from provenance_event where status <> 'sealed'
      order by id limit ${BATCH} for update skip locked)
  `.execute(ctx.db)
}
