import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { transition, transitionAll } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { permanentlyFailed, enqueue, enqueueAll } from '#core/jobs.ts'
import { deleteDraft } from '#src/catalog/asset/asset-lifecycle.ts'
import { dropContentKeys } from '#src/media/playback/content-keys.ts'
import { dropNextTrailer } from './trailer.ts'
import { type abortUpload, type retryUpload, uploadTransitions } from './upload.shared.ts'
import { clearUpload, filesOf, ownUpload, processUpload, queueProcessing } from './upload.ts'
import { failUpload } from './verdict.ts'

export const KEPT_SECONDS = 24 * 3_600

/** Ends an upload that is not finished, or cannot be made into a title. Said again, it has ended. */
export async function abort(ctx: Ctx, { uuid }: BodyOf<typeof abortUpload>): Promise<undefined> {
  const { status } = await ownUpload(ctx, uuid)
  if (status === 'aborted') return
  const creator = { by: 'creator', account: currentPerson(ctx).account_id, at: ctx.now } as const
  await inTx(ctx, async (tx) => {
    const moved = await transition(tx, uploadTransitions, uuid, { action: 'abort', ...creator })
    if (!moved) fail('upload_closed')
    await enqueue(tx, clearUpload, { id: uuid })
  })
}

/** Tries again to make a title of files that are still there. */
export async function retry(
  ctx: Ctx,
  { uuid }: BodyOf<typeof retryUpload>,
): Promise<ReplyOf<typeof retryUpload>> {
  const { status } = await ownUpload(ctx, uuid)
  if (status === 'queued' || status === 'processing') return { uuid, status }
  const creator = { by: 'creator', account: currentPerson(ctx).account_id, at: ctx.now } as const
  const set = { failure: null, failure_params: null, step: null, progress: 0, tries: 0 }
  await inTx(ctx, async (tx) => {
    const moved = await transition(tx, uploadTransitions, uuid, {
      action: 'retry',
      ...creator,
      set,
    })
    if (!moved) fail('upload_closed')
    await queueProcessing(tx, uuid)
  })
  return { uuid, status: 'queued' }
}

/** Ends what nobody went on with for a day, and what could not be processed however often tried. */
export async function tend(ctx: Ctx) {
  await inTx(ctx, async (tx) => {
    const old = await tx
      .selectFrom('upload')
      .select('id')
      .where('status', 'in', ['uploading', 'failed'])
      .where(
        sql`coalesce(completed_at, created_at)`,
        '<',
        addSeconds(ctx.now, -KEPT_SECONDS).toISOString(),
      )
      .execute()
    const ids = old.map(({ id }) => id)
    const ended = await transitionAll(tx, uploadTransitions, ids, {
      action: 'abandon',
      by: 'clock',
      at: ctx.now,
    })
    await enqueueAll(
      tx,
      clearUpload,
      ended.map((id) => ({ id })),
    )
  })
  for (const { id } of await permanentlyFailed(ctx.db, processUpload))
    await failUpload(ctx, id, { code: 'processing_failed', params: {} })
}

/** Takes an ended upload's files out of storage, and then forgets the title or trailer it was to be. */
export async function clear(ctx: Ctx, { id }: { id: string }) {
  const { storage } = ctx.integrations
  const upload = await ctx.db
    .selectFrom('upload')
    .select(['kid', 'of'])
    .where('id', '=', id)
    .where('status', '=', 'aborted')
    .executeTakeFirst()
  if (!upload) return
  const { kid, of } = upload
  const made = of === 'title' ? [`media/${kid}/`, `display/${kid}/`] : []
  for (const { storage_key, multipart_id } of await filesOf(ctx.db, [id]))
    if (multipart_id) await storage.abortMultipart(storage_key, multipart_id)
  for (const prefix of [`uploads/${id}/`, ...made]) await storage.removeAll(prefix)
  await inTx(ctx, async (tx) => {
    const gone = await tx.deleteFrom('upload').where('id', '=', id).returning('id').execute()
    if (gone.length === 0) return // by another worker; what is made now is another upload's
    if (of === 'trailer') return dropNextTrailer(tx, kid)
    await tx.deleteFrom('rendition').where('kid', '=', kid).execute()
    await dropContentKeys(tx, kid)
    await deleteDraft(tx, kid)
  })
}
