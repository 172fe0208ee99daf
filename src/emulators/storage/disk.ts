import { createHash, randomUUID } from 'node:crypto'
import { constants, createWriteStream, mkdirSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { receive } from './body.ts'
import type { Signed } from './signature.ts'

/**
 * The folder: `pieces/` holds bytes that never change, `buckets/NAME/` the records that point at
 * them, `incoming/` what is still being written. A record is put in place by one rename after its
 * bytes are on the disk, so a killed process leaves either the old state or the new one.
 */
export interface Disk {
  dir: string
  now: () => Date
  /** Keys by the hash that names their record; a hash never changes its key. */
  keys: Map<string, string>
}

/** Bytes on the disk; an object of several parts has several. */
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

/** Removes what a killed process left half written a day ago or longer. */
export async function sweep({ dir }: Disk) {
  for (const name of await readdir(join(dir, 'incoming'))) {
    const path = join(dir, 'incoming', name)
    const { mtimeMs } = (await orMissing(stat(path))) ?? {}
    if (mtimeMs !== undefined && mtimeMs < Date.now() - LEFTOVER_MS) await rm(path, { force: true })
  }
}

/** Stores a request's body as a piece, or nothing if the body is not what was promised. */
export async function storePiece(disk: Disk, request: IncomingMessage, signed: Signed) {
  const name = randomUUID()
  const incoming = join(disk.dir, 'incoming', name)
  try {
    const sink = createWriteStream(incoming, { flush: true })
    const { size, md5 } = await receive(request, signed, PIECE_BYTES_MAX, sink)
    await putInPlace(incoming, join(disk.dir, 'pieces', name))
    return { piece: { name, size } satisfies Piece, etag: md5.toString('hex') }
  } catch (error) {
    await rm(incoming, { force: true })
    throw error
  }
}

/** Second names for the same bytes: links where the file system has them, else copies. */
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

/** Bytes `start` to `end` (both included) of pieces laid end to end. */
export async function readPieces({ dir }: Disk, pieces: Piece[], start: number, end: number) {
  const wanted: { path: string; start: number; end: number }[] = []
  let at = 0
  for (const { name, size } of pieces) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, size - 1)]
    if (from <= to) wanted.push({ path: join(dir, 'pieces', name), start: from, end: to })
    at += size
  }
  const [head] = wanted
  if (!head) return Readable.from([])
  // Opened before the answer begins: an object replaced in this instant is an error, not a stump.
  const first = await open(head.path)
  const stream = Readable.from(
    (async function* () {
      yield* first.createReadStream({ start: head.start, end: head.end })
      for (const { path, start: from, end: to } of wanted.slice(1))
        yield* (await open(path)).createReadStream({ start: from, end: to })
    })(),
    { objectMode: false },
  )
  return stream.once('close', () => void first.close()) // it may close before it was ever read
}

/** Makes a folder that outlives a power cut. */
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
  await putInPlace(incoming, path)
}

export async function readRecord<T>(path: string): Promise<T | undefined> {
  const text = await orMissing(readFile(path, 'utf8'))
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

/** Gone for good when this returns: what the records pointed at may then be dropped. */
export async function removeRecords(folder: string, names: string[]) {
  for (const name of names) await rm(join(folder, name), { force: true })
  await orMissing(syncFolder(folder))
}

/** File systems know neither long names nor, everywhere, the difference between a and A. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Undefined instead of an error for a file or folder that is not there. */
export function orMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Renames, and makes the rename itself outlive a power cut. */
async function putInPlace(from: string, to: string) {
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
