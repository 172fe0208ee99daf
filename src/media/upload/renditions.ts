import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/context.ts'
import type { Probe } from '#src/integrations/ffprobe.ts'
import type { Source } from '#src/integrations/transcoder.ts'
import type { ContentKeys } from '#src/media/packaging/keys.ts'
import {
  renditionNames,
  selectRenditions,
  type Plan,
  SOUND,
  soundFacts,
} from '#src/media/packaging/ladder.ts'
import { freeBuffer } from '#src/media/packaging/free-buffer.ts'
import {
  mediaIndex,
  type MediaIndex,
  packageTrack,
  type TrackIndex,
} from '#src/media/packaging/package.ts'
import { shortfallOf } from '#src/media/packaging/shortfall.ts'
import { encodePlan, planRenditions } from '#src/media/packaging/encode.ts'
import { makeContentKeys } from '#src/media/playback/content-keys.ts'
import type { ReportProgress } from './progress.ts'
import type { UploadedFile } from './local-files.ts'
import { runInParallel } from './parallel.ts'
import type { CutFile } from './upload.shared.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const EVERY_MS = 5_000
/** The states of an upload that makes nothing any more. */
export const ENDED = ['done', 'aborted']

interface RenditionJob {
  kid: string
  /** The kind of rendition: a title's master is encrypted, its trailers are not. */
  of: 'asset' | 'trailer' | 'next_trailer'
  source: Source
  probe: Probe
  /** Names what to make; all that the source has if omitted. */
  plan?: Plan
  /** The upload of a next trailer: once it has ended, nothing more of it is stored. */
  upload?: string
  /** Receives the progress from 0 to 1, with the names of the renditions in work. */
  report: ReportProgress
}

/**
 * Makes the renditions of a film or song in one call of ffmpeg, and stores each while it is
 * encoded. Complete renditions are kept.
 */
export async function makeRenditions(ctx: Ctx, work: RenditionJob): Promise<MediaIndex> {
  const { kid, of, source, probe } = work
  const { transcoder } = ctx.integrations
  const plan = work.plan ?? (await planRenditions(transcoder, source, probe, ctx.signal))
  const made = (await renditionsOf(ctx, kid, of)).map(({ name }) => name)
  const missing = renditionNames(plan).filter((name) => !made.includes(name))
  if (missing.length > 0) await make(ctx, work, plan, missing)
  await deletePartialRenditions(ctx, kid, of)
  return mediaIndex((await renditionsOf(ctx, kid, of)).map(({ track }) => track))
}

async function make(ctx: Ctx, work: RenditionJob, plan: Plan, missing: string[]) {
  const { kid, of, source, probe, report } = work
  const keys = of === 'asset' ? await makeContentKeys(ctx, kid) : undefined
  const todo = selectRenditions(plan, missing)
  const step = todo.rungs.map(({ name }) => name).join('-') || SOUND
  const withSound = (name: string, track: TrackIndex): TrackIndex => {
    const sound = soundFacts(probe, name)
    return sound ? { ...track, sound } : track
  }
  const onProgress = (share: number) => void report(share, step)
  await report(0, step)
  let whole = false
  const run = async ({ integrations, signal }: Ctx) => {
    await encodePlan(integrations.transcoder, source, todo, { probe, signal, onProgress })
    whole = true
  }
  const early = previewWhileEncoding(work, plan, missing)
  const store = (name: string) => async (during: Ctx) => {
    const path = join(source.folder, `${name}.mp4`)
    const onGrown = (soFar: TrackIndex) => early(during, name, withSound(name, soFar))
    const folder = `${name}-${randomBytes(6).toString('hex')}` // overlapping attempts never mix
    const made = { kid, folder, path, keys, isWhole: () => whole, onGrown }
    const track = withSound(name, await packageRendition(during, made))
    await storeWhole(during, work, name, track)
    failpoint(`rendition.${name}`)
  }
  await runInParallel(ctx, [run, ...missing.map(store)])
}

/** Stores a complete rendition. Locks its upload, so that nothing is stored after it was cancelled. */
async function storeWhole(ctx: Ctx, work: RenditionJob, name: string, track: TrackIndex) {
  const { upload } = work
  if (upload === undefined) return storeRendition(ctx, work, name, track, true)
  await inTx(ctx, async (tx) => {
    const open = await tx
      .selectFrom('upload')
      .select('id')
      .where('id', '=', upload)
      .where('status', '=', 'processing')
      .forShare()
      .executeTakeFirst()
    if (open) await storeRendition({ db: tx, now: ctx.now }, work, name, track, true)
  })
}

/**
 * Stores the unfinished smallest picture and its sound every five seconds, always both. The title's
 * creator can watch it meanwhile. Trailers become visible only when they are complete.
 */
function previewWhileEncoding(work: RenditionJob, { rungs }: Plan, missing: string[]) {
  const shown = work.of === 'asset' && rungs[0] ? [SOUND, rungs[0].name] : []
  const awaited = shown.filter((name) => missing.includes(name))
  const parts = new Map<string, TrackIndex>()
  let keptAt = -Infinity
  return async (ctx: Ctx, name: string, soFar: TrackIndex) => {
    if (!awaited.includes(name)) return
    parts.set(name, soFar)
    if (parts.size < awaited.length || Date.now() - keptAt < EVERY_MS) return
    keptAt = Date.now()
    for (const [part, track] of parts) await storeRendition(ctx, work, part, track, false)
    failpoint('rendition.begun')
  }
}

/** Returns the complete renditions of a title or trailer. */
export async function renditionsOf({ db }: { db: Db | Tx }, kid: string, of: RenditionJob['of']) {
  const rows = await db
    .selectFrom('rendition')
    .select(['name', 'media_index'])
    .where('kid', '=', kid)
    .where('of', '=', of)
    .where('is_whole', '=', true)
    .orderBy('created_at')
    .execute()
  return rows.map(({ name, media_index }) => ({ name, track: media_index as TrackIndex }))
}

interface PackagingInput {
  kid: string
  /** The folder of its files in every set; the index names it. */
  folder: string
  path: string
  keys: ContentKeys | undefined
  isWhole: () => boolean
  before?: { segments: number; seconds: number }
  onGrown?: (soFar: TrackIndex) => Promise<void>
}

/** Packages one rendition, or a part of it, into segments in storage. */
export function packageRendition(
  ctx: Ctx,
  { kid, folder, keys, ...made }: PackagingInput,
): Promise<TrackIndex> {
  return packageTrack({
    name: folder,
    ...made,
    ...(keys && { locked: { kid, keys } }),
    async write(file, bytes) {
      const kept = { type: 'video/mp4', cacheControl: IMMUTABLE }
      await ctx.integrations.storage.put(`media/${kid}/${file}`, bytes, kept)
      freeBuffer(bytes)
    },
    ...(ctx.signal && { signal: ctx.signal }),
  })
}

/**
 * Stores a rendition's row. Of overlapping attempts, the first complete one wins; until then, the
 * latest started one.
 */
export async function storeRendition(
  { db, now }: { db: Db | Tx; now: Date },
  { kid, of }: Pick<RenditionJob, 'kid' | 'of'>,
  name: string,
  track: TrackIndex,
  is_whole: boolean,
) {
  await db
    .insertInto('rendition')
    .values({
      kid,
      of,
      name,
      media_index: JSON.stringify(track),
      is_whole,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kid', 'of', 'name'])
        .doUpdateSet((row) => ({
          media_index: row.ref('excluded.media_index'),
          is_whole: row.ref('excluded.is_whole'),
          created_at: row.ref('excluded.created_at'),
        }))
        .where('rendition.is_whole', '=', false)
        .where((row) =>
          row.or([
            row('excluded.is_whole', '=', true),
            row('excluded.created_at', '>=', row.ref('rendition.created_at')),
          ]),
        ),
    )
    .execute()
}

/**
 * Deletes partial renditions once all planned ones are complete. An older version of the app
 * planned them.
 */
async function deletePartialRenditions({ db }: Ctx, kid: string, of: RenditionJob['of']) {
  await db
    .deleteFrom('rendition')
    .where('kid', '=', kid)
    .where('of', '=', of)
    .where('is_whole', '=', false)
    .execute()
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

/** Returns a list of the file if its renditions are shorter than it states, else an empty one. */
export function cutFiles(
  { role, file_name: name }: UploadedFile,
  probe: Probe,
  { tracks }: MediaIndex,
): CutFile[] {
  const found = shortfallOf(probe, tracks)
  if (!found) return []
  const stated_seconds = tenths(found.stated_seconds)
  const read_seconds = tenths(found.read_seconds)
  return [{ file: role === 'trailer' ? role : 'asset', name, stated_seconds, read_seconds }]
}

/**
 * Deletes stored tracks of a title that no rendition uses; with the `upload` that made the title, also
 * the pictures that it does not show. Storage is listed first, so tracks written meanwhile are kept. While
 * another upload of the title is open, nothing is deleted.
 */
export async function removeUnusedFiles(ctx: Ctx, of: { kid: string; upload?: string }) {
  const { kid, upload = null } = of
  const { db, integrations } = ctx
  const stored = await Array.fromAsync(integrations.storage.list(`media/${kid}/`))
  const busy = await db
    .selectFrom('upload')
    .select('id')
    .where('kid', '=', kid)
    .where('of', '<>', 'extra') // has no tracks
    .where('status', 'not in', ENDED)
    .where(sql<boolean>`id is distinct from ${upload}`)
    .executeTakeFirst()
  if (busy) return
  const [asset, rows] = await Promise.all([
    db.selectFrom('asset').select('poster').where('kid', '=', kid).executeTakeFirst(),
    db.selectFrom('rendition').select('media_index').where('kid', '=', kid).execute(),
  ])
  const tracks = new Set(rows.map(({ media_index }) => (media_index as TrackIndex).name))
  const picture = `media/${(asset?.poster as { base?: string } | null | undefined)?.base}-`
  for (const { key } of stored) {
    const track = key.split('/')[3] // media/{kid}/{set}/{track}/…; pictures have no folder
    const isUsed = track ? tracks.has(track) : upload === null || key.startsWith(picture)
    if (!isUsed) await integrations.storage.remove(key)
  }
}
