import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { receiveText } from './body.ts'
import { checkBucket } from './buckets.ts'
import {
  bucketPath,
  type Disk,
  dropPieces,
  hashOf,
  objectPath,
  type Piece,
  readPieces,
  readRecord,
  removeRecords,
  storePiece,
  writeRecord,
} from './disk.ts'
import {
  type Call,
  insideAll,
  type Reply,
  StorageRefusal,
  textInside,
  wholeNumber,
  xmlReply,
} from './protocol.ts'
import type { Signed } from './signature.ts'

export interface ObjectRecord {
  key: string
  pieces: Piece[]
  size: number
  etag: string
  modified: string
  headers: Record<string, string>
}

const STORED_HEADERS =
  /^(content-(type|disposition|encoding|language)|cache-control|expires|x-amz-meta-[\w-]+)$/
const OVERRIDE = /^response-(content-(?:type|disposition|encoding|language)|cache-control|expires)$/
const DELETE_BYTES_MAX = 2 * 1024 ** 2
const DELETE_KEYS_MAX = 1000

/** Returns the headers that are stored with an object and returned with it. */
export function storedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const stored = Object.entries(headers)
    .filter(([name]) => STORED_HEADERS.test(name))
    .map(([name, value]) => [name, String(value).replace(/^aws-chunked(,\s*)?/, '')] as const)
    .filter(([, value]) => value !== '')
  return { 'content-type': 'binary/octet-stream', ...Object.fromEntries(stored) }
}

export async function putObject(
  disk: Disk,
  { bucket, key }: Call,
  request: IncomingMessage,
  signed: Signed,
): Promise<Reply> {
  for (const name of ['x-amz-copy-source', 'if-match', 'if-none-match'])
    if (request.headers[name]) throw new StorageRefusal('NotImplemented', 501, name)
  await checkBucket(disk, bucket)
  const { piece, etag } = await storePiece(disk, request, signed)
  await replaceObject(disk, bucket, {
    key,
    pieces: [piece],
    size: piece.size,
    etag,
    modified: disk.now().toISOString(),
    headers: storedHeaders(request),
  })
  return { status: 200, headers: { etag: `"${etag}"` } }
}

/** Replaces an object. The last writer wins; the previous bytes are deleted. */
export async function replaceObject(disk: Disk, bucket: string, record: ObjectRecord) {
  const path = objectPath(disk, bucket, record.key)
  const before = await readRecord<ObjectRecord>(path)
  await writeRecord(disk, path, record)
  if (before) await dropPieces(disk, before.pieces)
}

export async function getObject(disk: Disk, call: Call, request: IncomingMessage): Promise<Reply> {
  const record = await recordOf(disk, call)
  const reply = describe(record, call, request)
  if (reply.status === 304) return reply
  const range = wantedRange(record, call, request) ?? { start: 0, end: record.size - 1 }
  const body = await readPieces(disk, record.pieces, range.start, range.end)
  return { ...reply, body }
}

export async function headObject(disk: Disk, call: Call, request: IncomingMessage): Promise<Reply> {
  return describe(await recordOf(disk, call), call, request)
}

function describe(record: ObjectRecord, call: Call, request: IncomingMessage): Reply {
  const { size, etag, modified, headers } = record
  const named = { etag: `"${etag}"`, 'last-modified': new Date(modified).toUTCString() }
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers
  if (match && !names(match, etag)) throw new StorageRefusal('PreconditionFailed', 412)
  if (noneMatch && names(noneMatch, etag)) return { status: 304, headers: named }

  const range = wantedRange(record, call, request)
  const isParted = call.query.has('partNumber') && etag.includes('-')
  const overrides = [...call.query]
    .map(([name, value]) => [OVERRIDE.exec(name)?.[1], value] as const)
    .filter(([name]) => name !== undefined)
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...Object.fromEntries(overrides),
      ...named,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
      ...(isParted && { 'x-amz-mp-parts-count': String(record.pieces.length) }),
      'content-length': String(range ? range.end - range.start + 1 : size),
      'accept-ranges': 'bytes',
      // An uploaded file opened as a page must not run scripts on the app's origin.
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  }
}

/** Deletes an object; like S3, succeeds if it does not exist. */
export async function deleteObject(disk: Disk, { bucket, key }: Call): Promise<Reply> {
  await checkBucket(disk, bucket)
  await removeObjects(disk, bucket, [key])
  return { status: 204 }
}

export async function deleteObjects(
  disk: Disk,
  { bucket }: Call,
  request: IncomingMessage,
  signed: Signed,
): Promise<Reply> {
  await checkBucket(disk, bucket)
  const body = await receiveText(request, signed, DELETE_BYTES_MAX)
  const keys = insideAll(body, 'Object').map((object) => textInside(object, 'Key'))
  if (keys.length === 0 || keys.length > DELETE_KEYS_MAX)
    throw new StorageRefusal('MalformedXML', 400)
  await removeObjects(disk, bucket, keys)
  const quiet = /<Quiet>true<\/Quiet>/.test(body)
  return xmlReply('DeleteResult', { Deleted: quiet ? [] : keys.map((key) => ({ Key: key })) })
}

async function removeObjects(disk: Disk, bucket: string, keys: string[]) {
  const pieces: Piece[] = []
  for (const key of keys) {
    const record = await readRecord<ObjectRecord>(objectPath(disk, bucket, key))
    if (record) pieces.push(...record.pieces)
  }
  await removeRecords(join(bucketPath(disk, bucket), 'objects'), keys.map(hashOf))
  await dropPieces(disk, pieces)
}

async function recordOf(disk: Disk, { bucket, key }: Call): Promise<ObjectRecord> {
  await checkBucket(disk, bucket)
  const record = await readRecord<ObjectRecord>(objectPath(disk, bucket, key))
  if (!record) throw new StorageRefusal('NoSuchKey', 404)
  return record
}

/** Returns the bytes of the part or range that a request names; undefined for all bytes. */
function wantedRange(
  { pieces, size }: ObjectRecord,
  { query }: Call,
  { headers }: IncomingMessage,
) {
  if (!query.has('partNumber')) return rangeOf(headers.range, size)
  const number = wholeNumber(query, 'partNumber', 0)
  if (headers.range) throw new StorageRefusal('InvalidRequest', 400, 'A range of a part')
  const piece = pieces[number - 1]
  if (!piece) throw new StorageRefusal('InvalidPartNumber', 416)
  const start = pieces.slice(0, number - 1).reduce((sum, before) => sum + before.size, 0)
  return piece.size > 0 ? { start, end: start + piece.size - 1 } : undefined
}

/** Parses a single `bytes=` range (RFC 9110, 14.1.2); ignores several or malformed ones. */
function rangeOf(text: string | undefined, size: number) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(text ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end)
    throw new StorageRefusal('InvalidRange', 416, undefined, { 'content-range': `bytes */${size}` })
  return { start, end }
}

function names(condition: string, etag: string): boolean {
  return condition.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\/|"/g, '')))
}
