import { inTx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { transition } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { encodeSeconds } from '#core/metrics.ts'
import type { AudioTrack } from '#src/integrations/ffprobe.ts'
import { storeMediaFacts } from '#src/catalog/asset/asset-lifecycle.ts'
import { measureSound } from '#src/media/packaging/audio.ts'
import { fileChapters } from '#src/media/playback/chapters.shared.ts'
import { askAboutCut } from './cut-files.ts'
import { processExtra } from './extra.ts'
import { mintUpload } from './mint.ts'
import { makePoster, sourceOf, storeDisplayPicture } from './pictures.ts'
import { cutFiles, makeRenditions } from './renditions.ts'
import { type ReportProgress, progressReporter, progressRange } from './progress.ts'
import { fetchFiles, withWorkFolder, type LocalFile, addFileToRefusal } from './local-files.ts'
import { runInParallel } from './parallel.ts'
import { makeTrailer, swapTrailer } from './trailer.ts'
import { takeTurn } from './turns.ts'
import { type CutFile, uploadTransitions } from './upload.shared.ts'
import { failOnRefusal, failUpload, mintKey, PROCESS_TRIES } from './upload.ts'

const WATCH_MS = 2_000

/**
 * Makes a title, trailer or extra of an upload's files, when it is the upload's turn. If the worker is
 * killed, another one resumes with what is missing. A refusal caused by the files ends the upload as
 * failed. Stops if the creator cancels the upload.
 */
export async function processTitle(ctx: Ctx, { id }: { id: string }) {
  await takeTurn(ctx, id, () =>
    untilCancelled(ctx, id, (during) => failOnRefusal(during, id, () => prepare(during, id))),
  )
}

/** Runs `work` on an upload, and aborts it when the upload is no longer processed. */
async function untilCancelled(ctx: Ctx, id: string, work: (during: Ctx) => Promise<void>) {
  const cancelled = new AbortController()
  const { signal: stop } = cancelled
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, stop]) : stop
  const look = async () => {
    if (await isCancelled(ctx, id)) cancelled.abort(new Error('cancelled'))
  }
  const watch = setInterval(() => void look().catch(() => undefined), WATCH_MS)
  try {
    await work({ ...ctx, signal })
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    clearInterval(watch)
  }
}

async function isCancelled({ db }: Ctx, id: string) {
  const upload = await db
    .selectFrom('upload')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return !upload || upload.status === 'aborted'
}

async function prepare(ctx: Ctx, id: string) {
  const upload = await start(ctx, id)
  if (!upload) return
  const { kid } = upload
  const report = progressReporter(ctx, id)
  if (upload.of === 'extra') return processExtra(ctx, { id, kid }, report)
  const isTrailer = upload.of === 'trailer'
  const encoded = encodeSeconds.startTimer({ of: upload.of })
  const cut = await withWorkFolder(ctx, async (folder) => {
    await report(0, 'fetch')
    const files = await fetchFiles(ctx, id, folder)
    failpoint('upload.sniffed')
    return isTrailer ? makeNextTrailer(ctx, kid, files, report) : makeTitle(ctx, kid, files, report)
  })
  encoded()
  if (cut.length > 0 && !upload.asked_at) return askAboutCut(ctx, id, cut)
  if (isTrailer) return inTx(ctx, (tx) => swapTrailer(tx, ctx, { id, kid }))
  await report(1, 'mint')
  await enqueue(ctx.db, mintUpload, { id }, { key: mintKey(id) })
}

/**
 * Starts a queued upload, or resumes one that a dead worker left. Returns undefined for all others.
 * An upload that ended no attempt so often that its files must be the cause fails.
 */
async function start(ctx: Ctx, id: string) {
  const upload = await inTx(ctx, async (tx) => {
    const set = { started_at: ctx.now.toISOString() }
    const step = { action: 'process', by: 'platform', at: ctx.now, set } as const
    await transition(tx, uploadTransitions, id, step)
    return tx
      .updateTable('upload')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .returning(['kid', 'of', 'tries', 'asked_at'])
      .executeTakeFirst()
  })
  if (!upload || upload.tries <= PROCESS_TRIES) return upload
  await failUpload(ctx, id, { code: 'processing_failed', params: {} })
  return undefined
}

const NO_TRAILER = { index: null, cut: [] as CutFile[] }

type Fetched = Awaited<ReturnType<typeof fetchFiles>>
type Files = Fetched & { asset: LocalFile }

/** Makes a title, and returns those of its files that are cut. */
async function makeTitle(ctx: Ctx, kid: string, fetched: Fetched, report: ReportProgress) {
  const { asset = fail('upload_incomplete') } = fetched
  const make = asset.asset_type === 'image' ? makePicture : makeFilm
  const { cut, ...facts } = await make(ctx, kid, { ...fetched, asset }, report)
  await storeMediaFacts(ctx.db, kid, facts)
  return cut
}

async function makeNextTrailer(
  ctx: Ctx,
  kid: string,
  { trailer }: Fetched,
  report: ReportProgress,
) {
  const file = trailer ?? fail('upload_incomplete')
  const { cut } = await makeTrailer(ctx, { kid, of: 'next_trailer', file }, report)
  return cut
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
    : NO_TRAILER
  const facts = { duration_seconds: null, trailer: trailer.index, chapters: [], metadata: {} }
  const type = { asset_type: 'image', media_type: 'image' } as const
  return { ...type, ...facts, cut: trailer.cut }
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
  const probe = await addFileToRefusal(asset, transcoder.probe(source, ctx.signal))
  await report(0.05, 'picture')
  const made = trailer
    ? await makeTrailer(ctx, { kid, of: 'trailer', file: trailer }, progressRange(report, 0.1, 0.2))
    : NO_TRAILER
  const renditions = {
    kid,
    of: 'asset',
    source,
    probe,
    report: progressRange(report, 0.2, 0.95),
  } as const
  const [index] = await runInParallel(ctx, [
    (during) => addFileToRefusal(asset, makeRenditions(during, renditions)),
    (during) => makePoster(during, { kid, asset, poster, probe }),
  ])
  const { duration_seconds } = index
  const isSong = !probe.video
  if (isSong) await report(0.95, 'sound')
  const measured = (track: AudioTrack) =>
    measureSound(transcoder, source, track, duration_seconds, ctx.signal)
  const sound = isSong && (await addFileToRefusal(asset, measured(probe.audio!)))
  const type = { asset_type: 'video', media_type: isSong ? 'audio' : 'video' } as const
  return {
    ...type,
    trailer: made.index,
    cut: [...cutFiles(asset, probe, index), ...made.cut],
    duration_seconds: Math.max(1, Math.round(duration_seconds)),
    chapters: fileChapters(probe.chapters, duration_seconds),
    metadata: sound ? { sound } : {},
  }
}
