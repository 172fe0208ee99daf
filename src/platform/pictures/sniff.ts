import { open, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { fail } from '#core/errors.ts'
import type { AssetType, MediaKind } from './media.shared.ts'
import { isPaddedMp3 } from './mp3.ts'

export interface Sniffed extends MediaKind {
  mime: string
  /** The only ffmpeg demuxer allowed for the file; `undefined` for pictures, which sharp opens. */
  demuxer?: string
}

// oxfmt-ignore
const ALLOWED: [type: MediaKind['media_type'], demuxer: string | undefined, extensions: string[]][] = [
  ['image', undefined,  ['png', 'jpg', 'webp', 'gif', 'avif', 'tif']],
  ['image', 'apng',     ['apng']],
  ['video', 'mov',      ['mp4', 'm4v', 'mov', 'f4v', '3gp', '3g2']],
  ['video', 'mpegts',   ['mts']],
  ['video', 'matroska', ['mkv', 'webm']],
  ['audio', 'mov',      ['m4a', 'm4b']],
  ['audio', 'mp3',      ['mp3']],
  ['audio', 'aac',      ['aac']],
  ['audio', 'flac',     ['flac']],
  ['audio', 'wav',      ['wav', 'rf64']],
  ['audio', 'aiff',     ['aif']],
  ['audio', 'ogg',      ['ogg', 'oga', 'opus', 'spx']],
]

/**
 * Detects a file's type by its first bytes. Only types in the table pass: formats that make ffmpeg
 * open other files or addresses (HLS, DASH, concat, SVG) are not in it. Refuses `media_broken` for
 * an empty file, `media_unknown` with the kind found and the kind wanted, and `media_mismatch` if the
 * type differs from the declared one.
 */
export async function sniff(path: string, declared?: AssetType): Promise<Sniffed> {
  if ((await stat(path)).size === 0) fail('media_broken')
  const found = await typeOf(path)
  const row = found && ALLOWED.find(([, , extensions]) => extensions.includes(found.ext))
  if (!row) fail('media_unknown', { kind: kindName(found?.ext), wanted: declared ?? 'unknown' })
  const [media_type, demuxer] = row
  const asset_type = media_type === 'image' ? 'image' : 'video'
  if (declared && declared !== 'unknown' && declared !== asset_type) fail('media_mismatch')
  const isMovingAvif = found.ext === 'avif' && (await majorBrand(path)) === 'avis'
  return { asset_type, media_type, mime: found.mime, demuxer: isMovingAvif ? 'mov' : demuxer }
}

/** Returns the type of a file by its bytes, as an extension and a MIME type. */
async function typeOf(path: string): Promise<{ ext: string; mime: string } | undefined> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (found) return found
  if (await isRf64(path)) return { ext: 'rf64', mime: 'audio/wav' }
  return (await isPaddedMp3(path)) ? { ext: 'mp3', mime: 'audio/mpeg' } : undefined
}

/** Returns the name of a kind of file for people, such as `HEIC`. */
const kindName = (extension: string | undefined) => extension?.toUpperCase() ?? 'unknown'

/** Returns true for a WAV file of the format for more than 4 GB (EBU Tech 3306). */
async function isRf64(path: string): Promise<boolean> {
  const head = (await readHead(path)).toString('latin1')
  return head.startsWith('RF64') && head.endsWith('WAVE')
}

/** Reads the major brand of an ISO base media file from its `ftyp` box (ISO/IEC 14496-12, 4.3). */
async function majorBrand(path: string): Promise<string> {
  return (await readHead(path)).toString('latin1', 8, 12)
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(12), 0, 12, 0)).buffer
  } finally {
    await file.close()
  }
}
