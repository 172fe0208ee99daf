import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { transitionAll } from '#core/database/events.ts'
import { enqueueAll } from '#core/jobs.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { lockDownloaded } from '#src/catalog/serial/transfer.ts'
import { downloadTransitions } from './download.shared.ts'
import { removeMade } from './made-files.ts'

/**
 * Step: ends all downloads of a copy on its owner's word that their files are deleted, and releases the
 * copy. One that is being prepared goes on, and locks the copy further. The caller has locked the copy.
 */
export async function releaseCopy(tx: Tx, asset_token_id: string, owner: string, at: Date) {
  const ids = await lockingDownloads(tx, [asset_token_id])
  const set = { ended_at: at.toISOString() }
  const step = { action: 'release', by: 'owner', account: owner, at, set } as const
  const released = await transitionAll(tx, downloadTransitions, ids, step)
  await removeFiles(tx, released)
  if (released[0]) await release(tx, released[0], 'download_deleted', at)
}

/**
 * Step: ends a download that nobody used: its file was never fetched, or could not be prepared. Releases
 * the copy if no other download locks it. Returns false if the download has moved on. The caller has
 * locked the copy.
 */
export async function endUnused(tx: Tx, id: string, at: Date, why: 'expire' | 'fail') {
  const set = { ended_at: at.toISOString() }
  const step =
    why === 'expire'
      ? ({ action: 'expire', by: 'clock', at, set } as const)
      : ({ action: 'fail', by: 'platform', at, set } as const)
  const [ended] = await transitionAll(tx, downloadTransitions, [id], step)
  if (ended) await release(tx, id, 'download_unused', at)
  return ended !== undefined
}

/**
 * Step: ends the downloads of copies that go back to their sellers because a payment was reversed. Their
 * files may live on: only the copies are free. The caller has locked the copies.
 */
export async function endDownloads(tx: Tx, asset_token_ids: string[], at: Date) {
  const ids = await lockingDownloads(tx, asset_token_ids)
  if (ids.length === 0) return
  const set = { ended_at: at.toISOString() }
  await transitionAll(tx, downloadTransitions, ids, { action: 'end', by: 'platform', at, set })
  await removeFiles(tx, ids)
  await lockDownloaded(tx, asset_token_ids, undefined)
}

const removeFiles = (tx: Tx, ids: string[]) =>
  enqueueAll(
    tx,
    removeMade,
    ids.map((id) => ({ id })),
  )

async function lockingDownloads(tx: Tx, asset_token_ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from download where asset_token_id = any(${asset_token_ids}::uuid[])
      and ended_at is null order by created_at desc
  `.execute(tx)
  return rows.map(({ id }) => id)
}

async function release(tx: Tx, id: string, kind: 'download_deleted' | 'download_unused', at: Date) {
  const { asset_token_id, kid, number, owner } = await tx
    .selectFrom('download')
    .select(['asset_token_id', 'kid', 'number', 'owner'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const change = { asset_token_id, kid, number, kind, subject_id: id, from: owner, to: owner }
  await record(tx, [change], at)
  if ((await lockingDownloads(tx, [asset_token_id])).length === 0)
    await lockDownloaded(tx, [asset_token_id], undefined)
}
