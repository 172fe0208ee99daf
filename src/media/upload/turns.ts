import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { waitingJobs } from '#core/jobs.ts'
import { processUpload, queueProcessing } from './upload.ts'

/**
 * The partitions of uploads. Each has a turn of its own, so that a picture waits for no film, and a short
 * film for no long one.
 */
type Partition = 'pictures' | 'short' | 'long'

interface Next {
  id: string
  /** True if its job failed before and is about to run again. */
  has_failed: boolean
}

const SHORT_BYTES_MAX = 100_000_000 // of all files of an upload together
const WAIT_MS = 10_000 // for an upload whose turn it is not; the one before it wakes it earlier

/**
 * The partitions in which this process makes a title. One at a time, because encoding uses all
 * processors.
 */
const busy = new Set<Partition>()

/**
 * Runs `work` if it is the upload's turn, and wakes the next upload of its partition afterwards. Else
 * queues the upload again. In a partition, creators take turns, and the uploads of one creator follow
 * each other as they arrived.
 */
export async function takeTurn(ctx: Ctx, id: string, work: () => Promise<void>) {
  const partition = await partitionOf(ctx.db, id)
  if (!partition) return
  if (busy.has(partition)) return putOff(ctx, id)
  busy.add(partition)
  try {
    const first = await nextInPartition(ctx.db, partition, id)
    if (first?.id !== id) {
      await putOff(ctx, id)
      return await wake(ctx, first)
    }
    await work()
  } finally {
    busy.delete(partition)
  }
  await wake(ctx, await nextInPartition(ctx.db, partition))
}

const putOff = (ctx: Ctx, id: string) => queueProcessing(ctx.db, id, laterBy(WAIT_MS))

/**
 * Lets an upload begin now. A failed job keeps its time, because a new one would have all its attempts
 * again.
 */
async function wake(ctx: Ctx, next: Next | undefined) {
  if (next && !next.has_failed) await queueProcessing(ctx.db, next.id)
}

/** Returns a time by the wall clock, because the job queue does not follow `ctx.now`. */
const laterBy = (ms: number) => new Date(Date.now() + ms)

/** The partition of an upload, by what its creator announced: a file of unknown size may be long. */
const announcedPartition = sql<Partition>`(
  select case
    when not bool_and(size is not null) or sum(size) > ${sql.lit(SHORT_BYTES_MAX)} then 'long'
    when upload.of = 'title' and asset.asset_type = 'image' and not bool_or(role = 'trailer')
      then 'pictures'
    else 'short' end
  from upload_file where upload_file.upload_id = upload.id
)`

const unfinished = (db: Db) =>
  db
    .selectFrom('upload')
    .innerJoin('asset', 'asset.kid', 'upload.kid')
    .where('status', 'in', ['queued', 'processing'])

async function partitionOf(db: Db, id: string): Promise<Partition | undefined> {
  const found = await unfinished(db)
    .select(announcedPartition.as('partition'))
    .where('upload.id', '=', id)
    .executeTakeFirst()
  return found?.partition
}

/**
 * Returns the next upload of a partition, of those with a waiting job and the caller's. First comes what
 * was begun and not ended, then the creator whose last upload was begun the longest ago.
 */
async function nextInPartition(db: Db, of: Partition, caller?: string): Promise<Next | undefined> {
  const jobs = await waitingJobs(db, processUpload, laterBy(2 * WAIT_MS))
  const failed = new Map(jobs.map(({ payload, has_failed }) => [payload.id, has_failed]))
  const ids = [...failed.keys(), ...(caller ? [caller] : [])]
  if (ids.length === 0) return undefined
  const next = await unfinished(db)
    .select('upload.id')
    .where(sql<boolean>`upload.id = any(${ids}::uuid[])`)
    .where(announcedPartition, '=', of)
    .orderBy(sql`status = 'processing'`, 'desc')
    .orderBy(
      sql`(select max(started_at) from upload as other
        where other.account_id = upload.account_id)`,
      (order) => order.asc().nullsFirst(),
    )
    .orderBy('completed_at')
    .orderBy('upload.id')
    .executeTakeFirst()
  return next && { id: next.id, has_failed: failed.get(next.id) ?? false }
}
