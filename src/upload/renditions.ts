import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Db, Tx } from '#core/db.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/http.ts'
import type { Probe } from '#src/outside/ffprobe.ts'
import type { Source } from '#src/outside/transcoder.ts'
import type { ContentKeys } from '../media/keys.ts'
import { mediaIndex, type MediaIndex, packageTrack, type TrackIndex } from '../media/package.ts'
import { makeRendition, planRenditions } from '../media/video.ts'
import { makeContentKeys } from '../playback/content-keys.ts'
import type { Report } from './report.ts'
import { together } from './together.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

interface Work {
  kid: string
  /** A title's master is locked, its trailers are not. */
  of: 'asset' | 'trailer' | 'next_trailer'
  source: Source
  probe: Probe
  /** From 0 to 1 over all renditions, with the name of the one that is being made. */
  report: Report
}

/**
 * Makes what players play of a film or song: one rendition after the other, each a row as soon as
 * it lies in storage; a step is stored while the next is encoded. What has its row is not made
 * again, so a killed process loses two steps at most.
 */
export async function makeRenditions(ctx: Ctx, work: Work): Promise<MediaIndex> {
  const { transcoder } = ctx.outside
  const { kid, of, source, probe, report } = work
  const keys = of === 'asset' ? await makeContentKeys(ctx, kid) : undefined
  const steps = await planRenditions(transcoder, source, probe, ctx.signal)
  const made = new Map((await renditionsOf(ctx, kid, of)).map((row) => [row.name, row.track]))
  const store = async (during: Ctx, names: string[]) => {
    for (const name of names) {
      const path = join(source.folder, `${name}.mp4`)
      await keep(during, work, name, await packaged(during, { kid, name, path, keys }))
      failpoint(`rendition.${name}`)
    }
  }
  let unstored: string[] = []
  for (const [i, step] of steps.entries()) {
    const missing = step.files.map(stem).filter((name) => !made.has(name))
    if (missing.length === 0) continue
    const onProgress = (share: number) => void report((i + share) / steps.length, step.name)
    await report(i / steps.length, step.name)
    const before = unstored
    await together(ctx, [
      (during) => store(during, before),
      ({ signal }) => makeRendition(transcoder, source, step, { probe, steps, signal, onProgress }),
    ])
    unstored = missing
  }
  await store(ctx, unstored)
  return mediaIndex((await renditionsOf(ctx, kid, of)).map(({ track }) => track))
}

const stem = (file: string) => file.replace(/\.mp4$/, '')

export async function renditionsOf({ db }: { db: Db | Tx }, kid: string, of: Work['of']) {
  const rows = await db
    .selectFrom('rendition')
    .select(['name', 'media_index'])
    .where('kid', '=', kid)
    .where('of', '=', of)
    .orderBy('created_at')
    .execute()
  return rows.map(({ name, media_index }) => ({ name, track: media_index as TrackIndex }))
}

interface Made {
  kid: string
  name: string
  path: string
  keys: ContentKeys | undefined
}

/** Each try has a folder of its own, so two that overlap never mix their segments. */
function packaged(ctx: Ctx, { kid, name, path, keys }: Made): Promise<TrackIndex> {
  return packageTrack({
    name: `${name}-${randomBytes(6).toString('hex')}`,
    path,
    ...(keys && { locked: { kid, keys } }),
    write: (file, bytes) =>
      ctx.outside.storage.put(`media/${kid}/${file}`, bytes, {
        type: 'video/mp4',
        cacheControl: FOR_EVER,
      }),
    ...(ctx.signal && { signal: ctx.signal }),
  })
}

async function keep(ctx: Ctx, { kid, of }: Work, name: string, track: TrackIndex) {
  await ctx.db
    .insertInto('rendition')
    .values({
      kid,
      of,
      name,
      media_index: JSON.stringify(track),
      created_at: ctx.now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
