import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createBucket, headBucket, listObjects } from './buckets.ts'
import { type Disk, openDisk, sweep } from './disk.ts'
import { abortUpload, completeUpload, createUpload } from './multipart.ts'
import { listParts, listUploads, uploadPart } from './multipart.ts'
import { deleteObject, deleteObjects, getObject, headObject, putObject } from './objects.ts'
import { type Call, parseCall, type Reply, StorageRefusal, xml } from './protocol.ts'
import { authenticate, type Signed } from './signature.ts'

export interface StorageEmulatorOptions {
  dir: string
  /** Where it is mounted, without a slash at the end, as in `/dev/storage`; it is part of what is signed. */
  prefix: string
  /** Secret access keys by access key id. */
  credentials: Record<string, string>
  now?: () => Date
}

type Operation = (
  disk: Disk,
  call: Call,
  request: IncomingMessage,
  signed: Signed,
) => Promise<Reply>

/** What an operation is told by: method, scope and the query names that must be there. */
// oxfmt-ignore
const operations: [method: string, scope: 'bucket' | 'object', query: string[], does: Operation][] = [
  ['PUT',    'bucket', [],                         createBucket],
  ['HEAD',   'bucket', [],                         headBucket],
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
  ['HEAD',   'object', [],                         headObject],
  ['DELETE', 'object', [],                         deleteObject],
]
const SELECTORS = new Set(operations.flatMap(([, , query]) => query))
/** Query names that refine an operation; an unknown one asks for something we do not do. */
const REFINEMENT =
  /^(x-id|x-amz-.+|response-.+|prefix|continuation-token|start-after|max-\w+|(key|upload-id|part-number)-marker)$/i

/**
 * The S3 protocol on a local folder, for development and tests: signatures, digests and sizes are
 * checked as the real one does, and what was answered with 200 outlives a killed process.
 * One bucket owner, no versions, copies, delimiters or access lists: those are refused as 501.
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
    response.setHeader('date', clock().toUTCString()) // clients set their clocks by it
    await send(request, response, id, reply)
  }
  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      const served = serve(request, response)
        .catch(() => void response.destroy()) // the caller has gone, or the disk failed mid-answer
        .finally(() => running.delete(served))
      running.add(served)
    },
    /** Waits for what is under way; the server in front must have stopped taking requests. */
    async close(): Promise<void> {
      await Promise.all([swept, ...running])
    },
  }
}

function operationOf(method: string | undefined, { bucket, key, query }: Call): Operation {
  const scope = key ? 'object' : 'bucket'
  const names = [...query.keys()].filter((name) => !REFINEMENT.test(name))
  const selectors = new Set(names.filter((name) => SELECTORS.has(name)))
  const hit = operations.find(
    ([verb, where, needs]) =>
      verb === method &&
      where === scope &&
      needs.length === selectors.size &&
      needs.every((name) => selectors.has(name)),
  )
  if (!bucket || !hit || names.some((name) => !SELECTORS.has(name)))
    throw new StorageRefusal('NotImplemented', 501)
  return hit[3]
}

/** Any page may ask: a browser holds no key, only URLs that were signed for it. */
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
  request.resume() // what a refusal left unread must not block the connection
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
