import type { Insertable } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import type { Replacement } from '#core/database/tables.ts'
import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'
import { replacePoster } from '#src/catalog/asset/asset-lifecycle.ts'
import { requireOwnAsset, lockOwnAsset } from '#src/catalog/asset/edit.ts'
import { enqueuePictureRemoval } from '#src/platform/pictures/remove-picture.ts'
import { storePictureBytes } from '#src/platform/pictures/store-picture.ts'
import { readSubtitle } from '#src/media/packaging/webvtt.ts'
import { type Subtitles, subtitlesOf, writeSubtitles } from '#src/media/upload/subtitles.ts'
import { removeTrailer } from '#src/media/upload/trailer.ts'
import type * as schema from './replacement.shared.ts'

type Media = schema.ReplaceableMedia

export async function getMedia(ctx: Ctx, { kid }: BodyOf<typeof schema.getMedia>): Promise<Media> {
  await requireOwnAsset(ctx, kid)
  return mediaOf(ctx.db, kid)
}

/**
 * Replaces the poster, or only its focal point. The new picture has a new name, so that no cache
 * shows the old one, which is deleted later. Refuses `not_found`, `forbidden` and
 * `title_not_out`.
 */
export async function putPoster(
  ctx: Ctx,
  { kid, image, focal }: BodyOf<typeof schema.replacePoster>,
): Promise<Media> {
  if (image === undefined) return setFocalPoint(ctx, kid, focal)
  await inTx(ctx, (tx) => lockFinishedAsset(tx, ctx, kid)) // check before the work on a picture
  const bytes = Buffer.from(image, 'base64')
  const { picture } = await storePictureBytes(ctx, bytes, kid)
  return inTx(ctx, async (tx) => {
    const { poster } = await lockFinishedAsset(tx, ctx, kid)
    await replacePoster(tx, kid, { ...picture, focal })
    await recordReplacement(tx, ctx, { kid, what: 'poster' })
    await enqueuePictureRemoval(tx, ctx, poster)
    return mediaOf(tx, kid)
  })
}

function setFocalPoint(ctx: Ctx, kid: string, focal: PictureFacts['focal']): Promise<Media> {
  return inTx(ctx, async (tx) => {
    const { poster } = await lockFinishedAsset(tx, ctx, kid)
    if (poster && focal) await replacePoster(tx, kid, { ...(poster as PictureFacts), focal })
    return mediaOf(tx, kid)
  })
}

export async function putSubtitles(
  ctx: Ctx,
  body: BodyOf<typeof schema.putSubtitles>,
): Promise<Media> {
  const { kid, of } = body
  const { language, text } = await readSubtitle(body.language, body.b64_data)
  const put = (all: Subtitles[]) => [...without(all, { of, language }), { of, language, text }]
  return changeSubtitles(ctx, { kid, of, language, is_removal: false }, put)
}

export function deleteSubtitles(
  ctx: Ctx,
  { kid, ...which }: BodyOf<typeof schema.deleteSubtitles>,
): Promise<Media> {
  return changeSubtitles(ctx, { kid, ...which, is_removal: true }, (all) => without(all, which))
}

/** Removes the trailer. A title without one stays unchanged. Refuses `trailer_on_its_way`. */
export function deleteTrailer(
  ctx: Ctx,
  { kid }: BodyOf<typeof schema.deleteTrailer>,
): Promise<Media> {
  return inTx(ctx, async (tx) => {
    const { trailer } = await lockFinishedAsset(tx, ctx, kid)
    if (trailer !== null) {
      await removeTrailer(tx, ctx, kid)
      await recordReplacement(tx, ctx, { kid, what: 'trailer', is_removal: true })
    }
    return mediaOf(tx, kid)
  })
}

/**
 * Changes the subtitles under the title's lock, so that concurrent changes of two languages are
 * both kept.
 */
function changeSubtitles(
  ctx: Ctx,
  which: schema.SubtitlesOf & { kid: string; is_removal: boolean },
  to: (all: Subtitles[]) => Subtitles[],
): Promise<Media> {
  const { kid } = which
  return inTx(ctx, async (tx) => {
    await lockFinishedAsset(tx, ctx, kid)
    const kept = await writeSubtitles(tx, kid, to(await subtitlesOf(tx, kid)))
    if (!kept) fail('title_not_out')
    await recordReplacement(tx, ctx, { ...which, what: 'subtitles' })
    return mediaOf(tx, kid)
  })
}

/** Records a replacement, for the creator to look up. */
async function recordReplacement(tx: Tx, ctx: Ctx, made: Omit<Insertable<Replacement>, 'at'>) {
  await tx
    .insertInto('replacement')
    .values({ ...made, at: ctx.time().toISOString() })
    .execute()
}

const without = (all: Subtitles[], { of, language }: schema.SubtitlesOf) =>
  all.filter((one) => one.of !== of || one.language !== language)

/** Locks the creator's own title. Refuses `title_not_out` while its upload is under way. */
export async function lockFinishedAsset(tx: Tx, ctx: Ctx, kid: string) {
  const asset = await lockOwnAsset(tx, ctx, kid)
  const unfinished = await tx
    .selectFrom('upload')
    .select('id')
    .where('kid', '=', kid)
    .where('of', '=', 'title')
    .where('status', '<>', 'done')
    .executeTakeFirst()
  if (unfinished) fail('title_not_out')
  return asset
}

async function mediaOf(db: Db | Tx, kid: string): Promise<Media> {
  const { poster, trailer } = await db
    .selectFrom('asset')
    .select('trailer')
    .select((row) => row.ref('poster').$castTo<PictureFacts | null>().as('poster'))
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow()
  const subtitles = await subtitlesOf(db, kid)
  return {
    poster: poster && posterFields(poster),
    has_trailer: trailer !== null,
    subtitles: subtitles.map(({ of, language }) => ({ of, language })),
  }
}

const posterFields = ({ base, widths, width, height, thumbhash, focal }: PictureFacts) => ({
  base,
  widths,
  width,
  height,
  thumbhash,
  focal,
})
