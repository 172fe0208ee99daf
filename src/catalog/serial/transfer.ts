import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'

/** Locks copies, in ascending order of id: whoever decides about one waits here. */
export async function lockSerials(tx: Tx, ids: string[]) {
  await sql`
    select from serial where asset_token_id = any(${ids}::uuid[])
    order by asset_token_id for no key update
  `.execute(tx)
}

/**
 * Copies change hands: the new owner holds from `at`, and the former holding is kept, but for a
 * creator's own, who held each of them since its issue. The copies must be locked already.
 */
export async function transferSerials(
  tx: Tx,
  gifts: { asset_token_id: string; to: string }[],
  at: Date,
) {
  const when = at.toISOString()
  const given = JSON.stringify(gifts)
  await sql`
    insert into holding (asset_token_id, kid, owner, since, until)
    select serial.asset_token_id, serial.kid, serial.owner, owned_since, ${when}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as gift (asset_token_id uuid, "to" uuid)
    join serial using (asset_token_id) join asset using (kid)
    where serial.owner <> asset.creator
  `.execute(tx)
  await sql`
    update serial set owner = gift."to", owned_since = ${when}::timestamptz, frozen_at = null
    from jsonb_to_recordset(${given}::jsonb) as gift (asset_token_id uuid, "to" uuid)
    where serial.asset_token_id = gift.asset_token_id
  `.execute(tx)
}

/** Copies may neither be listed nor given on from now; with `undefined` they may again. */
export async function freezeSerials(tx: Tx, ids: string[], at: Date | undefined) {
  await tx
    .updateTable('serial')
    .set({ frozen_at: at?.toISOString() ?? null })
    .where('asset_token_id', 'in', ids)
    .execute()
}
