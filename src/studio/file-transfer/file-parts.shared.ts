import { CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'

/** A part of a file too large for one request: bytes from `start` (inclusive) to `end` (exclusive). */
export interface FilePart {
  /** Position among the parts, counted from 1. */
  number: number
  start: number
  end: number
}

/** Splits a file of `size` bytes into parts of equal size; the last part may be smaller. */
export function partsOf(size: number, partBytes = CHUNK_BYTES): FilePart[] {
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, i) => ({
    number: i + 1,
    start: i * partBytes,
    end: Math.min(size, (i + 1) * partBytes),
  }))
}

/** Returns the parts not yet in storage. A stored part of another size counts as missing. */
export function missingParts(
  size: number,
  stored: readonly { number: number; size: number }[],
  partBytes = CHUNK_BYTES,
): FilePart[] {
  const sizes = new Map(stored.map((part) => [part.number, part.size]))
  return partsOf(size, partBytes).filter(
    ({ number, start, end }) => sizes.get(number) !== end - start,
  )
}

/**
 * Returns the milliseconds to wait after failed attempt `tries`: about 1 s, 2 s, 4 s … at most 30 s.
 * Half of the delay is random (`random` from 0 to 1), so parts interrupted together do not retry together.
 */
export const retryDelay = (tries: number, random = Math.random()) =>
  Math.min(30_000, 1_000 * 2 ** (tries - 1)) * (0.5 + random / 2)
