import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '#core/context.ts'
import type { Probe } from '#src/integrations/ffprobe.ts'
import { setPoster } from '#src/catalog/asset/asset-lifecycle.ts'
import { displayPicture, previewPicture } from '#src/media/packaging/display.ts'
import { pickCover, pickFrame } from '#src/platform/pictures/poster.ts'
import { storePicture } from '#src/platform/pictures/store-picture.ts'
import { addFileToRefusal, type LocalFile } from './local-files.ts'

interface PosterSources {
  kid: string
  asset: LocalFile
  poster: LocalFile | undefined
  /** The probe of a film or song; undefined for pictures. */
  probe: Probe | undefined
}

/**
 * Gives a title its poster, unless it has one. An uploaded poster comes first, then a frame of the
 * film or the cover inside the song. A picture is its own poster, at half its size. A song without
 * any gets none, and pages show its number instead.
 */
export async function makePoster(ctx: Ctx, sources: PosterSources) {
  await addFileToRefusal(sources.poster ?? sources.asset, storePoster(ctx, sources))
}

async function storePoster(ctx: Ctx, { kid, ...look }: PosterSources) {
  const { poster } = await ctx.db
    .selectFrom('asset')
    .select('poster')
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow()
  const path = poster ? undefined : await posterPath(ctx, look)
  if (!path) return
  const { picture, obi } = await storePicture(ctx.integrations.storage, path, kid)
  await setPoster(ctx.db, kid, picture, obi)
}

async function posterPath(ctx: Ctx, { asset, poster, probe }: Omit<PosterSources, 'kid'>) {
  if (poster) return poster.path
  if (probe?.video)
    return pickFrame(ctx.integrations.transcoder, sourceOf(asset), probe, ctx.signal)
  if (probe) return pickCover(ctx.integrations.transcoder, sourceOf(asset), probe, ctx.signal)
  const path = join(asset.folder, 'preview.png')
  await writeFile(path, await previewPicture(asset.path))
  return path
}

/** Returns a film or song as a source for ffmpeg, restricted to the demuxer of its type. */
export const sourceOf = ({ folder, file, demuxer }: LocalFile) => ({
  folder,
  file,
  demuxer: demuxer!,
})

/** The stored display size of a picture, outside the files that are public. */
export interface DisplayPicture {
  key: string
  type: string
  isMoving: boolean
}

/**
 * Stores the size of a picture that its holders see. Their number is drawn on it at each request.
 */
export async function storeDisplayPicture(ctx: Ctx, kid: string, asset: LocalFile) {
  const { bytes, isMoving } = await addFileToRefusal(asset, displayPicture(asset.path))
  const display: DisplayPicture = { key: `display/${kid}/1920.webp`, type: 'image/webp', isMoving }
  await ctx.integrations.storage.put(display.key, bytes, display)
  await ctx.db
    .insertInto('rendition')
    .values({
      kid,
      of: 'asset',
      name: 'display',
      media_index: JSON.stringify(display),
      created_at: ctx.time().toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
