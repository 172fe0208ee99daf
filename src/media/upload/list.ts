import { type NotNull, sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { CutFile, listUploads, Upload } from './upload.shared.ts'
import { filesOf, keptUntil, type StoredFile } from './upload.ts'

/** Matches uploads whose creator can already watch a rendition (see playback/entitlement.ts). */
const isWatchable = sql<boolean>`exists (select from rendition where rendition.kid = upload.kid
  and rendition.of = 'asset' and name not in ('audio', 'display'))`

type Filters = BodyOf<typeof listUploads>

/**
 * Returns the caller's uploads of titles, newest first. Each lists the chunks that are stored, so
 * that a browser can resume.
 */
export async function listOwnUploads(
  ctx: Ctx,
  { orh_account_id, include_mint, done_since, uuid: one, offset, limit }: Filters,
): Promise<ReplyOf<typeof listUploads>> {
  const { account_id } = currentPerson(ctx)
  if (orh_account_id && orh_account_id !== account_id) return { items: [], total: 0 }
  const own = ctx.db
    .selectFrom('upload')
    .where('account_id', '=', account_id)
    .where('of', '=', 'title')
    .where('status', '<>', 'aborted')
    .$if(one !== undefined, (all) => all.where('upload.id', '=', one!))
    .$if(done_since !== undefined, (all) =>
      all.where((row) =>
        row.or([row('status', '<>', 'done'), row('upload.created_at', '>', done_since!)]),
      ),
    )
  const [uploads, { total }] = await Promise.all([
    own
      .innerJoin('asset', 'asset.kid', 'upload.kid')
      .select(['upload.id as uuid', 'upload.kid', 'title', 'status', 'step', 'progress', 'failure'])
      .select(['failure_params', 'cut_files', 'upload.created_at', 'published_at'])
      .select(keptUntil.as('kept_until'))
      .select(['copies_count', 'total_copies', 'first_number', 'tries'])
      .select(['sale_price', 'listed_at', 'listing_failure', 'listing_failure_params'])
      .select(isWatchable.as('is_watchable'))
      .$narrowType<{ total_copies: NotNull }>() // set for every upload of a title
      .orderBy('upload.created_at', 'desc')
      .orderBy('upload.id')
      .offset(offset)
      .limit(limit)
      .execute(),
    own.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const files = await filesForClient(ctx, uploads)
  const items = uploads.map(({ copies_count, published_at, ...upload }) => ({
    ...upload,
    failure_params: upload.failure_params as Upload['failure_params'],
    cut_files: upload.cut_files as CutFile[],
    listing_failure_params: upload.listing_failure_params as Upload['failure_params'],
    files: files.flatMap(({ uuid, file }) => (uuid === upload.uuid ? [file] : [])),
    minted:
      include_mint && published_at ? { copies_count, first_number: upload.first_number } : null,
  }))
  return { items, total }
}

/** Returns the open upload of a title's next trailer, or null. */
export async function nextTrailer(ctx: Ctx, kid: string) {
  const [next] = await openUploads(ctx, kid, 'trailer')
  return next ?? null
}

/** Returns a title's uploads of trailers or extras that are neither done nor aborted. */
export async function openUploads(ctx: Ctx, kid: string, of: 'trailer' | 'extra') {
  const uploads = await ctx.db
    .selectFrom('upload')
    .select(['id as uuid', 'status', 'step', 'progress', 'failure', 'failure_params', 'cut_files'])
    .select(keptUntil.as('kept_until'))
    .where('kid', '=', kid)
    .where('of', '=', of)
    .where('status', 'not in', ['done', 'aborted'])
    .execute()
  const files = await filesForClient(ctx, uploads)
  return uploads.map((upload) => ({
    ...upload,
    failure_params: upload.failure_params as Upload['failure_params'],
    cut_files: upload.cut_files as CutFile[],
    files: files.flatMap(({ uuid, file }) => (uuid === upload.uuid ? [file] : [])),
  }))
}

async function filesForClient(ctx: Ctx, uploads: { uuid: string; status: string }[]) {
  const open = new Set(uploads.filter(({ status }) => status === 'uploading').map((u) => u.uuid))
  const ids = uploads.map(({ uuid }) => uuid)
  const rows = ids.length > 0 ? await filesOf(ctx.db, ids) : []
  return Promise.all(
    rows.map(async (row) => ({
      uuid: row.upload_id,
      file: {
        upload_id: row.id,
        role: row.role as Upload['files'][number]['role'],
        file_name: row.file_name,
        size: row.size,
        md5: row.md5,
        completed: row.completed_at !== null,
        chunks: open.has(row.upload_id) && !row.completed_at ? await chunksOf(ctx, row) : [],
      },
    })),
  )
}

async function chunksOf(ctx: Ctx, { storage_key, multipart_id }: StoredFile) {
  if (!multipart_id) return []
  const parts = await ctx.integrations.storage.listParts(storage_key, multipart_id)
  return (parts ?? []).map(({ number, size }) => ({ number, size }))
}
