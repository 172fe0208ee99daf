import { open } from 'node:fs/promises'

const HEAD_BYTES = 22

/**
 * Returns true for a FLAC file of 32 bits a sample (RFC 9639, 8.2), which ffmpeg cannot decode before
 * version 6.
 */
export async function isWideFlac(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer: head } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    if (head.toString('latin1', 0, 4) !== 'fLaC') return false
    const bits = ((head[20]! & 1) << 4) + (head[21]! >> 4) + 1
    return bits === 32
  } finally {
    await file.close()
  }
}
