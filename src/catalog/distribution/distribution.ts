import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { insertWithEvent, type StepOf, transition, transitionAll } from '#core/database/events.ts'
import { enqueueAll, job } from '#core/jobs.ts'
import { endLists, releaseCopies } from '#src/catalog/allowlist/lists.ts'
import { distributionTransitions } from './distribution.shared.ts'

export const executeDistribution = job<{ id: string }>('distribution.execute')

interface Draft {
  creator: string
  kid: string
  allowlist_id: string | null
  max_per_person: number | null
  lang: string
  unit_fee: number
  quoted_until: string
}

/** Step: stores a quoted distribution of these copies, and returns its id. Locks nothing. */
export async function insertDraft(
  tx: Tx,
  draft: Draft,
  copies: { asset_token_id: string; number: number }[],
  at: Date,
): Promise<string> {
  const id = randomUUID()
  const made = { id, batch: randomUUID(), copies: copies.length, created_at: at.toISOString() }
  const step = { action: 'draft', by: 'creator', account: draft.creator, at } as const
  await insertWithEvent(tx, distributionTransitions, [{ ...draft, ...made }], step)
  const rows = copies.map((copy) => ({ ...copy, distribution_id: id }))
  await sql`
    insert into distribution_copy (distribution_id, asset_token_id, number)
    select distribution_id, asset_token_id, number
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (distribution_id uuid, asset_token_id uuid, number int)
  `.execute(tx)
  return id
}

type Step = StepOf<typeof distributionTransitions, 'request' | 'finish' | 'fail' | 'end'>

/** Step: moves a distribution on. Returns false if its state does not allow it. */
export const moveDistribution = (tx: Tx, id: string, step: Step): Promise<boolean> =>
  transition(tx, distributionTransitions, id, step)

/** Step: begins the execution of distributions whose fee is paid, by the ids of their purchases. */
export async function payDistributions(tx: Tx, purchase_ids: string[], at: Date) {
  const ids = await idsOf(tx, purchase_ids)
  const step = { action: 'pay', by: 'platform', at } as const
  const paid = await transitionAll(tx, distributionTransitions, ids, step)
  await enqueueAll(
    tx,
    executeDistribution,
    paid.map((id) => ({ id })),
  )
}

/** Step: returns distributions whose fee was not paid to drafts, by the ids of their purchases. */
export async function releaseDistributions(tx: Tx, purchase_ids: string[], at: Date) {
  const ids = await idsOf(tx, purchase_ids)
  const step = { action: 'release', by: 'platform', at } as const
  await endListsOf(tx, await transitionAll(tx, distributionTransitions, ids, step), at)
}

/** Step: ends distributions whose fee the bank took back, by the ids of their purchases. */
export async function revokeDistributions(tx: Tx, purchase_ids: string[], at: Date) {
  const ids = await idsOf(tx, purchase_ids)
  const set = { closed_at: at.toISOString() }
  const step = { action: 'revoke', by: 'platform', at, set } as const
  await endListsOf(tx, await transitionAll(tx, distributionTransitions, ids, step), at)
}

/**
 * Step: takes copies that are about to be delisted out of their open distributions, so that no list
 * reserves them, and ends the distributions of which no other copy is offered. The caller has locked
 * the copies.
 */
export async function leaveDistributions(tx: Tx, listing_ids: string[], at: Date) {
  if (listing_ids.length === 0) return
  const leaving = sql`listing.id = any(${listing_ids}::uuid[])`
  const { rows: open } = await sql<{ id: string }>`
    select id from distribution where status = 'done' and (kid, batch) in (
      select kid, batch from listing where ${leaving} and kind = 'free_distribution')
    order by id for no key update
  `.execute(tx)
  if (open.length === 0) return
  const ids = sql`distribution.id = any(${open.map(({ id }) => id)}::uuid[])`
  const [listed, over] = await Promise.all([
    sql<{ asset_token_id: string; allowlist_id: string }>`
      select asset_token_id, allowlist_id from listing join distribution using (batch)
      where ${leaving} and ${ids} and allowlist_id is not null
    `.execute(tx),
    sql<{ id: string }>`
      select id from distribution where ${ids} and not exists (select from listing
        where listing.batch = distribution.batch and listing.status = 'open' and not ${leaving})
    `.execute(tx),
  ])
  await releaseCopies(tx, listed.rows)
  const set = { closed_at: at.toISOString() }
  const step = { action: 'end', by: 'platform', at, set } as const
  const ended = over.rows.map(({ id }) => id)
  await endListsOf(tx, await transitionAll(tx, distributionTransitions, ended, step), at)
}

/** Step: ends the lists of people that distributions were limited to. */
export async function endListsOf(tx: Tx, ids: string[], at: Date) {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('distribution')
    .select('allowlist_id')
    .where('id', 'in', ids)
    .where('allowlist_id', 'is not', null)
    .execute()
  await endLists(
    tx,
    rows.map(({ allowlist_id }) => allowlist_id!),
    at,
  )
}

async function idsOf(tx: Tx, purchase_ids: string[]) {
  const rows = await tx
    .selectFrom('distribution')
    .select('id')
    .where('purchase_id', 'in', purchase_ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** Step: marks an unclaimed copy as claimed; throws if it is claimed. The caller has locked the copy. */
export async function markClaimed(tx: Tx, id: string, person: string, at: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('distribution_copy')
    .set({ claimed_by: person, claimed_at: at.toISOString() })
    .where('id', '=', id)
    .where('claimed_by', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('a copy of a distribution is claimed twice')
}
