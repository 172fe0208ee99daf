import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent, transition, transitionAll } from '#core/database/events.ts'
import { byKeys } from '#core/database/prepared.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { enqueue, job } from '#core/jobs.ts'
import { lockOwnAsset } from '#src/catalog/asset/edit.ts'
import { EXTRAS_MAX, type ExtraKind, extraTransitions } from './extra.shared.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import type * as schema from './extra.shared.ts'
import { multirangeOf, numbersText } from './numbers.ts'
import { type ExtraFile, type ExtraViewer, mayOpen } from './right.ts'

export const clearExtraFiles = job<{ prefix: string }>('extra.clear')

/** Returns the place of an extra's file in storage. */
export const extraPrefix = (kid: string, id = '') => `extras/${kid}/${id}`

const viewerOf = ({ person, country, now }: Ctx): ExtraViewer => ({
  account_id: person?.account_id,
  country,
  now,
})

/**
 * Lists the extras of a title that the caller may see: only what is public, and which of them the
 * caller may open. Refuses `not_found`.
 */
export async function listExtras(
  ctx: Ctx,
  { id, as }: BodyOf<typeof schema.listExtras>,
): Promise<ReplyOf<typeof schema.listExtras>> {
  const title = await ctx.db
    .selectFrom('asset')
    .select('kid')
    .where('kid', '=', id)
    .where(isVisibleTo(ctx.person))
    .executeTakeFirst()
  if (!title) fail('not_found')
  const viewer = as === 'guest' ? { ...viewerOf(ctx), account_id: undefined } : viewerOf(ctx)
  return { items: await readyExtras(ctx.db, viewer, id) }
}

async function readyExtras(db: Db | Tx, viewer: ExtraViewer, kid: string) {
  const rows = await selectExtras(db, viewer)
    .modifyFront(byKeys)
    .where('extra.kid', '=', kid)
    .where(sql<boolean>`extra.status = 'ready'`) // its index leaves out removed ones
    .execute()
  return rows.map(shown)
}

const selectExtras = (db: Db | Tx, viewer: ExtraViewer) =>
  db
    .selectFrom('extra')
    .innerJoin('asset', 'asset.kid', 'extra.kid')
    .select(['extra.id', 'extra.name', 'note', 'numbers', 'for_renters'])
    .select((row) => row.ref('kind').$castTo<ExtraKind>().as('kind'))
    .select(mayOpen(viewer).as('can_open'))
    .orderBy('position')
    .orderBy('extra.id')

const shown = <Row extends { numbers: string | null }>(row: Row) => ({
  ...row,
  numbers: numbersText(row.numbers),
})

/** Counts the extras that the caller may open as a holder, by title. */
export async function countExtras(ctx: Ctx): Promise<ReplyOf<typeof schema.listExtraCounts>> {
  const { account_id } = currentPerson(ctx)
  const items = await ctx.db
    .selectFrom('extra')
    .innerJoin('asset', 'asset.kid', 'extra.kid')
    .select((row) => ['extra.kid', row.fn.countAll<number>().as('count')])
    .where('creator', '<>', account_id)
    .where(
      sql<boolean>`extra.kid in (select kid from serial where owner = ${account_id}
        union select kid from rental where renter = ${account_id})`,
    )
    .where(mayOpen(viewerOf(ctx)))
    .groupBy('extra.kid')
    .execute()
  return { items }
}

interface NewExtra {
  id: string
  kid: string
  kind: ExtraKind
  name: string
  note: string
  numbers: string | null
  for_renters: boolean
}

/**
 * Step: inserts an extra of a locked title, whose file is still to be uploaded. Refuses
 * `too_many_extras` and `input_invalid`.
 */
export async function insertExtra(
  tx: Tx,
  ctx: Ctx,
  edition: { first_number: number; copies_count: number },
  { numbers, ...extra }: NewExtra,
) {
  await requireRoomForExtra(tx, extra.kid)
  const { next } = await tx
    .selectFrom('extra')
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
    .where('kid', '=', extra.kid)
    .executeTakeFirstOrThrow()
  const at = ctx.time()
  const row = {
    ...extra,
    numbers: multirangeOf(numbers, edition),
    position: next,
    created_at: at.toISOString(),
  }
  await insertWithEvent(tx, extraTransitions, [row], {
    action: 'add',
    by: 'creator',
    account: currentPerson(ctx).account_id,
    at,
  })
}

/** SQL that is true for an extra that its creator has neither removed nor cancelled while it was uploaded. */
export const isKept = sql<boolean>`extra.status <> 'removed'
  and not exists (select from upload where upload.id = extra.id and upload.status = 'aborted')`

/** Refuses `too_many_extras` if a title has as many extras as it may have. */
export async function requireRoomForExtra(db: Db | Tx, kid: string) {
  const { count } = await db
    .selectFrom('extra')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kid', '=', kid)
    .where(isKept)
    .executeTakeFirstOrThrow()
  if (count >= EXTRAS_MAX) fail('too_many_extras', { limit: EXTRAS_MAX })
}

/** Returns the kind that an extra was announced as. */
export async function kindOfExtra(db: Db, id: string): Promise<ExtraKind> {
  const { kind } = await db
    .selectFrom('extra')
    .select('kind')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return kind as ExtraKind
}

/** Step: publishes an extra with its file. `kind` is what the file's bytes show. */
export async function publishExtra(
  tx: Tx,
  id: string,
  { kind, file }: { kind: ExtraKind; file: ExtraFile },
  at: Date,
) {
  const set = { kind, file: JSON.stringify(file) }
  await transition(tx, extraTransitions, id, { action: 'publish', by: 'platform', at, set })
}

/** Step: marks the extras of a removed title as removed. */
export async function removeExtrasOfTitle(tx: Tx, kid: string, at: Date) {
  const ready = await tx
    .selectFrom('extra')
    .select('id')
    .where('kid', '=', kid)
    .where('status', '=', 'ready')
    .execute()
  const ids = ready.map(({ id }) => id)
  const set = { file: null }
  await transitionAll(tx, extraTransitions, ids, { action: 'clear', by: 'platform', at, set })
}

/**
 * Changes an extra of the creator's own title, also while its file is uploaded. Refuses `not_found`,
 * `forbidden` and `input_invalid`.
 */
export function updateExtra(
  ctx: Ctx,
  { kid, id, numbers, ...changes }: BodyOf<typeof schema.updateExtra>,
): Promise<ReplyOf<typeof schema.updateExtra>> {
  return inTx(ctx, async (tx) => {
    const edition = await lockOwnAsset(tx, ctx, kid)
    const set = {
      ...changes,
      ...(numbers !== undefined && { numbers: multirangeOf(numbers, edition) }),
    }
    if (Object.keys(set).length > 0)
      await tx
        .updateTable('extra')
        .set(set)
        .where('id', '=', id)
        .where('kid', '=', kid)
        .where(isKept)
        .execute()
    const [row] = await selectExtras(tx, viewerOf(ctx))
      .where('extra.id', '=', id)
      .where('extra.kid', '=', kid)
      .where(isKept)
      .execute()
    return shown(row ?? fail('not_found'))
  })
}

/** Puts the extras of the creator's own title in order. Refuses `changed_elsewhere` for other ids. */
export function orderExtras(
  ctx: Ctx,
  { kid, ids }: BodyOf<typeof schema.orderExtras>,
): Promise<ReplyOf<typeof schema.orderExtras>> {
  return inTx(ctx, async (tx) => {
    await lockOwnAsset(tx, ctx, kid)
    const kept = await tx
      .selectFrom('extra')
      .select('id')
      .where('kid', '=', kid)
      .where(isKept)
      .execute()
    const known = new Set(kept.map(({ id }) => id))
    const isSame = ids.length === known.size && ids.every((id) => known.delete(id))
    if (!isSame) fail('changed_elsewhere')
    for (const [i, id] of ids.entries())
      await tx
        .updateTable('extra')
        .set({ position: i + 1 })
        .where('id', '=', id)
        .execute()
    return { items: await readyExtras(tx, viewerOf(ctx), kid) }
  })
}

/**
 * Removes an extra of the creator's own title at once, and its file by a job. A repeated call changes
 * nothing. Refuses `forbidden`, and `not_found` also for an extra whose upload can still be cancelled.
 */
export function removeExtra(
  ctx: Ctx,
  { kid, id }: BodyOf<typeof schema.removeExtra>,
): Promise<undefined> {
  return inTx(ctx, async (tx) => {
    await lockOwnAsset(tx, ctx, kid)
    const found = await tx
      .selectFrom('extra')
      .select('status')
      .where('id', '=', id)
      .where('kid', '=', kid)
      .where('status', '<>', 'preparing')
      .executeTakeFirst()
    if (!found) fail('not_found')
    const moved = await transition(tx, extraTransitions, id, {
      action: 'remove',
      by: 'creator',
      account: currentPerson(ctx).account_id,
      at: ctx.time(),
      set: { file: null },
    })
    if (moved) await enqueue(tx, clearExtraFiles, { prefix: extraPrefix(kid, id) })
    return undefined
  })
}

/** Deletes stored files that no extra or trailer needs any more. */
export async function removeExtraFiles(ctx: Ctx, { prefix }: { prefix: string }) {
  await ctx.integrations.storage.removeAll(prefix)
}
