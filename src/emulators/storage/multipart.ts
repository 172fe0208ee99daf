import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { receiveText } from './body.ts'
import { byBytes, checkBucket } from './buckets.ts'
import {
  bucketPath,
  type Disk,
  dropPieces,
  makeFolder,
  orMissing,
  type Piece,
  readRecord,
  removeRecords,
  sharePieces,
  storePiece,
  writeRecord,
} from './disk.ts'
import { storedHeaders, replaceObject } from './objects.ts'
import {
  type Call,
  insideAll,
  keySpelling,
  type Reply,
  StorageRefusal,
  textInside,
  wholeNumber,
  xmlReply,
} from './protocol.ts'
import type { Signed } from './signature.ts'

interface Upload {
  id: string
  key: string
  started: string
  headers: Record<string, string>
}
interface Part {
  number: number
  etag: string
  piece: Piece
  modified: string
}

const PARTS_MAX = 10_000
const PART_BYTES_MIN = 5 * 1024 ** 2
const PAGE_MAX = 1000
const COMPLETE_BYTES_MAX = 4 * 1024 ** 2

export async function createUpload(
  disk: Disk,
  { bucket, key }: Call,
  request: IncomingMessage,
): Promise<Reply> {
  await checkBucket(disk, bucket)
  const id = randomBytes(16).toString('hex')
  const folder = uploadPath(disk, bucket, id)
  await makeFolder(folder)
  const started = disk.now().toISOString()
  const upload: Upload = { id, key, started, headers: storedHeaders(request) }
  await writeRecord(disk, join(folder, 'upload'), upload)
  return xmlReply('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id })
}

/** Stores a part. Replaces an earlier part with the same number, so uploads may be resumed. */
export async function uploadPart(
  disk: Disk,
  call: Call,
  request: IncomingMessage,
  signed: Signed,
): Promise<Reply> {
  const { folder } = await uploadOf(disk, call)
  const number = wholeNumber(call.query, 'partNumber', 0)
  if (number < 1 || number > PARTS_MAX)
    throw new StorageRefusal('InvalidArgument', 400, 'Part numbers are 1 to 10000')
  if (request.headers['x-amz-copy-source']) throw new StorageRefusal('NotImplemented', 501)
  const path = join(folder, String(number))
  const { piece, etag } = await storePiece(disk, request, signed)
  const before = await readRecord<Part>(path)
  const part: Part = { number, etag, piece, modified: disk.now().toISOString() }
  await writeRecord(disk, path, part).catch(async (error: NodeJS.ErrnoException) => {
    await dropPieces(disk, [piece])
    if (error.code === 'ENOENT') throw new StorageRefusal('NoSuchUpload', 404) // the upload ended meanwhile
    throw error
  })
  if (before) await dropPieces(disk, [before.piece])
  return { status: 200, headers: { etag: `"${etag}"` } }
}

export async function listParts(disk: Disk, call: Call): Promise<Reply> {
  const { folder, upload } = await uploadOf(disk, call)
  const marker = wholeNumber(call.query, 'part-number-marker', 0)
  const limit = Math.min(wholeNumber(call.query, 'max-parts', PAGE_MAX), PAGE_MAX)
  const later = (await partsIn(folder)).filter(({ number }) => number > marker)
  const page = later.slice(0, limit)
  return xmlReply('ListPartsResult', {
    Bucket: call.bucket,
    Key: call.key,
    UploadId: upload.id,
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.number ?? 0,
    MaxParts: limit,
    IsTruncated: later.length > page.length,
    Part: page.map(({ number, etag, piece, modified }) => ({
      PartNumber: number,
      LastModified: modified,
      ETag: `"${etag}"`,
      Size: piece.size,
    })),
  })
}

/** Creates the object from the named parts, by links instead of copies. */
export async function completeUpload(
  disk: Disk,
  call: Call,
  request: IncomingMessage,
  signed: Signed,
): Promise<Reply> {
  const { folder, upload } = await uploadOf(disk, call)
  const body = await receiveText(request, signed, COMPLETE_BYTES_MAX)
  const parts = chosenParts(body, await partsIn(folder))
  const md5s = parts.map(({ etag }) => Buffer.from(etag, 'hex'))
  const etag = `${createHash('md5').update(Buffer.concat(md5s)).digest('hex')}-${parts.length}`
  const pieces = await sharePieces(
    disk,
    parts.map(({ piece }) => piece),
  )
  await replaceObject(disk, call.bucket, {
    key: call.key,
    pieces,
    size: pieces.reduce((sum, { size }) => sum + size, 0),
    etag,
    modified: disk.now().toISOString(),
    headers: upload.headers,
  })
  await removeUpload(disk, folder)
  return xmlReply('CompleteMultipartUploadResult', {
    Location: call.path,
    Bucket: call.bucket,
    Key: call.key,
    ETag: `"${etag}"`,
  })
}

export async function abortUpload(disk: Disk, call: Call): Promise<Reply> {
  const { folder } = await uploadOf(disk, call)
  await removeUpload(disk, folder)
  return { status: 204 }
}

export async function listUploads(disk: Disk, { bucket, query }: Call): Promise<Reply> {
  await checkBucket(disk, bucket)
  if (query.has('delimiter')) throw new StorageRefusal('NotImplemented', 501)
  const spell = keySpelling(query)
  const prefix = query.get('prefix') ?? ''
  const after = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? '~'] as const
  const limit = Math.min(wholeNumber(query, 'max-uploads', PAGE_MAX), PAGE_MAX)
  const ids = await readdir(join(bucketPath(disk, bucket), 'uploads'))
  const all = await Promise.all(
    ids.map((id) => readRecord<Upload>(join(uploadPath(disk, bucket, id), 'upload'))),
  )
  const later = all
    .filter((upload) => upload !== undefined)
    .filter(({ key, id }) => key.startsWith(prefix) && compare([key, id], after) > 0)
    .sort((a, b) => compare([a.key, a.id], [b.key, b.id]))
  const page = later.slice(0, limit)
  const cut = page.length > 0 && later.length > page.length
  return xmlReply('ListMultipartUploadsResult', {
    Bucket: bucket,
    Prefix: spell(prefix),
    EncodingType: query.get('encoding-type') ?? undefined,
    MaxUploads: limit,
    IsTruncated: cut,
    NextKeyMarker: cut ? spell(page.at(-1)!.key) : undefined,
    NextUploadIdMarker: cut ? page.at(-1)!.id : undefined,
    Upload: page.map(({ key, id, started }) => ({
      Key: spell(key),
      UploadId: id,
      Initiated: started,
    })),
  })
}

/** Returns the parts that a body names, checked like S3 does: order, ETag and minimum size. */
function chosenParts(body: string, stored: Part[]): Part[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]))
  const parts = insideAll(body, 'Part').map((text) => {
    const part = byNumber.get(Number(textInside(text, 'PartNumber')))
    if (part?.etag !== textInside(text, 'ETag').replaceAll('"', ''))
      throw new StorageRefusal('InvalidPart', 400)
    return part
  })
  if (parts.length === 0) throw new StorageRefusal('MalformedXML', 400)
  if (parts.some(({ number }, i) => i > 0 && number <= parts[i - 1]!.number))
    throw new StorageRefusal('InvalidPartOrder', 400)
  if (parts.slice(0, -1).some(({ piece }) => piece.size < PART_BYTES_MIN))
    throw new StorageRefusal('EntityTooSmall', 400)
  return parts
}

function uploadPath(disk: Disk, bucket: string, id: string): string {
  return join(bucketPath(disk, bucket), 'uploads', id)
}

async function uploadOf(disk: Disk, { bucket, key, query }: Call) {
  await checkBucket(disk, bucket)
  const id = query.get('uploadId') ?? ''
  const folder = uploadPath(disk, bucket, id)
  const known = /^[0-9a-f]{32}$/.test(id)
  const upload = known ? await readRecord<Upload>(join(folder, 'upload')) : undefined
  if (upload?.key !== key) throw new StorageRefusal('NoSuchUpload', 404)
  return { folder, upload }
}

async function partsIn(folder: string): Promise<Part[]> {
  const names = ((await orMissing(readdir(folder))) ?? []).filter((name) => name !== 'upload')
  const parts = await Promise.all(names.map((name) => readRecord<Part>(join(folder, name))))
  return parts.filter((part) => part !== undefined).sort((a, b) => a.number - b.number)
}

/** Removes an upload, its own record first: from then on the upload has ended. */
async function removeUpload(disk: Disk, folder: string) {
  const parts = await partsIn(folder)
  await removeRecords(folder, ['upload'])
  await rm(folder, { recursive: true, force: true })
  await dropPieces(
    disk,
    parts.map(({ piece }) => piece),
  )
}

function compare([a, x]: readonly [string, string], [b, y]: readonly [string, string]): number {
  return byBytes(a, b) || byBytes(x, y)
}
