import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { requireOwnAsset } from '#src/catalog/asset/edit.ts'
import { extraBytesMax, type ExtraKind } from '#src/media/extras/extra.shared.ts'
import { insertExtra, isKept, requireRoomForExtra } from '#src/media/extras/extras.ts'
import { multirangeOf, numbersText } from '#src/media/extras/numbers.ts'
import { inChunks, prepareFile, uploadUrlOf } from '#src/media/upload/begin.ts'
import { insertExtraUpload } from '#src/media/upload/extra.ts'
import { openUploads } from '#src/media/upload/list.ts'
import { lockFinishedAsset } from './replacement.ts'
import type * as schema from './extra.shared.ts'

/**
 * Begins the upload of an extra for the creator's own finished title. Refuses `not_found`, `forbidden`,
 * `title_not_out`, `too_many_extras`, `extra_too_large` and `input_invalid`.
 */
export async function beginExtra(
  ctx: Ctx,
  body: BodyOf<typeof schema.beginExtra>,
): Promise<ReplyOf<typeof schema.beginExtra>> {
  const { kid, kind, file_name, file_size, file_type, md5, ...fields } = body
  const limit = extraBytesMax[kind]
  if (file_size > limit) fail('extra_too_large', { megabytes: limit / 1_000_000 })
  await inTx(ctx, async (tx) => {
    const asset = await lockFinishedAsset(tx, ctx, kid)
    await requireRoomForExtra(tx, kid)
    multirangeOf(fields.numbers, asset)
  }) // check before calling storage
  const prepared = await prepareFile(ctx, randomUUID(), {
    role: 'extra',
    name: file_name,
    size: file_size,
    type: file_type,
    md5,
    inChunks: inChunks(file_size),
  })
  const id = prepared.row.upload_id
  await inTx(ctx, async (tx) => {
    const asset = await lockFinishedAsset(tx, ctx, kid)
    await insertExtraUpload(tx, ctx, kid, prepared)
    await insertExtra(tx, ctx, asset, { id, kid, kind, ...fields })
  })
  return { id, file: uploadUrlOf(prepared) }
}

/** Lists the extras of the creator's own title, those being uploaded included. */
export async function listOwnExtras(
  ctx: Ctx,
  { kid }: BodyOf<typeof schema.listOwnExtras>,
): Promise<ReplyOf<typeof schema.listOwnExtras>> {
  await requireOwnAsset(ctx, kid)
  const [rows, uploads] = await Promise.all([
    ctx.db
      .selectFrom('extra')
      .innerJoin('asset', 'asset.kid', 'extra.kid')
      .select(['extra.id', 'extra.name', 'note', 'numbers', 'for_renters'])
      .select((row) => row.ref('kind').$castTo<ExtraKind>().as('kind'))
      .select([holders.as('holders_count'), openings.as('opened_count')])
      .where('extra.kid', '=', kid)
      .where(isKept)
      .orderBy('position')
      .orderBy('extra.id')
      .execute(),
    openUploads(ctx, kid, 'extra'),
  ])
  return {
    items: rows.map((row) => {
      const { cut_files: _, ...upload } = uploads.find(({ uuid }) => uuid === row.id) ?? {}
      return {
        ...row,
        numbers: numbersText(row.numbers),
        upload: 'uuid' in upload ? upload : null,
      }
    }),
  }
}

const holders = sql<number>`(
  select count(distinct owner) from serial
  where serial.kid = extra.kid and owner <> asset.creator
    and (extra.numbers is null or extra.numbers @> serial.number))`
const openings = sql<number>`(
  select count(*) from extra_opening where extra_id = extra.id and account_id <> asset.creator)`
