import { open } from 'node:fs/promises'

const UNKNOWN = [0, 0xffff_ffff] // written by programs that do not go back to the header

/**
 * Returns by which factor a WAV file should be longer, by the size in its header: 1 for a whole file.
 * ffprobe goes by the bytes that are there.
 */
export async function missingFactor(path: string): Promise<number> {
  const file = await open(path)
  try {
    const { buffer: head } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const { size } = await file.stat()
    const stated = head.readUInt32LE(4)
    if (head.toString('latin1', 0, 4) !== 'RIFF' || UNKNOWN.includes(stated)) return 1
    return Math.max(1, (stated + 8) / size)
  } finally {
    await file.close()
  }
}
