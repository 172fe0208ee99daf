import { constants, brotliCompressSync, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

const CODINGS = ['br', 'gzip', 'identity'] as const // in order of preference
type Coding = (typeof CODINGS)[number]
/** The body of an answer that is the same for everybody who may have it. */
export interface SharedBody {
  /** Returns its bytes, a page's with a nonce. Their number is always the same. */
  bytes: (nonce: string) => Buffer
  /** The nonce in the headers of the first answer with this body. */
  nonce?: string
  /** Tells if guests with the same request still get it. */
  isCurrent: () => boolean
}

declare module 'hono' {
  interface ContextVariableMap {
    sharedBody: SharedBody | undefined
  }
}

interface SerializedReply {
  isCurrent: (() => boolean) | undefined
  bytes: Map<Coding, Buffer<ArrayBuffer>>
}

const UNCACHED = { 'cache-control': 'no-store' }
const JSON_TYPE = { 'content-type': 'application/json' }
const COMPRESSED_MIN = 1_024 // bytes, as for what is compressed as a stream
const SYNC_MAX = 65_536 // bytes: longer answers would keep the process from others for milliseconds
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } // as fast as gzip, and smaller

const serialized = new WeakMap<object, SerializedReply>()

/**
 * Marks a reply object that is sent many times, so that it is serialized and compressed only once.
 * `isCurrent` tells if guests who ask again still get it.
 */
export function cacheSerialized(reply: unknown, isCurrent?: () => boolean) {
  if (typeof reply === 'object' && reply !== null)
    serialized.set(reply, { isCurrent, bytes: new Map() })
}

/** Returns the function that tells if guests still get a reply, if it was marked with one. */
export const currentCheckOf = (reply: object) => serialized.get(reply)?.isCurrent

/** Sends an action's reply as JSON, or 204 if there is none. Never cached: replies may be personal. */
export function jsonResponse(c: Context, reply: unknown): Response {
  if (reply === undefined) return new Response(null, { status: 204, headers: UNCACHED })
  const shared = typeof reply === 'object' && reply !== null && serialized.get(reply)
  return shared ? sharedResponse(c, reply, shared) : personalResponse(c, JSON.stringify(reply))
}

function sharedResponse(c: Context, reply: unknown, { bytes: known, isCurrent }: SerializedReply) {
  const coding = codingOf(c, CODINGS)
  const bytes = known.get(coding) ?? encode(JSON.stringify(reply), coding)
  known.set(coding, bytes)
  if (isCurrent) c.set('sharedBody', { bytes: () => bytes, isCurrent })
  return encodedResponse(bytes, coding)
}

/** Compresses an answer of ordinary size at once: as a stream it takes several times as long. */
function personalResponse(c: Context, json: string) {
  const bytes = Buffer.from(json)
  const isShort = bytes.length < COMPRESSED_MIN
  const coding = isShort || bytes.length > SYNC_MAX ? 'identity' : codingOf(c, ['gzip'])
  return encodedResponse(coding === 'gzip' ? gzipSync(bytes) : bytes, coding)
}

const encodedResponse = (bytes: Buffer<ArrayBuffer>, coding: Coding) =>
  new Response(bytes, {
    headers: {
      ...UNCACHED,
      ...JSON_TYPE,
      'content-length': String(bytes.length),
      vary: 'Accept-Encoding',
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
  })

/**
 * Returns the first of the content codings that the caller accepts (RFC 9110, 12.5.3), else
 * `identity`.
 */
export const codingOf = <Offered extends Coding>(
  c: Context,
  offered: readonly Offered[],
): Offered | 'identity' =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports: [...offered],
    default: 'identity',
    match: (accepted) =>
      offered.find((coding) => accepted.some(({ type, q }) => type === coding && q > 0)) ??
      'identity',
  }) as Offered | 'identity'

function encode(json: string, coding: Coding): Buffer<ArrayBuffer> {
  if (coding === 'br') return brotliCompressSync(json, BROTLI)
  return coding === 'gzip' ? gzipSync(json) : Buffer.from(json)
}
