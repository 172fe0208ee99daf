import { CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'

/** One part of a file that is too large to go up whole: bytes from `start` up to before `end`. */
export interface Chunk {
  /** From 1. */
  number: number
  start: number
  end: number
}

/** How a file of this many bytes is cut: parts of one size, the last may be smaller. */
export function chunksOf(size: number, chunkBytes = CHUNK_BYTES): Chunk[] {
  return Array.from({ length: Math.ceil(size / chunkBytes) }, (_, i) => ({
    number: i + 1,
    start: i * chunkBytes,
    end: Math.min(size, (i + 1) * chunkBytes),
  }))
}

/** The parts that have still to go up, when these are there whole. */
export function missingChunks(
  size: number,
  there: readonly { number: number; size: number }[],
  chunkBytes = CHUNK_BYTES,
): Chunk[] {
  const sizes = new Map(there.map((chunk) => [chunk.number, chunk.size]))
  return chunksOf(size, chunkBytes).filter(
    ({ number, start, end }) => sizes.get(number) !== end - start,
  )
}

/**
 * How long to wait before the next try, in milliseconds: about 1 s, 2 s, 4 s … at most 30 s. Half of
 * it is chance (0 to 1), so that the parts that one cut stopped do not all come back at once.
 */
export const pauseBefore = (tries: number, chance = Math.random()) =>
  Math.min(30_000, 1_000 * 2 ** (tries - 1)) * (0.5 + chance / 2)
