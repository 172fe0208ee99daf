import type { NotNull } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { publishAsset } from '#src/catalog/asset/asset-lifecycle.ts'
import { gatherNews } from '#src/catalog/follow/news.ts'
import { issueSerials } from '#src/catalog/serial/issue.ts'
import { listIssuedCopies } from './list-at-once.ts'
import { removeUnusedFiles } from './renditions.ts'
import { uploadTransitions } from './upload.shared.ts'
import { failOnRefusal } from './upload.ts'

export const mintUpload = job<{ id: string }>('upload.mint')
export const finishUpload = job<{ id: string }>('upload.finish')

/**
 * Issues the numbered copies and publishes the title, all in one transaction. If the creator set a
 * price, a job lists the copies at it.
 */
export async function mint(ctx: Ctx, { id }: { id: string }) {
  await failOnRefusal(ctx, id, () => inTx(ctx, (tx) => issue(tx, id, ctx.time)))
  failpoint('upload.minted')
}

async function issue(tx: Tx, id: string, time: () => Date) {
  const at = time()
  const set = { step: null }
  const moved = await transition(tx, uploadTransitions, id, {
    action: 'mint',
    by: 'platform',
    at,
    set,
  })
  if (!moved) return
  const { total_copies: copies, sale_price, ...title } = await lockAsset(tx, id)
  await assertWhole(tx, title.kid)
  await issueSerials(tx, { ...title, copies, subject_id: id }, at)
  await publishAsset(tx, title.kid, copies, at)
  await enqueue(tx, gatherNews, { kid: title.kid, n: 1 })
  if (sale_price !== null) await enqueue(tx, listIssuedCopies, { id }, { key: `list ${id}` })
  await enqueue(tx, finishUpload, { id }, { key: `finish ${id}` })
  failpoint('upload.minting')
}

/** Locks the title of an upload. The lock order is the title first, then its copies. */
function lockAsset(tx: Tx, id: string) {
  return tx
    .selectFrom('upload')
    .innerJoin('asset', 'asset.kid', 'upload.kid')
    .select(['asset.kid', 'creator', 'first_number', 'total_copies', 'sale_price'])
    .$narrowType<{ total_copies: NotNull }>() // set for every upload of a title
    .where('upload.id', '=', id)
    .forUpdate('asset')
    .executeTakeFirstOrThrow()
}

/**
 * Throws if a rendition is incomplete, so that no partial film is sold. Only a bug can cause it.
 */
async function assertWhole(tx: Tx, kid: string) {
  const part = await tx
    .selectFrom('rendition')
    .select('name')
    .where('kid', '=', kid)
    .where('is_whole', '=', false)
    .executeTakeFirst()
  if (part) throw new Error(`the ${part.name} of ${kid} is incomplete`)
}

/** Deletes the files that failed attempts left in storage, and marks the upload as done. */
export async function finish(ctx: Ctx, { id }: { id: string }) {
  const { kid, status } = await ctx.db
    .selectFrom('upload')
    .select(['kid', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (status !== 'minted') return // a killed worker had finished it
  await removeUnusedFiles(ctx, { kid, upload: id })
  await ctx.db.deleteFrom('film_part').where('upload_id', '=', id).execute()
  const at = ctx.time()
  const set = { progress: 100, processed_at: at.toISOString(), film: null }
  const step = { action: 'finish', by: 'platform', at, set } as const
  await inTx(ctx, (tx) => transition(tx, uploadTransitions, id, step))
}
