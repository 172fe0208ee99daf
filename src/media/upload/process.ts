import { inTx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { transition } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { encodeSeconds } from '#core/metrics.ts'
import { storeMediaFacts } from '#src/catalog/asset/asset-lifecycle.ts'
import { encodedBytes, storedBytes } from '#src/media/disk/needs.ts'
import { withWorkFolder, type WorkFolder } from '#src/media/disk/work-folder.ts'
import { measureSound } from '#src/media/packaging/audio.ts'
import { planRenditions } from '#src/media/packaging/encode.ts'
import type { MediaIndex } from '#src/media/packaging/package.ts'
import { planFilm } from '#src/media/parts/film.ts'
import { fileChapters } from '#src/media/playback/chapters.shared.ts'
import { askAboutCut } from './cut-files.ts'
import { processExtra } from './extra.ts'
import { beginParts, type FilmInParts, joinFilm } from './film-parts.ts'
import { mintUpload } from './mint.ts'
import { makePoster, sourceOf, storeDisplayPicture } from './pictures.ts'
import { cutFiles, makeRenditions } from './renditions.ts'
import { type ReportProgress, progressReporter, progressRange } from './progress.ts'
import { fetchFiles, type LocalFile, addFileToRefusal } from './local-files.ts'
import { runInParallel } from './parallel.ts'
import { makeTrailer, swapTrailer } from './trailer.ts'
import { takeTurn } from './turns.ts'
import { type CutFile, uploadTransitions } from './upload.shared.ts'
import {
  failOnRefusal,
  failUpload,
  filesOf,
  mintKey,
  PROCESS_TRIES,
  whileProcessed,
} from './upload.ts'

/**
 * Makes a title, trailer or extra of an upload's files, when it is the upload's turn. If the worker is
 * killed, another one resumes with what is missing. A refusal caused by the files ends the upload as
 * failed. Stops if the creator cancels the upload.
 */
export async function processTitle(ctx: Ctx, { id }: { id: string }) {
  await takeTurn(ctx, id, () =>
    whileProcessed(ctx, id, (during) => failOnRefusal(during, id, () => prepare(during, id))),
  )
}

async function prepare(ctx: Ctx, id: string) {
  const upload = await start(ctx, id)
  if (!upload) return
  const { kid } = upload
  const report = progressReporter(ctx, id)
  if (upload.of === 'extra') return processExtra(ctx, { id, kid }, report)
  const isTrailer = upload.of === 'trailer'
  const cut = upload.film ? await joinTitle(ctx, upload) : await encode(ctx, upload, report)
  if (!cut) return // the last part that is encoded queues the upload again
  if (cut.length > 0 && !upload.asked_at) return askAboutCut(ctx, id, cut)
  if (isTrailer) return inTx(ctx, (tx) => swapTrailer(tx, ctx, { id, kid }))
  await report(1, 'mint')
  await enqueue(ctx.db, mintUpload, { id }, { key: mintKey(id) })
}

type Started = NonNullable<Awaited<ReturnType<typeof start>>>

/**
 * Makes a title or trailer of the files, and returns those that are cut. Returns undefined for a film
 * that is encoded in parts by other jobs.
 */
async function encode(ctx: Ctx, { id, kid, of }: Started, report: ReportProgress) {
  const encoded = encodeSeconds.startTimer({ of })
  const need = { subject: id, bytes: await storedBytes(ctx, await filesOf(ctx.db, [id])) }
  const cut = await withWorkFolder(ctx, need, async (during, folder) => {
    await report(0, 'fetch')
    const files = await fetchFiles(during, id, folder.path)
    failpoint('upload.sniffed')
    const upload = { id, kid, folder }
    return of === 'trailer'
      ? makeNextTrailer(during, upload, files, report)
      : makeTitle(during, upload, files, report)
  })
  encoded()
  return cut
}

/**
 * Starts a queued upload, or resumes one that a dead worker left. Returns undefined for all others.
 * An upload that ended no attempt so often that its files must be the cause fails.
 */
async function start(ctx: Ctx, id: string) {
  const upload = await inTx(ctx, async (tx) => {
    const at = ctx.time()
    const set = { started_at: at.toISOString() }
    const step = { action: 'process', by: 'platform', at, set } as const
    await transition(tx, uploadTransitions, id, step)
    return tx
      .updateTable('upload')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .returning(['id', 'kid', 'of', 'tries', 'asked_at', 'film'])
      .executeTakeFirst()
  })
  if (!upload || upload.tries <= PROCESS_TRIES) return upload
  await failUpload(ctx, id, { code: 'processing_failed', params: {} })
  return undefined
}

const NO_TRAILER = { index: null, cut: [] as CutFile[] }

type Fetched = Awaited<ReturnType<typeof fetchFiles>>
type Files = Fetched & { asset: LocalFile }
type Upload = Pick<Started, 'id' | 'kid'> & { folder: WorkFolder }
type Known = Pick<FilmInParts, 'file' | 'probe' | 'trailer'>

/** Makes a title, and returns those of its files that are cut; undefined for a film in parts. */
async function makeTitle(ctx: Ctx, upload: Upload, fetched: Fetched, report: ReportProgress) {
  const { asset = fail('upload_incomplete') } = fetched
  const make = asset.asset_type === 'image' ? makePicture : makeFilm
  const made = await make(ctx, upload, { ...fetched, asset }, report)
  if (!made) return undefined
  const { cut, ...facts } = made
  await storeMediaFacts(ctx.db, upload.kid, facts)
  return cut
}

/** Makes a title of a film whose parts are encoded; returns its cut files, or undefined until then. */
async function joinTitle(ctx: Ctx, upload: Started) {
  const film = upload.film as FilmInParts
  const index = await joinFilm(ctx, upload, film)
  if (!index) return undefined
  const { cut, ...facts } = filmFacts(film, index)
  await storeMediaFacts(ctx.db, upload.kid, facts)
  return cut
}

async function makeNextTrailer(
  ctx: Ctx,
  { id: upload, kid, folder }: Upload,
  { trailer }: Fetched,
  report: ReportProgress,
) {
  const file = trailer ?? fail('upload_incomplete')
  const next = { kid, of: 'next_trailer', upload, file, folder } as const
  const { cut } = await makeTrailer(ctx, next, report)
  return cut
}

async function makePicture(
  ctx: Ctx,
  { kid, folder }: Upload,
  files: Files,
  report: ReportProgress,
) {
  await report(0.1, 'picture')
  await storeDisplayPicture(ctx, kid, files.asset)
  await makePoster(ctx, { kid, asset: files.asset, poster: files.poster, probe: undefined })
  const trailer = files.trailer
    ? await makeTrailer(
        ctx,
        { kid, of: 'trailer', file: files.trailer, folder },
        progressRange(report, 0.2, 0.9),
      )
    : NO_TRAILER
  const facts = { duration_seconds: null, trailer: trailer.index, chapters: [], metadata: {} }
  const type = { asset_type: 'image', media_type: 'image' } as const
  return { ...type, ...facts, cut: trailer.cut }
}

/**
 * Makes a film or a song. A source without moving pictures is a song. Returns undefined for a long film:
 * its pictures are encoded in parts.
 */
async function makeFilm(
  ctx: Ctx,
  { id, kid, folder }: Upload,
  { asset, poster, trailer: trailerFile }: Files,
  report: ReportProgress,
) {
  const { transcoder } = ctx.integrations
  const source = sourceOf(asset)
  const probe = await addFileToRefusal(asset, transcoder.probe(source, ctx.signal))
  await report(0.05, 'picture')
  const trailer = trailerFile
    ? await makeTrailer(
        ctx,
        { kid, of: 'trailer', file: trailerFile, folder },
        progressRange(report, 0.1, 0.2),
      )
    : NO_TRAILER
  const whole = await addFileToRefusal(asset, planRenditions(transcoder, source, probe, ctx.signal))
  const uncut = { id, source, path: asset.path, probe, plan: whole }
  const film = await addFileToRefusal(asset, planFilm(transcoder, uncut, ctx.signal))
  const plan = film ? { ...whole, rungs: [] } : whole
  await folder.reserve(encodedBytes(plan, probe, asset.size))
  const renditions = {
    kid,
    of: 'asset',
    source,
    probe,
    plan,
    report: progressRange(report, 0.2, film ? 0.2 : 0.95),
  } as const
  const [index] = await runInParallel(ctx, [
    (during) => addFileToRefusal(asset, makeRenditions(during, renditions)),
    (during) => makePoster(during, { kid, asset, poster, probe }),
  ])
  const { role, file_name } = asset
  const known = { file: { role, file_name }, probe, trailer }
  if (film) {
    await beginParts(ctx, id, { ...film, ...known })
    return undefined
  }
  if (probe.video) return filmFacts(known, index)
  await report(0.95, 'sound')
  const seconds = index.duration_seconds
  const measured = measureSound(transcoder, source, probe.audio!, seconds, ctx.signal)
  return {
    ...filmFacts(known, index),
    metadata: { sound: await addFileToRefusal(asset, measured) },
  }
}

/** Returns what is known of a title once its film or song is encoded. */
function filmFacts({ file, probe, trailer }: Known, index: MediaIndex) {
  const { duration_seconds } = index
  return {
    asset_type: 'video' as const,
    media_type: probe.video ? ('video' as const) : ('audio' as const),
    trailer: trailer.index,
    cut: [...cutFiles(file, probe, index), ...trailer.cut],
    duration_seconds: Math.max(1, Math.round(duration_seconds)),
    chapters: fileChapters(probe.chapters, duration_seconds),
    metadata: {},
  }
}
