import { inTx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { transition } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { storeMediaFacts } from '#src/catalog/asset/asset-lifecycle.ts'
import { measureSound } from '#src/media/packaging/audio.ts'
import { fileChapters } from '#src/media/playback/chapters.shared.ts'
import { mintUpload } from './mint.ts'
import { makePoster, sourceOf, storeDisplayPicture } from './pictures.ts'
import { makeRenditions } from './renditions.ts'
import { type ReportProgress, progressReporter, progressRange } from './progress.ts'
import { fetchFiles, withWorkFolder, type LocalFile, addFileToRefusal } from './local-files.ts'
import { runInParallel } from './parallel.ts'
import { makeTrailer, swapTrailer } from './trailer.ts'
import { uploadTransitions } from './upload.shared.ts'
import { failOnRefusal, processUpload } from './upload.ts'

const BUSY_MS = 2_000

/**
 * True while this process makes a title. One at a time, because encoding uses all processors.
 */
let busy = false

/**
 * Makes a title or trailer of an upload's files. If the worker is killed, another one resumes with
 * what is missing. A refusal caused by the files ends the upload as failed.
 */
export async function processTitle(ctx: Ctx, { id }: { id: string }) {
  if (busy) return enqueue(ctx.db, processUpload, { id }, { at: retryAt(), key: `upload ${id}` })
  busy = true
  try {
    await failOnRefusal(ctx, id, () => prepare(ctx, id))
  } finally {
    busy = false
  }
}

/**
 * Returns the time of the next attempt by the wall clock, because the job queue does not follow
 * `ctx.now`.
 */
const retryAt = () => new Date(Date.now() + BUSY_MS)

async function prepare(ctx: Ctx, id: string) {
  const upload = await start(ctx, id)
  if (!upload) return
  const { kid } = upload
  const isTrailer = upload.of === 'trailer'
  const report = progressReporter(ctx, id)
  await withWorkFolder(ctx, async (folder) => {
    await report(0, 'fetch')
    const files = await fetchFiles(ctx, id, folder)
    failpoint('upload.sniffed')
    await (isTrailer
      ? makeNextTrailer(ctx, kid, files, report)
      : makeTitle(ctx, kid, files, report))
  })
  if (isTrailer) return swapTrailer(ctx, { id, kid })
  await report(1, 'mint')
  await enqueue(ctx.db, mintUpload, { id }, { key: `mint ${id}` })
}

/**
 * Starts a queued upload, or resumes one that a dead worker left. Returns undefined for all others.
 */
function start(ctx: Ctx, id: string) {
  return inTx(ctx, async (tx) => {
    await transition(tx, uploadTransitions, id, { action: 'process', by: 'platform', at: ctx.now })
    return tx
      .updateTable('upload')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .returning(['kid', 'of'])
      .executeTakeFirst()
  })
}

type Fetched = Awaited<ReturnType<typeof fetchFiles>>
type Files = Fetched & { asset: LocalFile }

async function makeTitle(ctx: Ctx, kid: string, fetched: Fetched, report: ReportProgress) {
  const { asset = fail('upload_incomplete') } = fetched
  const make = asset.asset_type === 'image' ? makePicture : makeFilm
  await storeMediaFacts(ctx.db, kid, await make(ctx, kid, { ...fetched, asset }, report))
}

async function makeNextTrailer(
  ctx: Ctx,
  kid: string,
  { trailer }: Fetched,
  report: ReportProgress,
) {
  const file = trailer ?? fail('upload_incomplete')
  await makeTrailer(ctx, { kid, of: 'next_trailer', file }, report)
}

async function makePicture(ctx: Ctx, kid: string, files: Files, report: ReportProgress) {
  await report(0.1, 'picture')
  await storeDisplayPicture(ctx, kid, files.asset)
  await makePoster(ctx, { kid, asset: files.asset, poster: files.poster, probe: undefined })
  const trailer = files.trailer
    ? await makeTrailer(
        ctx,
        { kid, of: 'trailer', file: files.trailer },
        progressRange(report, 0.2, 0.9),
      )
    : null
  const type = { asset_type: 'image', media_type: 'image' } as const
  return { ...type, duration_seconds: null, trailer, chapters: [], metadata: {} }
}

/** Makes a film or a song. A source without moving pictures is a song. */
async function makeFilm(
  ctx: Ctx,
  kid: string,
  { asset, poster, trailer }: Files,
  report: ReportProgress,
) {
  const { transcoder } = ctx.integrations
  const source = sourceOf(asset)
  const probe = await addFileToRefusal('asset', transcoder.probe(source, ctx.signal))
  await report(0.05, 'picture')
  const trailerIndex = trailer
    ? await makeTrailer(ctx, { kid, of: 'trailer', file: trailer }, progressRange(report, 0.1, 0.2))
    : null
  const renditions = {
    kid,
    of: 'asset',
    source,
    probe,
    report: progressRange(report, 0.2, 0.95),
  } as const
  const [{ duration_seconds }] = await runInParallel(ctx, [
    (during) => makeRenditions(during, renditions),
    (during) => makePoster(during, { kid, asset, poster, probe }),
  ])
  const isSong = !probe.video
  if (isSong) await report(0.95, 'sound')
  const sound =
    isSong && (await measureSound(transcoder, source, probe.audio!, duration_seconds, ctx.signal))
  return {
    ...({
      asset_type: 'video',
      media_type: isSong ? 'audio' : 'video',
      trailer: trailerIndex,
    } as const),
    duration_seconds: Math.max(1, Math.round(duration_seconds)),
    chapters: fileChapters(probe.chapters, duration_seconds),
    metadata: sound ? { sound } : {},
  }
}
