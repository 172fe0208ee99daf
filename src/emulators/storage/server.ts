import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createBucket, getLocation, headBucket } from './buckets.ts'
import { type Disk, openDisk, sweep } from './disk.ts'
import { listBuckets, listObjects, listObjectsByMarker } from './listing.ts'
import { abortUpload, completeUpload, createUpload } from './multipart.ts'
import { listParts, listUploads, uploadPart } from './multipart.ts'
import { deleteObject, deleteObjects, getObject, headObject, putObject } from './objects.ts'
import { type Call, parseCall, type Reply, StorageRefusal, xml } from './protocol.ts'
import { authenticate, type Signed } from './signature.ts'

export interface StorageEmulatorOptions {
  dir: string
  /** The path of the storage without a trailing slash, such as `/dev/storage`. Signatures include it. */
  prefix: string
  /** The secret access keys by access key id. */
  credentials: Record<string, string>
  now?: () => Date
}

type Operation = (
  disk: Disk,
  call: Call,
  request: IncomingMessage,
  signed: Signed,
) => Promise<Reply>

/** The operations, each with its method, scope and required query names. */
// oxfmt-ignore
const operations: [method: string, scope: 'service' | 'bucket' | 'object', query: string[], run: Operation][] = [
  ['GET',    'service', [],                        listBuckets],
  ['PUT',    'bucket', [],                         createBucket],
  ['HEAD',   'bucket', [],                         headBucket],
  ['GET',    'bucket', ['location'],               getLocation],
  ['GET',    'bucket', [],                         listObjectsByMarker],
  ['GET',    'bucket', ['list-type'],              listObjects],
  ['GET',    'bucket', ['uploads'],                listUploads],
  ['POST',   'bucket', ['delete'],                 deleteObjects],
  ['POST',   'object', ['uploads'],                createUpload],
  ['PUT',    'object', ['uploadId', 'partNumber'], uploadPart],
  ['GET',    'object', ['uploadId'],               listParts],
  ['POST',   'object', ['uploadId'],               completeUpload],
  ['DELETE', 'object', ['uploadId'],               abortUpload],
  ['PUT',    'object', [],                         putObject],
  ['GET',    'object', [],                         getObject],
  ['GET',    'object', ['partNumber'],             getObject],
  ['HEAD',   'object', [],                         headObject],
  ['HEAD',   'object', ['partNumber'],             headObject],
  ['DELETE', 'object', [],                         deleteObject],
]
const SELECTORS = new Set(operations.flatMap(([, , query]) => query))
/** Query names that refine an operation. Any other name asks for something not supported. */
const REFINEMENT =
  /^(x-id|x-amz-.+|response-.+|prefix|delimiter|encoding-type|fetch-owner|continuation-token|start-after|max-\w+|((key|upload-id|part-number)-)?marker)$/i

/**
 * Emulates S3 on a local folder, for development and tests. Checks signatures, digests and sizes like
 * S3. Data confirmed with 200 survives a killed process. Supports one bucket owner; refuses versions,
 * copies and access lists with 501.
 */
export function openStorageEmulator({ dir, prefix, credentials, now }: StorageEmulatorOptions) {
  const clock = now ?? (() => new Date())
  const disk = openDisk(dir, clock)
  const swept = sweep(disk)
  const running = new Set<Promise<void>>()

  async function answer(request: IncomingMessage): Promise<Reply> {
    if (request.method === 'OPTIONS') return preflight(request)
    const call = parseCall(request.url ?? '', prefix)
    const signed = authenticate(request, call, credentials, clock())
    return operationOf(request.method, call)(disk, call, request, signed)
  }
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const id = randomUUID()
    const reply = await answer(request).catch((error: unknown) => errorReply(error, id))
    response.setHeader('date', clock().toUTCString()) // clients adjust their clocks to it
    await send(request, response, id, reply)
  }
  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      const served = serve(request, response)
        .catch(() => void response.destroy()) // the caller is gone, or the disk failed during the answer
        .finally(() => running.delete(served))
      running.add(served)
    },
    /** Waits for running requests; the server in front must have stopped accepting new ones. */
    async close(): Promise<void> {
      await Promise.all([swept, ...running])
    },
  }
}

function operationOf(method: string | undefined, { bucket, key, query }: Call): Operation {
  const scope = key ? 'object' : bucket ? 'bucket' : 'service'
  const names = [...query.keys()].filter((name) => !REFINEMENT.test(name))
  const selectors = new Set(names.filter((name) => SELECTORS.has(name)))
  const operation = operations.find(
    ([ofMethod, ofScope, required]) =>
      ofMethod === method &&
      ofScope === scope &&
      required.length === selectors.size &&
      required.every((name) => selectors.has(name)),
  )
  if (!operation || names.some((name) => !SELECTORS.has(name)))
    throw new StorageRefusal('NotImplemented', 501)
  return operation[3]
}

/** Allows requests from any page: browsers have no keys, only URLs signed for them. */
function preflight({ headers }: IncomingMessage): Reply {
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '3000',
    },
  }
}

function errorReply(error: unknown, id: string): Reply {
  const refusal =
    error instanceof StorageRefusal
      ? error
      : new StorageRefusal('InternalError', 500, error instanceof Error ? error.message : undefined)
  const { code, status, message, headers } = refusal
  const body = xml('Error', { Code: code, Message: message, RequestId: id })
  return { status, headers: { 'content-type': 'application/xml', ...headers }, body }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  { status, headers, body }: Reply,
) {
  request.resume() // the unread body of a refused request must not block the connection
  response.writeHead(status, {
    ...(typeof body === 'string' && { 'content-length': Buffer.byteLength(body) }),
    ...headers,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Content-Length, Content-Range, x-amz-request-id',
    'x-amz-request-id': id,
  })
  if (body === undefined || typeof body === 'string' || request.method === 'HEAD') {
    response.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  await pipeline(body, response)
}
