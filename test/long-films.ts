import { createDecipheriv } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Integrations } from '#src/integrations/integrations.ts'
import type { ContentKeys } from '#src/media/packaging/keys.ts'
import { segmentKey } from '#src/media/packaging/keys.ts'
import type { TrackIndex } from '#src/media/packaging/package.ts'
import { ffmpeg, H264, PICTURE, SILENCE, tempFolder } from './ffmpeg.ts'
import type { TestFile } from './uploads.ts'

export const LONG_SECONDS = 310 // three parts, the last of 70 seconds
export const LONG_RATE = 5
/** Its keyframes are too far apart for copying. */
const QUICK = `${H264} -crf 30 -g 60`
/** Sound that makes it larger than what ffmpeg reads at first. */
const LARGE = '-c:a pcm_s16le -ar 32000'

const films = new Map<string, Promise<TestFile>>()
/** Returns a film of several parts and two renditions, and of sound if wanted, made once and kept in memory. */
export function longFilm({ sound }: { sound: boolean }): Promise<TestFile> {
  const added = sound ? `${SILENCE(LONG_SECONDS)} ${LARGE}` : ''
  const film = films.get(added) ?? makeLongFilm(added)
  films.set(added, film)
  return film
}

async function makeLongFilm(sound: string): Promise<TestFile> {
  const folder = await tempFolder()
  const picture = PICTURE('776x16', LONG_SECONDS, LONG_RATE)
  await ffmpeg(folder, `${picture} ${sound} ${QUICK} long.mov`)
  const bytes = await readFile(join(folder, 'long.mov'))
  return { name: 'long.mov', type: 'video/quicktime', bytes }
}

/** Decrypts the HLS segments of a rendition into one file, as a player does, and returns its path. */
export async function playableFile(
  { storage }: Integrations,
  { kid, track, keys }: { kid: string; track: TrackIndex; keys: ContentKeys },
): Promise<{ folder: string; file: string }> {
  const read = async (name: string) =>
    (await storage.getBytes(`media/${kid}/aes-128/${track.name}/${name}`))!
  const chunks = [await read('init.mp4')]
  for (const [i] of track.segments.entries()) {
    const iv = Buffer.alloc(16)
    iv.writeUInt32BE(i + 1, 12)
    const cipher = createDecipheriv('aes-128-cbc', segmentKey(keys[track.kind]), iv)
    chunks.push(cipher.update(await read(`${i + 1}.m4s`)), cipher.final())
  }
  const folder = await tempFolder()
  await writeFile(join(folder, 'played.mp4'), Buffer.concat(chunks))
  return { folder, file: 'played.mp4' }
}
