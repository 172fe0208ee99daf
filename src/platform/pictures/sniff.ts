import { open, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { fail } from '#core/errors.ts'
import type { AssetType, MediaKind } from './media.shared.ts'

export interface Sniffed extends MediaKind {
  mime: string
  /** The only ffmpeg demuxer allowed for the file; `undefined` for pictures, which sharp opens. */
  demuxer?: string
}

// oxfmt-ignore
const ALLOWED: [type: MediaKind['media_type'], demuxer: string | undefined, extensions: string[]][] = [
  ['image', undefined,  ['png', 'jpg', 'webp', 'gif', 'avif', 'tif']],
  ['image', 'apng',     ['apng']],
  ['video', 'mov',      ['mp4', 'm4v', 'mov', 'f4v']],
  ['video', 'matroska', ['mkv', 'webm']],
  ['audio', 'mov',      ['m4a', 'm4b']],
  ['audio', 'mp3',      ['mp3']],
  ['audio', 'aac',      ['aac']],
  ['audio', 'flac',     ['flac']],
  ['audio', 'wav',      ['wav']],
  ['audio', 'ogg',      ['ogg', 'oga', 'opus', 'spx']],
]

/**
 * Detects a file's type by its first bytes. Only types in the table pass: formats that make ffmpeg
 * open other files or addresses (HLS, DASH, concat, SVG) are not in it. Refuses `media_broken` for
 * an empty file, `media_unknown`, and `media_mismatch` if the type differs from the declared one.
 */
export async function sniff(path: string, declared?: AssetType): Promise<Sniffed> {
  if ((await stat(path)).size === 0) fail('media_broken')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const row = found && ALLOWED.find(([, , extensions]) => extensions.includes(found.ext))
  if (!row) fail('media_unknown')
  const [media_type, demuxer] = row
  const asset_type = media_type === 'image' ? 'image' : 'video'
  if (declared && declared !== 'unknown' && declared !== asset_type) fail('media_mismatch')
  const isMovingAvif = found.ext === 'avif' && (await majorBrand(path)) === 'avis'
  return { asset_type, media_type, mime: found.mime, demuxer: isMovingAvif ? 'mov' : demuxer }
}

/** Reads the major brand of an ISO base media file from its `ftyp` box (ISO/IEC 14496-12, 4.3). */
async function majorBrand(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
    return buffer.toString('latin1', 8, 12)
  } finally {
    await file.close()
  }
}
