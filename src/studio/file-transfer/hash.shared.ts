import { createMD5 } from 'hash-wasm'

/** Base64, as Content-MD5 has it (RFC 1864): of the whole file and of each of its parts. */
export interface FileHash {
  md5: string
  parts: string[]
}

const PIECE_BYTES = 4 * 1_048_576

/** The MD5 of a file and, where it is longer than one part, of each of its parts, in one reading. */
export async function hashOf(
  file: Blob,
  chunkBytes: number,
  onProgress: (bytes: number) => void = () => {},
): Promise<FileHash> {
  const whole = await createMD5()
  const part = await createMD5()
  const parts: string[] = []
  const isCut = file.size > chunkBytes
  whole.init()
  for (let start = 0; start < file.size; start += chunkBytes) {
    const end = Math.min(file.size, start + chunkBytes)
    part.init()
    for (let at = start; at < end; at += PIECE_BYTES) {
      const piece = file.slice(at, Math.min(end, at + PIECE_BYTES))
      const bytes = new Uint8Array(await piece.arrayBuffer())
      whole.update(bytes)
      if (isCut) part.update(bytes)
      onProgress(at + bytes.length)
    }
    if (isCut) parts.push(base64(part.digest('binary')))
  }
  return { md5: base64(whole.digest('binary')), parts }
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
