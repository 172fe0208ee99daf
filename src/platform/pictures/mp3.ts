import { type FileHandle, open } from 'node:fs/promises'

// ISO/IEC 11172-3, 2.4.2.3, and 13818-3: kilobits a second of layer III, by version 1 and 2.
const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
]
const SAMPLE_RATES = new Map([
  [3, [44_100, 48_000, 32_000]], // version 1
  [2, [22_050, 24_000, 16_000]], // version 2
  [0, [11_025, 12_000, 8_000]], // version 2.5
])
const SEARCHED_BYTES = 65_536
const TAG_HEAD_BYTES = 10
const TAGS_MAX = 16

/**
 * Returns true for an MP3 file whose first frame follows tags and padding. Tagging programs leave
 * zeros there, and `file-type` then sees no MP3.
 */
export async function isPaddedMp3(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const bytes = await read(file, await paddingEnd(file), SEARCHED_BYTES)
    const size = frameSize(bytes, 0)
    return size > 0 && frameSize(bytes, size) > 0
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at)
  return buffer.subarray(0, bytesRead)
}

/** Returns the offset after zeros and ID3v2 tags (section 3.1), whose size has seven bits a byte. */
async function paddingEnd(file: FileHandle): Promise<number> {
  let at = 0
  for (let tags = 0; tags < TAGS_MAX; tags++) {
    const bytes = await read(file, at, SEARCHED_BYTES)
    const zeros = Math.max(
      0,
      bytes.findIndex((byte) => byte !== 0),
    )
    at += zeros
    const head = bytes.subarray(zeros, zeros + TAG_HEAD_BYTES)
    if (head.toString('latin1', 0, 3) !== 'ID3') break
    at += TAG_HEAD_BYTES + head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0)
  }
  return at
}

/** Returns the size of a frame of layer III, or 0 if none begins there. */
function frameSize(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length || bytes.readUInt16BE(at) >> 5 !== 0x7ff) return 0
  const version = (bytes[at + 1]! >> 3) & 3
  const isLayer3 = ((bytes[at + 1]! >> 1) & 3) === 1
  const bitRate = BIT_RATES[version === 3 ? 0 : 1]![bytes[at + 2]! >> 4]
  const sampleRate = SAMPLE_RATES.get(version)?.[(bytes[at + 2]! >> 2) & 3]
  if (!isLayer3 || !bitRate || !sampleRate) return 0
  const padding = (bytes[at + 2]! >> 1) & 1
  return Math.floor(((version === 3 ? 144_000 : 72_000) * bitRate) / sampleRate) + padding
}
