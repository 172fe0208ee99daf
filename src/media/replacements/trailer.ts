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

/** Begins another trailer of a title that is finished; the one before stays until it is ready. */
export async function beginTrailer(
  ctx: Ctx,
  { kid, ...file }: BodyOf<typeof schema.beginTrailer>,
): Promise<ReplyOf<typeof schema.beginTrailer>> {
  await inTx(ctx, (tx) => lockFinishedAsset(tx, ctx, kid)) // before storage hears of it
  const { file_name: name, file_size: size, file_type: type, md5 } = file
  const announced = await prepareTrailer(ctx, { name, size, type, md5 })
  await inTx(ctx, async (tx) => {
    await lockFinishedAsset(tx, ctx, kid)
    await insertTrailerUpload(tx, ctx, kid, announced)
  })
  return { uuid: announced.row.upload_id, trailer: uploadUrlOf(announced) }
}

/** Trailers tell when they came as the uploads they are. */
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
