import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type { Ctx } from '#core/context.ts'
import { requireOwnAsset } from '#src/catalog/asset/edit.ts'
import { addressOf } from '#src/media/upload/begin.ts'
import { nextTrailer } from '#src/media/upload/status.ts'
import { announceTrailer, enterTrailer } from '#src/media/upload/trailer.ts'
import { finishedTitle } from './replacement.ts'
import type * as shape from './replacement.shared.ts'

const NEWEST = 50

/** Begins another trailer of a title that is finished; the one before stays until it is ready. */
export async function beginTrailer(
  ctx: Ctx,
  { kid, ...file }: BodyOf<typeof shape.beginTrailer>,
): Promise<ReplyOf<typeof shape.beginTrailer>> {
  await inTx(ctx, (tx) => finishedTitle(tx, ctx, kid)) // before storage hears of it
  const { file_name: name, file_size: size, file_type: type, md5 } = file
  const announced = await announceTrailer(ctx, { name, size, type, md5 })
  await inTx(ctx, async (tx) => {
    await finishedTitle(tx, ctx, kid)
    await enterTrailer(tx, ctx, kid, announced)
  })
  return { uuid: announced.row.upload_id, trailer: addressOf(announced) }
}

/** Trailers tell when they came as the uploads they are. */
export async function list(
  ctx: Ctx,
  { kid }: BodyOf<typeof shape.listReplacements>,
): Promise<ReplyOf<typeof shape.listReplacements>> {
  await requireOwnAsset(ctx, kid)
  const [next_trailer, { rows }] = await Promise.all([
    nextTrailer(ctx, kid),
    sql<shape.Replacement>`
      select what, of, language, is_removal, at from replacement where kid = ${kid}
      union all
      select 'trailer', null, null, false, processed_at from upload
      where kid = ${kid} and of = 'trailer' and status = 'done'
      order by at desc limit ${NEWEST}
    `.execute(ctx.db),
  ])
  return { next_trailer, items: rows }
}
