import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail, isRefusal, Refusal } from '#core/errors.ts'
import { transition } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { StoredPart } from '#src/integrations/storage-parts.ts'
import {
  CHUNKS_MAX,
  type completeUpload,
  type signChunk,
  uploadTransitions,
} from './upload.shared.ts'
import { factsOf, ownFile, queueProcessing } from './upload.ts'

const MISSING_MAX = 20 // missing chunks that a refusal lists

/**
 * Signs a URL for one chunk. A chunk sent again under its number replaces the first. A file that is
 * uploaded whole counts as its own only chunk, so that an expired URL can be renewed. Refuses
 * `chunk_invalid`, `upload_closed` and `chunk_url_failed`.
 */
export async function createChunkUrl(
  ctx: Ctx,
  { upload_id, chunk_number, chunk_size, md5 }: BodyOf<typeof signChunk>,
): Promise<ReplyOf<typeof signChunk>> {
  const { storage } = ctx.integrations
  const file = await ownFile(ctx, upload_id)
  const { storage_key, multipart_id, mime } = file
  if (chunk_number < 1 || chunk_number > (multipart_id ? CHUNKS_MAX : 1)) fail('chunk_invalid')
  if (file.status !== 'uploading' || file.completed_at) fail('upload_closed')
  await continueUpload(ctx, file)
  const size = file.size ?? undefined
  const signing = multipart_id
    ? storage.signPart(storage_key, multipart_id, chunk_number, { size: chunk_size, md5 })
    : storage.signPut(storage_key, { size, md5: file.md5, type: mime, facts: factsOf(ctx, file) })
  return signing.catch((cause: unknown) => {
    throw isRefusal(cause) ? cause : new Refusal('chunk_url_failed', {}, { cause })
  })
}

/**
 * Marks a file as complete after checking with storage. The last of an upload's files queues its
 * processing. A repeated call returns the current status. Refuses `upload_incomplete` and
 * `upload_closed`.
 */
export async function complete(
  ctx: Ctx,
  { upload_id }: BodyOf<typeof completeUpload>,
): Promise<ReplyOf<typeof completeUpload>> {
  const file = await ownFile(ctx, upload_id)
  if (file.completed_at) return { uuid: file.upload_id, status: file.status }
  if (file.status !== 'uploading') fail('upload_closed')
  await assemble(ctx, file)
  failpoint('upload.assembled')
  const status = await inTx(ctx, (tx) => markComplete(tx, ctx, file))
  failpoint('upload.completed')
  return { uuid: file.upload_id, status }
}

type File = Awaited<ReturnType<typeof ownFile>>

/**
 * Joins the chunks of a file in storage and checks its size. A signed PUT accepts only the
 * announced MD5, so the size is enough.
 */
async function assemble(ctx: Ctx, file: File) {
  const { storage } = ctx.integrations
  const { storage_key, multipart_id, size } = file
  const parts = multipart_id ? await storage.listParts(storage_key, multipart_id) : undefined
  if (multipart_id && parts) {
    const missing = missingChunks(parts, size)
    if (missing.length > 0) fail('upload_incomplete', { chunks: missing.join(', ') })
    await storage.completeMultipart(storage_key, multipart_id, parts)
  }
  const found = await storage.head(storage_key)
  if (!found || (size !== null && found.size !== size)) fail('upload_incomplete')
}

/**
 * Returns the numbers of missing chunks, and the one after the last if bytes are missing at the
 * end.
 */
function missingChunks(parts: StoredPart[], size: number | null): number[] {
  const there = new Set(parts.map(({ number }) => number))
  const last = Math.max(0, ...there)
  const bytes = parts.reduce((sum, part) => sum + part.size, 0)
  const gaps = Array.from({ length: last }, (_, i) => i + 1).filter((n) => !there.has(n))
  const short = last === 0 || (gaps.length === 0 && size !== null && bytes < size)
  return [...gaps, ...(short ? [last + 1] : [])].slice(0, MISSING_MAX)
}

/** Records that somebody goes on with an upload, so that it does not end as an abandoned one. */
const continueUpload = (
  { db, time }: Pick<Ctx, 'time'> & { db: Db | Tx },
  { upload_id }: Pick<File, 'upload_id'>,
) =>
  db
    .updateTable('upload')
    .set({ continued_at: time().toISOString() })
    .where('id', '=', upload_id)
    .execute()

async function markComplete(tx: Tx, ctx: Ctx, { id, upload_id }: File): Promise<string> {
  const { status } = await tx
    .selectFrom('upload')
    .select('status')
    .where('id', '=', upload_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (status === 'aborted') fail('upload_closed')
  const completed_at = ctx.time().toISOString()
  await tx
    .updateTable('upload_file')
    .set({ completed_at })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .execute()
  const open = await tx
    .selectFrom('upload_file')
    .select('id')
    .where('upload_id', '=', upload_id)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  if (open) {
    await continueUpload({ ...ctx, db: tx }, { upload_id })
    return status
  }
  const creator = { by: 'creator', account: currentPerson(ctx).account_id, at: ctx.time() } as const
  const step = { action: 'complete', ...creator, set: { completed_at } } as const
  const moved = await transition(tx, uploadTransitions, upload_id, step)
  if (!moved) return status
  await queueProcessing(tx, upload_id)
  return 'queued'
}
