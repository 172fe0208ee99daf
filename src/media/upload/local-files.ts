import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, isRefusal, Refusal } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { type AssetType, mediaTypeOf } from '#src/platform/pictures/media.shared.ts'
import { isWideFlac } from '#src/media/packaging/wide-flac.ts'
import { convertAnimation } from '#src/media/packaging/animation.ts'
import { type Sniffed, sniff } from '#src/platform/pictures/sniff.ts'
import { filesOf, type Role, type StoredFile } from './upload.ts'

const FILE = 'source'

/** The role of a file in its title, and the name that its creator gave it. */
export type UploadedFile = Pick<StoredFile, 'role' | 'file_name'>

/**
 * An uploaded file on the worker's disk, alone in its folder, with the media type that its bytes
 * show.
 */
export interface LocalFile extends Sniffed, UploadedFile {
  folder: string
  file: string
  path: string
  /** Its size in bytes. */
  size: number
}

/**
 * Downloads an upload's files and checks each. The whole file must have its announced MD5, because
 * only its chunks were checked. Its bytes must match the announced kind. Refuses
 * `upload_incomplete`, `media_broken`, `media_unknown` and `media_mismatch`.
 */
export async function fetchFiles(ctx: Ctx, uploadId: string, folder: string) {
  const files: Partial<Record<Role, LocalFile>> = {}
  for (const stored of await filesOf(ctx.db, [uploadId])) {
    ctx.signal?.throwIfAborted()
    const fetched = fetchFile(ctx, stored, join(folder, stored.role), kindOf(stored))
    files[stored.role as Role] = await addFileToRefusal(stored, fetched)
  }
  return files
}

/** Adds the role and the name of the file to a refusal that `work` throws. */
export async function addFileToRefusal<T>(
  { role: file, file_name: name }: UploadedFile,
  work: Promise<T>,
): Promise<T> {
  return work.catch((cause: unknown) => {
    if (!isRefusal(cause)) throw cause
    throw new Refusal(cause.code, { ...cause.params, file, name }, { cause })
  })
}

/** Downloads a file into a new folder and checks its MD5. Returns its path. */
export async function fetchChecked(ctx: Ctx, stored: StoredFile, folder: string): Promise<string> {
  await mkdir(folder)
  const path = join(folder, FILE)
  const md5 = await ctx.integrations.storage.getFile(stored.storage_key, path, ctx.signal)
  if (md5 === undefined) fail('upload_incomplete')
  if (md5 !== stored.md5) fail('media_broken')
  return path
}

/** Downloads a file, and checks that its bytes match the announced kind. */
export async function fetchFile(
  ctx: Ctx,
  stored: StoredFile,
  folder: string,
  kind: AssetType,
): Promise<LocalFile> {
  const path = await fetchChecked(ctx, stored, folder)
  const { role, file_name } = stored
  const { size } = await stat(path)
  const place = { role, file_name, folder, file: FILE, path, size }
  const file = { ...place, ...(await sniff(path, kind)) }
  if (file.asset_type === 'image' && file.demuxer) return convertToWebp(ctx, file, file.demuxer)
  return file.demuxer === 'flac' && (await isWideFlac(path)) ? convertToWav(ctx, file) : file
}

/** Converts a FLAC file of 32 bits to WAV, if the machine has the program for it. */
async function convertToWav(ctx: Ctx, file: LocalFile): Promise<LocalFile> {
  const { decodeFlac } = ctx.integrations.transcoder
  if (!decodeFlac) return file
  const name = await decodeFlac({ ...file, demuxer: 'flac' }, ctx.signal)
  return { ...file, file: name, path: join(file.folder, name), demuxer: 'wav' }
}

/** Converts an animated picture that sharp cannot read (APNG, AVIF) to WebP. */
async function convertToWebp(ctx: Ctx, file: LocalFile, demuxer: string): Promise<LocalFile> {
  const { transcoder } = ctx.integrations
  const path = await convertAnimation(transcoder, { ...file, demuxer }, ctx.signal)
  return { ...file, path, demuxer: undefined }
}

function kindOf({ role, mime, file_name }: StoredFile): AssetType {
  if (role === 'asset') return mediaTypeOf(mime, file_name).asset_type
  return role === 'poster' ? 'image' : 'video'
}
