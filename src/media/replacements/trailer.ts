import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type { Ctx } from '#core/context.ts'
import { requireOwnAsset } from '#src/catalog/asset/edit.ts'
import { uploadUrlOf } from '#src/media/upload/begin.ts'
import { nextTrailer } from '#src/media/upload/list.ts'
import { prepareTrailer, insertTrailerUpload } from '#src/media/upload/trailer.ts'
import { lockFinishedAsset } from './replacement.ts'
import type * as schema from './replacement.shared.ts'

const NEWEST = 50

/**
 * Begins the upload of another trailer for a finished title. The old one stays until the new one is
 * ready. Refuses `not_found`, `forbidden`, `title_not_out` and `trailer_on_its_way`.
 */
export async function beginTrailer(
  ctx: Ctx,
  { kid, ...file }: BodyOf<typeof schema.beginTrailer>,
): Promise<ReplyOf<typeof schema.beginTrailer>> {
  await inTx(ctx, (tx) => lockFinishedAsset(tx, ctx, kid)) // check before calling storage
  const { file_name: name, file_size: size, file_type: type, md5 } = file
  const prepared = await prepareTrailer(ctx, { name, size, type, md5 })
  await inTx(ctx, async (tx) => {
    await lockFinishedAsset(tx, ctx, kid)
    await insertTrailerUpload(tx, ctx, kid, prepared)
  })
  return { uuid: prepared.row.upload_id, trailer: uploadUrlOf(prepared) }
}

/** Returns the next trailer and the latest replacements. Trailers are listed by their uploads. */
export async function listReplacements(
  ctx: Ctx,
  { kid }: BodyOf<typeof schema.listReplacements>,
): Promise<ReplyOf<typeof schema.listReplacements>> {
  await requireOwnAsset(ctx, kid)
  const [next_trailer, { rows }] = await Promise.all([
    nextTrailer(ctx, kid),
    sql<schema.Replacement>`
      select what, of, language, is_removal, at from replacement where kid = ${kid}
      union all
      select 'trailer', null, null, false, processed_at from upload
      where kid = ${kid} and of = 'trailer' and status = 'done'
      order by at desc limit ${NEWEST}
    `.execute(ctx.db),
  ])
  return { next_trailer, items: rows }
}
