import { sql } from 'kysely'
import { latest } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'

/**
 * Locks copies, by ascending id. Every decision about a copy starts here. Returns the time to date it
 * by: read under the locks, and not before a copy came to its owner, because another server's clock may
 * be ahead.
 */
export async function lockSerials(tx: Tx, ids: string[], time: () => Date): Promise<Date> {
  const { rows } = await sql<{ owned_since: string }>`
    select owned_since from serial where asset_token_id = any(${ids}::uuid[])
    order by asset_token_id for no key update
  `.execute(tx)
  return latest([time(), ...rows.map(({ owned_since }) => new Date(owned_since))])
}

/**
 * Transfers copies to new owners as of `at`, and records the former holdings. The creator's first
 * holding is not recorded, because it always starts at the issue. The caller has locked the copies.
 */
export async function transferSerials(
  tx: Tx,
  handovers: { asset_token_id: string; to: string }[],
  at: Date,
) {
  const when = at.toISOString()
  const given = JSON.stringify(handovers)
  const former = sql`
    insert into holding (asset_token_id, kid, owner, since, until)
    select serial.asset_token_id, serial.kid, serial.owner, owned_since, ${when}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as handover (asset_token_id uuid, "to" uuid)
    join serial using (asset_token_id) join asset using (kid)
    where serial.owner <> asset.creator
  `
  const present = sql`
    update serial set owner = handover."to", owned_since = ${when}::timestamptz, frozen_at = null
    from jsonb_to_recordset(${given}::jsonb) as handover (asset_token_id uuid, "to" uuid)
    where serial.asset_token_id = handover.asset_token_id
  `
  await Promise.all([former.execute(tx), present.execute(tx)])
}

/** Freezes copies, so that they cannot be listed or transferred; `undefined` releases them. */
export async function freezeSerials(tx: Tx, ids: string[], at: Date | undefined) {
  await tx
    .updateTable('serial')
    .set({ frozen_at: at?.toISOString() ?? null })
    .where('asset_token_id', 'in', ids)
    .execute()
}

/**
 * Locks a copy while a download of it is not declared deleted, so that it can be neither offered, lent
 * nor transferred; `undefined` releases it. The caller has locked the copy.
 */
export async function lockDownloaded(tx: Tx, ids: string[], at: Date | undefined) {
  await tx
    .updateTable('serial')
    .set({ downloaded_at: at?.toISOString() ?? null })
    .where('asset_token_id', 'in', ids)
    .execute()
}

/**
 * Places copies in a linked wallet of their owner, where they can be neither offered, lent, downloaded nor
 * transferred; `undefined` takes them out. The caller has locked the copies.
 */
export async function placeInWallet(
  tx: Tx,
  ids: string[],
  wallet: { id: string; at: Date } | undefined,
) {
  if (ids.length === 0) return
  await tx
    .updateTable('serial')
    .set({
      linked_wallet_id: wallet?.id ?? null,
      in_wallet_since: wallet?.at.toISOString() ?? null,
    })
    .where('asset_token_id', 'in', ids)
    .execute()
}
