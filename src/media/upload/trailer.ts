import { randomUUID } from 'node:crypto'
import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { insertWithEvent, transition } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { replaceTrailer } from '#src/catalog/asset/asset-lifecycle.ts'
import { encodedBytes } from '#src/media/disk/needs.ts'
import { clearExtraFiles } from '#src/media/extras/extras.ts'
import type { WorkFolder } from '#src/media/disk/work-folder.ts'
import { renditionPlan } from '#src/media/packaging/ladder.ts'
import { mediaIndex } from '#src/media/packaging/package.ts'
import { prepareFile, type PreparedFile, type FileToUpload, inChunks } from './begin.ts'
import { sourceOf } from './pictures.ts'
import { cutFiles, ENDED, makeRenditions, removeUnusedFiles, renditionsOf } from './renditions.ts'
import type { ReportProgress } from './progress.ts'
import { type LocalFile, addFileToRefusal } from './local-files.ts'
import { subtitlesOf, writeSubtitles } from './subtitles.ts'
import { uploadTransitions } from './upload.shared.ts'

export const clearTracks = job<{ kid: string }>('upload.clear_tracks')

const PLAYBACK_GRACE_SECONDS = 3_600 // players may still hold a manifest of the old trailer

/**
 * Prepares the upload of a trailer in storage. Without its row, the hourly sweep clears storage
 * again.
 */
export function prepareTrailer(
  ctx: Ctx,
  given: Pick<FileToUpload, 'name' | 'size' | 'type' | 'md5'>,
) {
  const file: FileToUpload = { ...given, role: 'trailer', inChunks: inChunks(given.size) }
  return prepareFile(ctx, randomUUID(), file)
}

/**
 * Inserts the upload of a title's next trailer. A unique index allows one at a time: of two at
 * once, one is refused.
 */
export async function insertTrailerUpload(tx: Tx, ctx: Ctx, kid: string, { row }: PreparedFile) {
  const { account_id } = currentPerson(ctx)
  const created_at = ctx.time().toISOString()
  const upload = {
    id: row.upload_id,
    kid,
    of: 'trailer',
    account_id,
    created_at,
    progress: 0,
    subtitles: [],
  }
  const creator = { by: 'creator', account: account_id, at: ctx.time() } as const
  await insertWithEvent(tx, uploadTransitions, [upload], { action: 'begin', ...creator })
  await tx.insertInto('upload_file').values(row).execute()
  await deleteRenditions(tx, kid, 'next_trailer').execute() // left by an aborted trailer of another file
}

interface Trailer {
  kid: string
  of: 'trailer' | 'next_trailer'
  /** The upload of a next trailer. */
  upload?: string
  file: LocalFile
  folder: WorkFolder
}

/**
 * Makes the renditions of a trailer. They are not encrypted, since trailers are public. Returns their
 * index, and the file if it is cut.
 */
export async function makeTrailer(ctx: Ctx, trailer: Trailer, report: ReportProgress) {
  return addFileToRefusal(trailer.file, encodeTrailer(ctx, trailer, report))
}

async function encodeTrailer(ctx: Ctx, trailer: Trailer, report: ReportProgress) {
  const { file, folder, ...target } = trailer
  const source = sourceOf(file)
  const probe = await ctx.integrations.transcoder.probe(source, ctx.signal)
  await folder.reserve(encodedBytes(renditionPlan(probe), probe, file.size))
  const step: ReportProgress = (share) => report(share, 'trailer')
  const index = await makeRenditions(ctx, { ...target, source, probe, report: step })
  return { index, cut: cutFiles(file, probe, index) }
}

/**
 * Publishes the new trailer in place of the old one, whose files are deleted an hour later. The uploaded
 * file is deleted now.
 */
export async function swapTrailer(tx: Tx, ctx: Ctx, { id, kid }: { id: string; kid: string }) {
  const set = { step: null, progress: 100, processed_at: ctx.time().toISOString() }
  const moved = await transition(tx, uploadTransitions, id, {
    action: 'swap',
    by: 'platform',
    at: ctx.time(),
    set,
  })
  if (!moved) return
  await deleteRenditions(tx, kid, 'trailer').execute()
  await tx
    .updateTable('rendition')
    .set({ of: 'trailer' })
    .where('kid', '=', kid)
    .where('of', '=', 'next_trailer')
    .execute()
  const renditions = await renditionsOf({ db: tx }, kid, 'trailer')
  await replaceTrailer(tx, kid, mediaIndex(renditions.map(({ track }) => track)))
  await enqueue(tx, clearExtraFiles, { prefix: `uploads/${id}/` })
  await enqueueTrackRemoval(tx, ctx, kid)
}

/**
 * Removes the trailer of a locked title. Refuses `trailer_on_its_way` while another one is
 * uploaded.
 */
export async function removeTrailer(tx: Tx, ctx: Ctx, kid: string) {
  if (await openTrailerUpload(tx, kid).executeTakeFirst()) fail('trailer_on_its_way')
  await deleteRenditions(tx, kid, 'trailer').execute()
  await replaceTrailer(tx, kid, null)
  const kept = (await subtitlesOf(tx, kid)).filter(({ of }) => of !== 'trailer')
  await writeSubtitles(tx, kid, kept)
  await enqueueTrackRemoval(tx, ctx, kid)
}

/**
 * Queues the deletion of unused tracks an hour later, so that running players finish the old
 * trailer. Replaces a queued deletion of the title, which would come too early for this change.
 */
const enqueueTrackRemoval = (tx: Tx, ctx: Ctx, kid: string) =>
  enqueue(
    tx,
    clearTracks,
    { kid },
    { key: `clear tracks ${kid}`, at: addSeconds(ctx.time(), PLAYBACK_GRACE_SECONDS) },
  )

/** Deletes the renditions of an aborted trailer, unless the next one is already under way. */
export async function deleteNextTrailer(tx: Tx, ctx: Ctx, kid: string) {
  await deleteRenditions(tx, kid, 'next_trailer')
    .where((row) => row.not(row.exists(openTrailerUpload(tx, kid))))
    .execute()
  await enqueueTrackRemoval(tx, ctx, kid)
}

const openTrailerUpload = (tx: Tx, kid: string) =>
  tx
    .selectFrom('upload')
    .select('id')
    .where('kid', '=', kid)
    .where('of', '=', 'trailer')
    .where('status', 'not in', ENDED)

const deleteRenditions = (tx: Tx, kid: string, of: Trailer['of']) =>
  tx.deleteFrom('rendition').where('kid', '=', kid).where('of', '=', of)

/** Deletes the stored tracks of a title that no rendition uses. */
export const removeUnusedTracks = (ctx: Ctx, { kid }: { kid: string }) =>
  removeUnusedFiles(ctx, { kid })
