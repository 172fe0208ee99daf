import { createHash, randomUUID } from 'node:crypto'
import { constants, createWriteStream, mkdirSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { receive } from './body.ts'
import type { Signed } from './signature.ts'

/**
 * The data folder. `pieces/` holds immutable bytes, `buckets/NAME/` the records that refer to them,
 * `incoming/` files that are still being written. A record is renamed into place after its bytes are
 * on disk, so a killed process leaves either the old state or the new one.
 */
export interface Disk {
  dir: string
  now: () => Date
  /** A cache of keys by the hash that names their record. */
  keys: Map<string, string>
}

/** A file of bytes; an object uploaded in parts has several. */
export interface Piece {
  name: string
  size: number
}

const PIECE_BYTES_MAX = 5 * 1024 ** 3
const LEFTOVER_MS = 24 * 3600_000

export function openDisk(dir: string, now: () => Date): Disk {
  for (const folder of ['incoming', 'pieces', 'buckets'])
    mkdirSync(join(dir, folder), { recursive: true })
  return { dir, now, keys: new Map() }
}

export function bucketPath({ dir }: Disk, bucket: string): string {
  return join(dir, 'buckets', bucket)
}

export function objectPath(disk: Disk, bucket: string, key: string): string {
  return join(bucketPath(disk, bucket), 'objects', hashOf(key))
}

/** Removes incomplete files that a killed process left at least a day ago. */
export async function sweep({ dir }: Disk) {
  for (const name of await readdir(join(dir, 'incoming'))) {
    const path = join(dir, 'incoming', name)
    const { mtimeMs } = (await orMissing(stat(path))) ?? {}
    if (mtimeMs !== undefined && mtimeMs < Date.now() - LEFTOVER_MS) await rm(path, { force: true })
  }
}

/** Stores a request's body as a piece, or nothing if the body is not as declared. */
export async function storePiece(disk: Disk, request: IncomingMessage, signed: Signed) {
  const name = randomUUID()
  const incoming = join(disk.dir, 'incoming', name)
  try {
    const sink = createWriteStream(incoming, { flush: true })
    const { size, md5 } = await receive(request, signed, PIECE_BYTES_MAX, sink)
    await moveIntoPlace(incoming, join(disk.dir, 'pieces', name))
    return { piece: { name, size } satisfies Piece, etag: md5.toString('hex') }
  } catch (error) {
    await rm(incoming, { force: true })
    throw error
  }
}

/** Gives the same bytes a second name: by links if the file system supports them, else by copies. */
export async function sharePieces({ dir }: Disk, pieces: Piece[]): Promise<Piece[]> {
  const shared: Piece[] = []
  for (const { name, size } of pieces) {
    const other = randomUUID()
    const [from, to] = [join(dir, 'pieces', name), join(dir, 'pieces', other)]
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error
      return copyFile(from, to, constants.COPYFILE_FICLONE)
    })
    shared.push({ name: other, size })
  }
  await syncFolder(join(dir, 'pieces'))
  return shared
}

export async function dropPieces({ dir }: Disk, pieces: Piece[]) {
  for (const { name } of pieces) await rm(join(dir, 'pieces', name), { force: true })
}

/** Streams bytes `start` to `end` (both included) of concatenated pieces. */
export async function readPieces({ dir }: Disk, pieces: Piece[], start: number, end: number) {
  const ranges: { path: string; start: number; end: number }[] = []
  let at = 0
  for (const { name, size } of pieces) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, size - 1)]
    if (from <= to) ranges.push({ path: join(dir, 'pieces', name), start: from, end: to })
    at += size
  }
  const [head] = ranges
  if (!head) return Readable.from([])
  // Opened before the answer starts, so that an object replaced now causes an error, not a cut answer.
  const first = await open(head.path)
  const stream = Readable.from(
    (async function* () {
      yield* first.createReadStream({ start: head.start, end: head.end })
      for (const { path, start: from, end: to } of ranges.slice(1))
        yield* (await open(path)).createReadStream({ start: from, end: to })
    })(),
    { objectMode: false },
  )
  return stream.once('close', () => void first.close()) // the stream may close before it was ever read
}

/** Creates a folder that survives a power failure. */
export async function makeFolder(path: string) {
  await mkdir(path, { recursive: true })
  await syncFolder(dirname(path))
}

export async function writeRecord({ dir }: Disk, path: string, record: object) {
  const incoming = join(dir, 'incoming', randomUUID())
  const file = await open(incoming, 'wx')
  try {
    await file.writeFile(JSON.stringify(record))
    await file.sync()
  } finally {
    await file.close()
  }
  await moveIntoPlace(incoming, path)
}

export async function readRecord<T>(path: string): Promise<T | undefined> {
  const text = await orMissing(readFile(path, 'utf8'))
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

/** Removes records durably, so that the pieces they referred to may be removed afterwards. */
export async function removeRecords(folder: string, names: string[]) {
  for (const name of names) await rm(join(folder, name), { force: true })
  await orMissing(syncFolder(folder))
}

/** Hashes a key for use as a file name: file systems limit lengths, and some ignore case. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Turns the error for a missing file or folder into `undefined`. */
export function orMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Renames durably: the rename survives a power failure. */
async function moveIntoPlace(from: string, to: string) {
  await rename(from, to)
  await syncFolder(dirname(to))
}

async function syncFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
