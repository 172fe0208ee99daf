import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { unchunk } from './chunks.ts'
import { StorageRefusal } from './protocol.ts'
import type { Signed } from './signature.ts'

export interface Received {
  size: number
  md5: Buffer
}

/** The declared properties of a body: its headers, and later its trailers. */
type Declared = Map<string, string>

const SHA256_HEX = /^[0-9a-f]{64}$/
const CHECKSUM = /^x-amz-checksum-(?!algorithm|type)/

/**
 * Streams a body into `sink`. Throws unless its length, MD5, SHA-256, checksums and chunk signatures
 * are as declared. Sizes are in bytes.
 */
export async function receive(
  request: IncomingMessage,
  signed: Signed,
  limit: number,
  sink: Writable,
): Promise<Received> {
  const streaming = signed.payload.startsWith('STREAMING-')
  const length = declaredLength(request, streaming, limit)
  const declared: Declared = new Map(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const digests = openDigests([...declared].join(), signed.payload)
  await pipeline(
    request.iterator({ destroyOnReturn: false }), // the socket is still needed to send a refusal
    (source: AsyncIterable<Buffer>) => (streaming ? unchunk(source, signed, declared) : source),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const bytes of source) {
        digests.update(bytes)
        if (digests.size > length) break
        yield bytes
      }
      check(digests, length, declared, signed.payload)
    },
    sink,
  )
  return { size: digests.size, md5: digests.md5 }
}

/** Reads a small body as text, with the same checks. */
export async function receiveText(
  request: IncomingMessage,
  signed: Signed,
  limit: number,
): Promise<string> {
  const parts: Buffer[] = []
  const sink = new Writable({
    write(bytes: Buffer, _, done) {
      parts.push(bytes)
      done()
    },
  })
  await receive(request, signed, limit, sink)
  return Buffer.concat(parts).toString()
}

function declaredLength(request: IncomingMessage, streaming: boolean, limit: number): number {
  const name = streaming ? 'x-amz-decoded-content-length' : 'content-length'
  const text = request.headers[name]
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw new StorageRefusal('MissingContentLength', 411)
  if (Number(text) > limit)
    throw new StorageRefusal('EntityTooLarge', 400, undefined, { connection: 'close' })
  return Number(text)
}

/** Computes only the digests that will be compared: hashing is most of the work here. */
function openDigests(declared: string, payload: string) {
  const md5 = createHash('md5')
  const sha1 = declared.includes('x-amz-checksum-sha1') && createHash('sha1')
  const sha256 =
    (declared.includes('x-amz-checksum-sha256') || SHA256_HEX.test(payload)) && createHash('sha256')
  let crc = 0
  return {
    size: 0,
    md5: Buffer.alloc(0),
    update(bytes: Buffer) {
      this.size += bytes.length
      crc = crc32(bytes, crc)
      for (const hash of [md5, sha1, sha256]) if (hash) hash.update(bytes)
    },
    /** Returns the checksums by the header that declares them. */
    close(): Record<string, Buffer | undefined> {
      const crcBytes = Buffer.alloc(4)
      crcBytes.writeUInt32BE(crc)
      this.md5 = md5.digest()
      return {
        'x-amz-checksum-crc32': crcBytes,
        'x-amz-checksum-sha1': sha1 ? sha1.digest() : undefined,
        'x-amz-checksum-sha256': sha256 ? sha256.digest() : undefined,
      }
    },
  }
}

function check(
  digests: ReturnType<typeof openDigests>,
  length: number,
  declared: Declared,
  payload: string,
) {
  const found = digests.close()
  if (digests.size !== length) throw new StorageRefusal('IncompleteBody', 400)
  const md5 = declared.get('content-md5')
  if (md5 !== undefined && Buffer.from(md5, 'base64').length !== 16)
    throw new StorageRefusal('InvalidDigest', 400)
  if (md5 !== undefined && md5 !== digests.md5.toString('base64'))
    throw new StorageRefusal('BadDigest', 400)
  if (SHA256_HEX.test(payload) && payload !== found['x-amz-checksum-sha256']!.toString('hex'))
    throw new StorageRefusal('XAmzContentSHA256Mismatch', 400)
  for (const [name, checksum] of declared) {
    if (!CHECKSUM.test(name)) continue
    if (!found[name]) throw new StorageRefusal('NotImplemented', 501, `${name} is not supported`)
    if (found[name].toString('base64') !== checksum) throw new StorageRefusal('BadDigest', 400)
  }
}
