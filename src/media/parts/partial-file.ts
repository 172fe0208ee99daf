import { createWriteStream } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fail } from '#core/errors.ts'
import type { Storage } from '#src/integrations/storage.ts'
import type { FileRange } from './mov-index.ts'

interface PartialFile {
  key: string
  path: string
  /** The size of the whole file in bytes. */
  size: number
  ranges: FileRange[]
}

/**
 * Fetches ranges of a stored file to their places in a local file of the same size. The rest is a hole,
 * which takes no space on disk. Refuses `upload_incomplete` if the stored file is missing.
 */
export async function fetchRanges(
  storage: Storage,
  { key, path, size, ranges }: PartialFile,
  signal?: AbortSignal,
): Promise<void> {
  await writeFile(path, '', { flag: 'wx' })
  await truncate(path, size)
  for (const { from: start, to } of withoutOverlaps(ranges)) {
    signal?.throwIfAborted()
    const found =
      (await storage.getStream(key, { start, end: to - 1 })) ?? fail('upload_incomplete')
    await pipeline(found.body, createWriteStream(path, { flags: 'r+', start }), { signal })
  }
}

/** Joins ranges that overlap or touch. */
export function withoutOverlaps(ranges: FileRange[]): FileRange[] {
  const joined: FileRange[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}
