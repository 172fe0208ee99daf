import { createMD5 } from 'hash-wasm'

/** The MD5 of a whole file and of each of its parts, in base64 as in Content-MD5 (RFC 1864). */
export interface FileHash {
  md5: string
  parts: string[]
}

const PIECE_BYTES = 4 * 1_048_576

/** Computes the MD5 of a file and, if it is larger than one part, of each part, in one pass. */
export async function hashOf(
  file: Blob,
  partBytes: number,
  onProgress: (bytes: number) => void = () => {},
): Promise<FileHash> {
  const whole = await createMD5()
  const part = await createMD5()
  const parts: string[] = []
  const hasParts = file.size > partBytes
  whole.init()
  for (let start = 0; start < file.size; start += partBytes) {
    const end = Math.min(file.size, start + partBytes)
    part.init()
    for (let at = start; at < end; at += PIECE_BYTES) {
      const piece = file.slice(at, Math.min(end, at + PIECE_BYTES))
      const bytes = new Uint8Array(await piece.arrayBuffer())
      whole.update(bytes)
      if (hasParts) part.update(bytes)
      onProgress(at + bytes.length)
    }
    if (hasParts) parts.push(base64(part.digest('binary')))
  }
  return { md5: base64(whole.digest('binary')), parts }
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
