import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { waitingJobs } from '#core/job-queue.ts'
import { log } from '#core/log.ts'
import { NoSpace } from '#src/media/disk/space.ts'
import { NO_SPACE, TOO_LARGE } from '#src/media/disk/space.shared.ts'
import {
  failUpload,
  type Part,
  partJob,
  PROCESS_TRIES,
  processUpload,
  queuePart,
  queueProcessing,
} from './upload.ts'

/**
 * The partitions of uploads. Each has a turn of its own, so that a picture waits for no film, and a short
 * film for no long one.
 */
type Partition = 'pictures' | 'short' | 'long'

const SHORT_BYTES_MAX = 100_000_000 // of all files of an upload together
const PART_WAIT_MS = 3_000 // for a part of a film while its process is busy
const SPACE_WAIT_MS = 10_000 // for space on the disk
const LARGE_WAIT_MS = 60_000 // for a worker with a larger disk
const WAIT_MS = 10_000 // for an upload whose turn it is not; the one before it wakes it earlier

/**
 * The partitions in which this process makes a title. One at a time, because encoding uses all
 * processors.
 */
const busy = new Set<Partition>()

/**
 * Runs `work` if it is the upload's turn, and wakes the next upload of its partition afterwards. Else
 * queues the upload again. In a partition, creators take turns, and the uploads of one creator follow
 * each other as they arrived. If `work` throws, logs the error and tries the upload again later.
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
  } catch (error) {
    if (ctx.signal?.aborted) throw error // the worker stops, the upload has no fault
    if (error instanceof NoSpace) await waitForSpace(ctx, id, error)
    else await tryLater(ctx, id, error)
  } finally {
    busy.delete(partition)
  }
  await wake(ctx, await nextInPartition(ctx.db, partition))
}

/**
 * Runs `work` on a part of a film if this process encodes nothing that is long, and wakes the next part
 * afterwards. Else queues the part again: another process may take it, as when the disk has no space.
 */
export async function takePartTurn(ctx: Ctx, part: Part, work: () => Promise<void>) {
  if (busy.has('long')) return queuePart(ctx.db, part, laterBy(PART_WAIT_MS))
  busy.add('long')
  try {
    await work()
  } catch (error) {
    if (!(error instanceof NoSpace)) throw error
    await showWait(ctx, part.id, error)
    return await queuePart(ctx.db, part, laterBy(waitFor(error)))
  } finally {
    busy.delete('long')
  }
  const [next] = await waitingJobs(ctx.db, partJob, laterBy(2 * PART_WAIT_MS))
  if (next) await queuePart(ctx.db, next)
}

const putOff = (ctx: Ctx, id: string) => queueProcessing(ctx.db, id, laterBy(WAIT_MS))

/** Lets an upload begin now. */
async function wake(ctx: Ctx, next: { id: string } | undefined) {
  if (next) await queueProcessing(ctx.db, next.id)
}

/**
 * Queues an upload after a fault of the platform: after 3 seconds at first, after 18 minutes at last. Ends
 * it as failed after its last try.
 */
async function tryLater(ctx: Ctx, id: string, error: unknown) {
  log('error', 'an upload could not be processed', { subject: id, error })
  const later = await ctx.db
    .updateTable('upload')
    .set({ retry_at: sql`now() + make_interval(secs => exp(greatest(1, tries)))` })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'processing'])
    .where('tries', '<', PROCESS_TRIES)
    .returning('retry_at')
    .executeTakeFirst()
  if (later) await queueProcessing(ctx.db, id, new Date(later.retry_at!))
  else await failUpload(ctx, id, { code: 'processing_failed', params: {} })
}

/**
 * Queues an upload again that has no space on the disk. It does not count as a try, and others have their
 * turn meanwhile.
 */
async function waitForSpace(ctx: Ctx, id: string, error: NoSpace) {
  const seconds = waitFor(error) / 1_000
  const later = await ctx.db
    .updateTable('upload')
    .set((row) => ({
      tries: sql`greatest(0, ${row.ref('tries')} - 1)`,
      retry_at: sql`now() + make_interval(secs => ${seconds})`,
    }))
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('retry_at')
    .executeTakeFirst()
  if (!later) return
  await showWait(ctx, id, error)
  await queueProcessing(ctx.db, id, new Date(later.retry_at!))
}

const waitFor = ({ isTooLarge }: NoSpace) => (isTooLarge ? LARGE_WAIT_MS : SPACE_WAIT_MS)

/** Shows the creator what an upload waits for. */
const showWait = ({ db }: Ctx, id: string, { isTooLarge }: NoSpace) =>
  db
    .updateTable('upload')
    .set({ step: isTooLarge ? TOO_LARGE : NO_SPACE })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute()

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
 * Returns the next upload of a partition, of those with a waiting job and the caller's. Leaves out those
 * that are to be tried again later. First comes what was begun and not ended, then the creator whose
 * last upload was begun the longest ago.
 */
async function nextInPartition(db: Db, of: Partition, caller?: string) {
  const jobs = await waitingJobs(db, processUpload, laterBy(2 * WAIT_MS))
  const ids = jobs.map(({ id }) => id)
  return unfinished(db)
    .select('upload.id')
    .where(
      sql<boolean>`(upload.id = ${caller ?? null} or upload.id = any(${ids}::uuid[])
        and (retry_at is null or retry_at <= now()))`,
    )
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
}
