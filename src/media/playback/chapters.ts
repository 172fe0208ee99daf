import { inTx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { replaceChapters } from '#src/catalog/asset/asset-lifecycle.ts'
import { lockOwnAsset } from '#src/catalog/asset/edit.ts'
import type { Chapters } from './chapters.shared.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import type * as schema from './playback.shared.ts'

/**
 * Returns the chapters of a published title, or of the caller's own. They are public. Refuses
 * `not_found`.
 */
export async function getChapters(
  { db, person }: Ctx,
  { id }: BodyOf<typeof schema.getChapters>,
): Promise<ReplyOf<typeof schema.getChapters>> {
  const title = await db
    .selectFrom('asset')
    .select((row) => row.ref('chapters').$castTo<Chapters>().as('chapters'))
    .where('kid', '=', id)
    .where(isVisibleTo(person))
    .executeTakeFirst()
  return title ? { chapters: title.chapters } : fail('not_found')
}

/**
 * Replaces the chapters of the creator's own title; an empty list removes them. Refuses
 * `not_found`, `title_not_out` and `input_invalid`.
 */
export async function putChapters(
  ctx: Ctx,
  { kid, chapters }: BodyOf<typeof schema.putChapters>,
): Promise<ReplyOf<typeof schema.putChapters>> {
  await inTx(ctx, async (tx) => {
    const { was_published_at, published_at, duration_seconds } = await lockOwnAsset(tx, ctx, kid)
    if (!published_at && !was_published_at) fail('title_not_out')
    const last = chapters.at(-1)
    if (last && last.at_seconds >= (duration_seconds ?? 0))
      fail('input_invalid', { field: 'chapters' })
    await replaceChapters(tx, kid, chapters)
  })
  return { chapters }
}
