import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { jobsOf } from '#core/job-queue.ts'
import { encodeSeconds } from '#core/metrics.ts'
import { encodedBytes } from '#src/media/disk/needs.ts'
import { withWorkFolder } from '#src/media/disk/work-folder.ts'
import { encodePart } from '#src/media/packaging/encode.ts'
import type { Rung } from '#src/media/packaging/ladder.ts'
import {
  joinParts,
  type MediaIndex,
  mediaIndex,
  type TrackIndex,
} from '#src/media/packaging/package.ts'
import { firstFrameAt, PART_SEGMENTS, secondsAllowed } from '#src/media/packaging/parts.ts'
import type { Film } from '#src/media/parts/film.ts'
import { fetchRanges, withoutOverlaps } from '#src/media/parts/partial-file.ts'
import { makeContentKeys } from '#src/media/playback/content-keys.ts'
import { addFileToRefusal, type UploadedFile } from './local-files.ts'
import { runInParallel } from './parallel.ts'
import { packageRendition, renditionsOf, storeRendition } from './renditions.ts'
import { takePartTurn } from './turns.ts'
import type { CutFile } from './upload.shared.ts'
import {
  failOnRefusal,
  filesOf,
  type Part,
  partJob,
  PROCESS_TRIES,
  queuePart,
  queueProcessing,
  whileProcessed,
} from './upload.ts'

const QUEUED_MAX = 8 // parts of a film that wait or are encoded: so many workers can share it
const SOURCE = 'source'
/** The share of an upload's progress at which its parts begin, and at which they end. */
const [BEGIN, END] = [0.2, 0.95]

/** Holds what is known of a film before its pictures are encoded. It is stored as JSON. */
export interface FilmInParts extends Film {
  file: UploadedFile
  trailer: { index: MediaIndex | null; cut: CutFile[] }
}

/** Stores how a film is encoded in parts, and queues the first of them. */
export async function beginParts(ctx: Ctx, id: string, film: FilmInParts) {
  await inTx(ctx, async (tx) => {
    const begun = await tx
      .updateTable('upload')
      .set({ film: JSON.stringify(film) })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .returning('id')
      .executeTakeFirst()
    if (!begun) return
    await tx
      .insertInto('film_part')
      .values(film.parts.map((_, i) => ({ upload_id: id, number: i + 1 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await queueParts(tx, id)
  })
}

/** Step: queues the next parts that are missing. Those that wait or are encoded stay as they are. */
async function queueParts(tx: Tx, id: string) {
  const missing = await tx
    .selectFrom('film_part')
    .select('number')
    .where('upload_id', '=', id)
    .where('tracks', 'is', null)
    .orderBy('number')
    .limit(QUEUED_MAX)
    .execute()
  const queued = new Set((await jobsOf(tx, partJob, { id })).map(({ number }) => number))
  for (const { number } of missing) if (!queued.has(number)) await queuePart(tx, { id, number })
}

/**
 * Joins the parts of a film once all are encoded, and returns the index of its renditions. Else queues
 * what is missing, and returns undefined.
 */
export async function joinFilm(ctx: Ctx, { id, kid }: { id: string; kid: string }, film: Film) {
  const parts = await partsOf(ctx.db, id)
  if (parts.some((tracks) => !tracks)) {
    await inTx(ctx, (tx) => queueParts(tx, id))
    return undefined
  }
  for (const [i, { name }] of film.plan.rungs.entries()) {
    const track = joinParts(parts.map((tracks) => tracks![i]!))
    await storeRendition(ctx, { kid, of: 'asset' }, name, track, true)
  }
  return mediaIndex((await renditionsOf(ctx, kid, 'asset')).map(({ track }) => track))
}

/** Returns the indexes of each part's pictures, the smallest first; null for a part that is missing. */
async function partsOf(db: Tx | Ctx['db'], id: string) {
  const rows = await db
    .selectFrom('film_part')
    .select('tracks')
    .where('upload_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(({ tracks }) => tracks as TrackIndex[] | null)
}

/** Encodes one part of a film, when this worker encodes nothing else that is long. */
export async function encodeFilmPart(ctx: Ctx, part: Part) {
  const { id } = part
  await takePartTurn(ctx, part, () =>
    whileProcessed(ctx, id, (during) => failOnRefusal(during, id, () => makePart(during, part))),
  )
}

/** Encodes a part that is missing and stores it. The last part of a film queues the film to be joined. */
export async function makePart(ctx: Ctx, { id, number }: Part) {
  const found = await ctx.db
    .selectFrom('upload')
    .innerJoin('film_part', 'film_part.upload_id', 'upload.id')
    .select(['kid', 'film'])
    .where('upload.id', '=', id)
    .where('status', '=', 'processing')
    .where('number', '=', number)
    .where('tracks', 'is', null)
    .executeTakeFirst()
  if (!found) return
  const { kid } = found
  const film = found.film as FilmInParts
  const encoded = encodeSeconds.startTimer({ of: 'part' })
  const need = { subject: `${id} ${number}`, bytes: bytesOfPart(film, number) }
  const tracks = await withWorkFolder(ctx, need, async (during, folder) => {
    await countTry(during, { id, number })
    const work = { id, kid, number, film, folder: folder.path }
    return addFileToRefusal(film.file, encode(during, work))
  })
  encoded()
  failpoint('film_part.encoded')
  await inTx(ctx, (tx) => storePart(tx, ctx, { id, number }, tracks))
}

/**
 * Counts a try in the part's row: its job starts counting anew each time it is queued. Refuses
 * `processing_failed` once all tries are used.
 */
async function countTry({ db }: Ctx, { id, number }: Part) {
  const { tries } = await db
    .updateTable('film_part')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('upload_id', '=', id)
    .where('number', '=', number)
    .returning('tries')
    .executeTakeFirstOrThrow()
  if (tries > PROCESS_TRIES) fail('processing_failed')
}

/** Returns the bytes that a part takes on disk: what it reads of the file, and what it makes. */
function bytesOfPart(film: Film, number: number): number {
  const read = rangesOfPart(film, number).reduce((sum, { from, to }) => sum + to - from, 0)
  const part = { number, count: film.parts.length }
  const duration_seconds = secondsAllowed(part, film.probe.duration_seconds)
  return read + encodedBytes(film.plan, { duration_seconds })
}

const rangesOfPart = ({ index, parts }: Film, number: number) =>
  withoutOverlaps([...index, parts[number - 1]!])

interface PartWork extends Part {
  kid: string
  film: Film
  folder: string
}

async function encode(ctx: Ctx, { id, kid, number, film, folder: place }: PartWork) {
  const folder = join(place, 'asset')
  await mkdir(folder)
  const { storage, transcoder } = ctx.integrations
  const { storage_key: key } = (await filesOf(ctx.db, [id])).find(({ role }) => role === 'asset')!
  const ranges = rangesOfPart(film, number)
  const path = join(folder, SOURCE)
  await fetchRanges(storage, { key, path, size: film.size, ranges }, ctx.signal)
  failpoint(`film_part.${number}`)

  const keys = await makeContentKeys(ctx, kid)
  const source = { folder, file: SOURCE, demuxer: film.demuxer }
  const { rungs } = film.plan
  const inMilliseconds = film.demuxer === 'matroska'
  const part = { number, count: film.parts.length, inMilliseconds }
  const onProgress = await progressOfPart(ctx, id, film)
  let whole = false
  const run = async ({ signal }: Ctx) => {
    await encodePart(transcoder, source, rungs, part, { probe: film.probe, signal, onProgress })
    whole = true
  }
  const pack = (rung: Rung) => (during: Ctx) =>
    packageRendition(during, {
      kid,
      folder: `${rung.name}-${film.mark}`,
      path: join(folder, `${rung.name}.mp4`),
      keys,
      isWhole: () => whole,
      before: { segments: (number - 1) * PART_SEGMENTS, seconds: firstFrameAt(part, rung) },
    })
  const [, ...tracks] = await runInParallel<(void | TrackIndex)[]>(ctx, [run, ...rungs.map(pack)])
  const isWhole = (track: TrackIndex) => track.segments.length === PART_SEGMENTS
  if (number < part.count && !(tracks as TrackIndex[]).every(isWhole))
    throw new Error(`part ${number} of the film of upload ${id} has not ${PART_SEGMENTS} segments`)
  return tracks as TrackIndex[]
}

/** Returns a function that writes how far a film is, once a part has come so far. */
async function progressOfPart(ctx: Ctx, id: string, film: Film) {
  const made = (await partsOf(ctx.db, id)).filter(Boolean).length
  let last = -Infinity
  return (share: number) => {
    const now = Date.now()
    if (now - last < 1_000) return
    last = now
    void setProgress(ctx.db, id, film, made + share).catch(() => undefined)
  }
}

/** Writes the progress of a film, of which so many parts are made. It never goes back. */
async function setProgress(db: Tx | Ctx['db'], id: string, film: Film, made: number) {
  const share = BEGIN + (END - BEGIN) * (made / film.parts.length)
  await db
    .updateTable('upload')
    .set({
      step: film.plan.rungs.map(({ name }) => name).join('-'),
      progress: sql`greatest(progress, ${Math.floor(100 * share)}::int)`,
    })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute()
}

/**
 * Step: stores a part that is encoded. Locks the upload, so that of several that end at once the last one
 * sees the others. The creator can watch what is whole from the beginning.
 */
export async function storePart(tx: Tx, ctx: Ctx, { id, number }: Part, tracks: TrackIndex[]) {
  const upload = await tx
    .selectFrom('upload')
    .select(['kid', 'film'])
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!upload) return
  const stored = await tx
    .updateTable('film_part')
    .set({ tracks: JSON.stringify(tracks) })
    .where('upload_id', '=', id)
    .where('number', '=', number)
    .where('tracks', 'is', null)
    .executeTakeFirst()
  if (stored.numUpdatedRows === 0n) return
  const film = upload.film as FilmInParts
  const parts = await partsOf(tx, id)
  const made = parts.filter((part) => part !== null)
  await setProgress(tx, id, film, made.length)
  const missing = parts.indexOf(null)
  if (missing < 0) return queueProcessing(tx, id)
  await queueParts(tx, id)
  if (missing === 0) return
  const soFar = joinParts(parts.slice(0, missing).map((part) => part![0]!))
  const preview = { kid: upload.kid, of: 'asset' } as const
  await storeRendition({ db: tx, now: ctx.time() }, preview, film.plan.rungs[0]!.name, soFar, false)
}
