import { open } from 'node:fs/promises'
import { boxHeader } from '#src/media/packaging/boxes.ts'

/** Bytes of a file; `to` is not included. */
export interface FileRange {
  from: number
  to: number
}

const BOXES_MAX = 1_000
const HEADER_BYTES = 16
const MEDIA = ['mdat', 'free', 'skip', 'wide'] // only their headers are needed to find the others

/**
 * Returns the bytes of an MP4 or QuickTime file that tell where its media are (ISO/IEC 14496-12).
 * Returns undefined for files whose media can only be found by reading all of it, such as fragmented ones.
 */
export async function movIndex(path: string): Promise<FileRange[] | undefined> {
  const file = await open(path)
  try {
    const { size: end } = await file.stat()
    const ranges: FileRange[] = []
    for (let at = 0; end - at >= 8;) {
      const bytes = Buffer.alloc(Math.min(HEADER_BYTES, end - at))
      await file.read(bytes, 0, bytes.length, at)
      if (bytes.readUInt32BE(0) === 1 && bytes.length < HEADER_BYTES) return undefined
      const { type, size } = boxHeader(bytes)
      if (size < 8 || type === 'moof' || ranges.length === BOXES_MAX) return undefined
      const needed = MEDIA.includes(type) ? HEADER_BYTES : size
      ranges.push({ from: at, to: Math.min(end, at + needed) })
      at += size
    }
    return ranges
  } finally {
    await file.close()
  }
}
