import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { errors } from '#core/error-catalogue.ts'
import { fail, isRefusal, type Refusal } from '#core/errors.ts'
import { transition } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { permanentlyFailed } from '#core/job-queue.ts'
import { job, enqueue, removeJob } from '#core/jobs.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { failedMail } from './upload-mail.shared.ts'
import {
  type abortUpload,
  CUT_KEPT_DAYS,
  FAILED_KEPT_DAYS,
  type retryUpload,
  UPLOADING_KEPT_DAYS,
  uploadTransitions,
} from './upload.shared.ts'

export const processUpload = job<{ id: string }>('upload.process')
export const removeUpload = job<{ id: string }>('upload.clear')

/** A part of a film: the upload, and its number from 1. */
export interface Part {
  id: string
  number: number
}
export const partJob = job<Part>('upload.encode_part')

export type Role = 'asset' | 'poster' | 'trailer' | 'extra'
export type StoredFile = Awaited<ReturnType<typeof filesOf>>[number]

const WATCH_MS = 2_000
export const PROCESS_TRIES = 8 // over half an hour, in case storage or the database is away

const continuedAt = sql`greatest(upload.created_at, upload.completed_at, upload.continued_at)`

/** The time until which an upload that waits for its creator is kept; null for others. */
export const keptUntil = sql<string | null>`case upload.status
  when 'uploading' then ${continuedAt} + make_interval(hours => ${UPLOADING_KEPT_DAYS * 24})
  when 'failed' then ${continuedAt} + make_interval(hours => ${FAILED_KEPT_DAYS * 24})
  when 'cut' then upload.asked_at + make_interval(hours => ${CUT_KEPT_DAYS * 24})
end`

/** Returns an upload of the caller. Refuses `not_found` for uploads of others too. */
export async function ownUpload(ctx: Ctx, id: string) {
  const upload = await ctx.db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  return upload ?? fail('not_found')
}

/** Returns a file of the caller's uploads by its id, which the API calls `upload_id`. */
export async function ownFile(ctx: Ctx, id: string) {
  const file = await ctx.db
    .selectFrom('upload_file')
    .innerJoin('upload', 'upload.id', 'upload_file.upload_id')
    .selectAll('upload_file')
    .select('upload.status')
    .where('upload_file.id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  return file ?? fail('not_found')
}

/** Returns the facts that storage keeps with a file: its owner, its upload and its role. */
export const factsOf = (ctx: Ctx, file: { upload_id: string; role: string; md5: string }) => ({
  uuid: file.upload_id,
  'account-id': currentPerson(ctx).account_id,
  'upload-type': file.role,
  md5: file.md5,
  'marketplace-id': new URL(ctx.config.publicUrl).host,
})

export function filesOf(db: Db | Tx, uploadIds: string[]) {
  return db
    .selectFrom('upload_file')
    .selectAll()
    .where('upload_id', 'in', uploadIds)
    .orderBy('role')
    .execute()
}

const processKey = (id: string) => `upload ${id}`

/** The key under which one job waits to number an upload's copies. */
export const mintKey = (id: string) => `mint ${id}`

/**
 * Queues the processing of an upload, at the given time or now. However often it is called, one job
 * waits.
 */
export const queueProcessing = (db: Db | Tx, id: string, at?: Date) =>
  enqueue(
    db,
    processUpload,
    { id },
    { key: processKey(id), tries: PROCESS_TRIES, ...(at && { at }) },
  )

const partKey = ({ id, number }: Part) => `part ${id} ${number}`

/** Queues the encoding of a part of a film, at the given time or now. One job waits for each part. */
export const queuePart = (db: Db | Tx, part: Part, at?: Date) =>
  enqueue(db, partJob, part, {
    key: partKey(part),
    tries: PROCESS_TRIES,
    ...(at && { at }),
  })

/** Runs `work` on an upload, and aborts it when the upload is no longer processed. */
export async function whileProcessed(ctx: Ctx, id: string, work: (during: Ctx) => Promise<void>) {
  const ended = new AbortController()
  const { signal: stop } = ended
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, stop]) : stop
  const look = async () => {
    if (!(await isProcessed(ctx, id))) ended.abort(new Error('the upload is no longer processed'))
  }
  const watch = setInterval(() => void look().catch(() => undefined), WATCH_MS)
  try {
    await work({ ...ctx, signal })
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    clearInterval(watch)
  }
}

async function isProcessed({ db }: Ctx, id: string) {
  const upload = await db
    .selectFrom('upload')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'processing'])
    .executeTakeFirst()
  return upload !== undefined
}

/**
 * Aborts an upload whose copies have no numbers yet; a worker that processes it stops. A repeated
 * call changes nothing. Refuses `upload_closed`.
 */
export async function abort(ctx: Ctx, { uuid }: BodyOf<typeof abortUpload>): Promise<undefined> {
  const { status } = await ownUpload(ctx, uuid)
  if (status === 'aborted') return
  const creator = { by: 'creator', account: currentPerson(ctx).account_id, at: ctx.time() } as const
  await inTx(ctx, async (tx) => {
    const moved = await transition(tx, uploadTransitions, uuid, { action: 'abort', ...creator })
    if (!moved) fail('upload_closed')
    await removeJob(tx, processKey(uuid))
    await enqueue(tx, removeUpload, { id: uuid })
  })
}

/** Queues a failed upload again, with the files that are still stored. Refuses `upload_closed`. */
export async function retry(
  ctx: Ctx,
  { uuid }: BodyOf<typeof retryUpload>,
): Promise<ReplyOf<typeof retryUpload>> {
  const { status } = await ownUpload(ctx, uuid)
  if (status === 'queued' || status === 'processing') return { uuid, status }
  const at = ctx.time()
  const creator = { by: 'creator', account: currentPerson(ctx).account_id, at } as const
  const set = {
    continued_at: at.toISOString(),
    failure: null,
    failure_params: null,
    step: null,
    progress: 0,
    tries: 0,
    retry_at: null,
  }
  await inTx(ctx, async (tx) => {
    const moved = await transition(tx, uploadTransitions, uuid, {
      action: 'retry',
      ...creator,
      set,
    })
    if (!moved) fail('upload_closed')
    await removeJob(tx, mintKey(uuid)) // may have failed for good
    await tx.updateTable('film_part').set({ tries: 0 }).where('upload_id', '=', uuid).execute()
    for (const part of await permanentlyFailed(tx, partJob))
      if (part.id === uuid) await removeJob(tx, partKey(part)) // would end the upload again
    await queueProcessing(tx, uuid)
  })
  return { uuid, status: 'queued' }
}

/**
 * Runs work on an upload. A refusal caused by its files ends the upload as failed. Anything else
 * (storage or database away, a bug) is thrown, and the job tries again.
 */
export async function failOnRefusal(ctx: Ctx, id: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!isRefusal(error) || errors[error.code].status >= 500) throw error
    await failUpload(ctx, id, error)
  }
}

/**
 * Marks an upload as failed, and tells the creator of a title by mail. Its files are kept for
 * `FAILED_KEPT_DAYS`, for another attempt.
 */
export function failUpload(
  ctx: Ctx,
  id: string,
  { code, params }: Pick<Refusal, 'code' | 'params'>,
) {
  const at = ctx.time()
  const failure_params = JSON.stringify(params)
  const set = { failure: code, failure_params, continued_at: at.toISOString() }
  const step = { action: 'fail', by: 'platform', at, set } as const
  return inTx(ctx, async (tx) => {
    if (!(await transition(tx, uploadTransitions, id, step))) return
    const { of } = await tx
      .selectFrom('upload')
      .select('of')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (of === 'title') await enqueueMails(tx, failedMail, [{ id }])
  })
}
