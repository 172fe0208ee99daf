import { createDecipheriv } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { sniff } from '#src/platform/pictures/sniff.ts'
import { segmentKey } from '#src/media/packaging/keys.ts'
import { type TrackIndex, trackSeconds } from '#src/media/packaging/package.ts'
import { watermarkAnimation, watermarkImage } from '#src/media/packaging/watermark.ts'
import { contentKeys } from '#src/media/playback/content-keys.ts'
import type { DisplayPicture } from '#src/media/upload/pictures.ts'
import { type Format, formatOf } from './formats.ts'

const ORIGINAL = 'original'
const SOUND = 'audio'
const DISPLAY = 'display'
const IV_BYTES = 16

/** A file of a title in storage, as its creator sent it. */
interface Original {
  key: string
  size: number | null
}

/** The files of a title that can be downloaded: its original, and its renditions by name. */
export interface TitleFiles {
  original: Original | undefined
  tracks: Map<string, TrackIndex>
  display: DisplayPicture | undefined
}

/** Returns the files of a title. */
export async function filesOfTitle(db: Db | Tx, kid: string): Promise<TitleFiles> {
  const stored = await db
    .selectFrom('upload')
    .innerJoin('upload_file', 'upload_file.upload_id', 'upload.id')
    .select(['storage_key as key', 'size'])
    .where('upload.kid', '=', kid)
    .where('upload.of', '=', 'title')
    .where('upload.status', 'in', ['minted', 'done'])
    .where('role', '=', 'asset')
    .executeTakeFirst()
  const renditions = await db
    .selectFrom('rendition')
    .select(['name', 'media_index'])
    .where('kid', '=', kid)
    .where('of', '=', 'asset')
    .where('is_whole', '=', true)
    .execute()
  const found = new Map(renditions.map(({ name, media_index }) => [name, media_index]))
  const display = found.get(DISPLAY) as DisplayPicture | undefined
  found.delete(DISPLAY)
  return {
    original: stored,
    tracks: found as Map<string, TrackIndex>,
    display,
  }
}

/**
 * Lists what owners can choose, the best first. A film's renditions are its pictures, each with the
 * sound; a song's is its sound; a picture's is the size for display, with the number drawn on it.
 */
export function choicesOf({ original, tracks, display }: TitleFiles) {
  const sound = tracks.get(SOUND)
  const pictures = [...tracks.values()]
    .filter(({ kind }) => kind === 'video')
    .toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))
  const names = new Map([...tracks].map(([name, track]) => [track, name]))
  const renditions =
    pictures.length > 0
      ? pictures.map((track) => ({
          file: names.get(track)!,
          size: bytesOf(track) + (sound ? bytesOf(sound) : 0),
        }))
      : sound
        ? [{ file: SOUND, size: bytesOf(sound) }]
        : []
  return [
    ...(original ? [{ file: ORIGINAL, size: original.size }] : []),
    ...renditions,
    ...(display ? [{ file: DISPLAY, size: null }] : []),
  ]
}

const bytesOf = ({ segments }: TrackIndex) => segments.reduce((sum, { bytes }) => sum + bytes, 0)

/** A file on the worker's disk, in a folder of its own. */
export interface FetchedFile {
  folder: string
  file: string
  path: string
  format: Format
  /** The demuxer of ffmpeg that may open it; undefined for pictures. */
  demuxer: string | undefined
}

/**
 * Fetches a chosen file into a folder. `serial` is drawn on a picture of display size. Refuses
 * `download_unsupported` if the title does not have the file.
 */
export async function fetchChoice(
  ctx: Ctx,
  kid: string,
  { file, serial, folder }: { file: string; serial: string; folder: string },
): Promise<FetchedFile> {
  const { original, tracks, display } = await filesOfTitle(ctx.db, kid)
  if (file === ORIGINAL && original) return fetchOriginal(ctx, original, folder)
  if (file === DISPLAY && display) return fetchDisplay(ctx, display, serial, folder)
  const track = tracks.get(file) ?? fail('download_unsupported')
  const sound = file === SOUND ? undefined : tracks.get(SOUND)
  return joinTracks(ctx, kid, sound ? [track, sound] : [track], folder)
}

async function fetchOriginal(ctx: Ctx, { key }: Original, folder: string): Promise<FetchedFile> {
  const path = join(folder, 'source')
  const found = await ctx.integrations.storage.getFile(key, path, ctx.signal)
  if (found === undefined) fail('download_unsupported')
  const { mime, demuxer } = await sniff(path)
  return { folder, file: 'source', path, demuxer, format: formatOf(mime) }
}

async function fetchDisplay(
  ctx: Ctx,
  { key, isMoving }: DisplayPicture,
  serial: string,
  folder: string,
): Promise<FetchedFile> {
  const source = (await ctx.integrations.storage.getBytes(key)) ?? fail('download_unsupported')
  const { bytes, type } = await (isMoving ? watermarkAnimation : watermarkImage)(source, serial)
  const path = join(folder, 'source')
  await writeFile(path, bytes)
  return { folder, file: 'source', path, demuxer: undefined, format: formatOf(type) }
}

/** Decrypts the segments of tracks, and joins the tracks to one file without encoding them again. */
async function joinTracks(
  ctx: Ctx,
  kid: string,
  tracks: TrackIndex[],
  folder: string,
): Promise<FetchedFile> {
  const keys = (await contentKeys(ctx, kid)) ?? fail('download_unsupported')
  for (const [i, track] of tracks.entries()) {
    const key = segmentKey(keys[track.kind])
    const clear = Readable.from(clearSegments(ctx, kid, track, key))
    await pipeline(clear, createWriteStream(join(folder, `track${i}.mp4`)))
  }
  const isSong = tracks.every(({ kind }) => kind === 'audio')
  const file = isSong ? 'source.m4a' : 'source.mp4'
  const more = tracks.slice(1).flatMap((_, i) => ['-f', 'mov', '-i', `file:track${i + 1}.mp4`])
  const maps = tracks.flatMap((_, i) => ['-map', `${i}:0`])
  const { transcoder } = ctx.integrations
  await transcoder.run(
    { folder, file: 'track0.mp4', demuxer: 'mov' },
    [...more, ...maps, '-c', 'copy', '-movflags', '+faststart', file],
    {
      durationSeconds: Math.max(...tracks.map(trackSeconds)),
      ...(ctx.signal && { signal: ctx.signal }),
    },
  )
  const format = formatOf(isSong ? 'audio/mp4' : 'video/mp4')
  return { folder, file, path: join(folder, file), demuxer: 'mov', format }
}

/** Yields the clear segments of a track: those of the AES-128 set (RFC 8216, 4.3.2.4). */
async function* clearSegments(ctx: Ctx, kid: string, track: TrackIndex, key: Buffer) {
  const { storage } = ctx.integrations
  const base = `media/${kid}/aes-128/${track.name}`
  yield (await storage.getBytes(`${base}/init.mp4`)) ?? fail('download_unsupported')
  for (let number = 1; number <= track.segments.length; number++) {
    ctx.signal?.throwIfAborted()
    const locked = (await storage.getBytes(`${base}/${number}.m4s`)) ?? fail('download_unsupported')
    const iv = Buffer.alloc(IV_BYTES)
    iv.writeUInt32BE(number, IV_BYTES - 4)
    const decipher = createDecipheriv('aes-128-cbc', key, iv)
    yield Buffer.concat([decipher.update(locked), decipher.final()])
  }
}
