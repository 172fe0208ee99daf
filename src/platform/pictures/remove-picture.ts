import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import type { PictureFacts } from './picture.shared.ts'

export const removePicture = job<{ base: string }>('media.remove_picture')
const SHOWN_SECONDS = 3_600 // open pages still show the old picture

/**
 * Enqueues the removal of a replaced or removed picture. `picture` is the column's old value, `PictureFacts`
 * or null.
 */
export async function enqueuePictureRemoval(tx: Tx, ctx: Ctx, picture: unknown) {
  const old = picture as PictureFacts | null
  const at = addSeconds(ctx.now, SHOWN_SECONDS)
  if (old) await enqueue(tx, removePicture, { base: old.base }, { at })
}

/** Deletes a picture from storage unless a title, brand, group or campaign shows it. */
export async function deleteUnusedPicture(ctx: Ctx, { base }: { base: string }) {
  const { rows } = await sql`
    select from asset where poster->>'base' = ${base}
    union all select from brand where hero_picture->>'base' = ${base}
    union all select from title_group where cover_picture->>'base' = ${base}
    union all select from campaign where hero_picture->>'base' = ${base}
  `.execute(ctx.db)
  if (rows.length === 0) await ctx.integrations.storage.removeAll(`media/${base}-`)
}
