import { createHash } from 'node:crypto'
import { StorageRefusal } from './protocol.ts'
import { chunkSignature, sameSignature, type Signed } from './signature.ts'

const SIGNED = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'
const UNSIGNED_WITH_TRAILER = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'
const LINE_BYTES_MAX = 4096

/**
 * Removes the `aws-chunked` framing of a body, and checks each chunk's signature if the stream is
 * signed. Adds trailing headers to `trailers`.
 * Source: Amazon S3 API Reference, "Signature Calculations for the Authorization Header:
 * Transferring Payload in Multiple Chunks".
 */
export async function* unchunk(
  source: AsyncIterable<Buffer>,
  signed: Signed,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  if (signed.payload !== SIGNED && signed.payload !== UNSIGNED_WITH_TRAILER)
    throw new StorageRefusal('NotImplemented', 501, `${signed.payload} is not supported`)
  const input = openReader(source)
  let previous = signed.signature
  for (;;) {
    const { size, signature } = parseHead(await input.line())
    const hash = createHash('sha256')
    for await (const bytes of input.take(size)) {
      hash.update(bytes)
      yield bytes
    }
    if (size > 0 && (await input.line()) !== '') throw new StorageRefusal('IncompleteBody', 400)
    if (signed.payload === SIGNED) {
      if (!sameSignature(chunkSignature(signed, previous, hash.digest('hex')), signature))
        throw new StorageRefusal('SignatureDoesNotMatch', 403, 'A chunk was changed')
      previous = signature
    }
    if (size === 0) break
  }
  for (let line = await input.line(); line !== ''; line = await input.line()) {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? []
    if (!name) throw new StorageRefusal('MalformedTrailerError', 400)
    trailers.set(name.toLowerCase(), value!.trim())
  }
}

function parseHead(line: string): { size: number; signature: string } {
  const [, size, signature = ''] =
    /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line) ?? []
  if (size === undefined) throw new StorageRefusal('IncompleteBody', 400, 'Bad chunk header')
  return { size: Number.parseInt(size, 16), signature }
}

/** Reads lines and byte counts from a stream whose chunks end anywhere. */
function openReader(source: AsyncIterable<Buffer>) {
  const incoming = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function more() {
    const { done, value } = await incoming.next()
    if (done) throw new StorageRefusal('IncompleteBody', 400)
    rest = rest.length > 0 ? Buffer.concat([rest, value]) : value
  }
  return {
    async line(): Promise<string> {
      let end = rest.indexOf('\r\n')
      while (end < 0) {
        if (rest.length > LINE_BYTES_MAX) throw new StorageRefusal('IncompleteBody', 400)
        await more()
        end = rest.indexOf('\r\n')
      }
      const line = rest.toString('latin1', 0, end)
      rest = rest.subarray(end + 2)
      return line
    },
    async *take(size: number): AsyncGenerator<Buffer> {
      for (let left = size; left > 0;) {
        if (rest.length === 0) await more()
        const bytes = rest.subarray(0, left)
        rest = rest.subarray(bytes.length)
        left -= bytes.length
        yield bytes
      }
    },
  }
}
