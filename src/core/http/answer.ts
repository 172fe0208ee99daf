import { constants, brotliCompressSync, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

const CODINGS = ['br', 'gzip', 'identity'] as const // the best first
type Coding = (typeof CODINGS)[number]
type Written = Map<Coding, Buffer<ArrayBuffer>>

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } // as quick as gzip, and smaller

const written = new WeakMap<object, Written>()

/** This very reply will be given many times: it is written and packed once for all of them. */
export function keepWritten(reply: unknown) {
  if (typeof reply === 'object' && reply !== null) written.set(reply, new Map())
}

/** An act's reply as JSON. Nothing to say is 204. What one person may see is not kept by caches. */
export function answer(c: Context, reply: unknown): Response {
  const headers = { 'cache-control': 'no-store' }
  if (reply === undefined) return new Response(null, { status: 204, headers })
  const kept = typeof reply === 'object' && reply !== null && written.get(reply)
  return kept ? answerPacked(c, reply, kept) : Response.json(reply, { headers })
}

function answerPacked(c: Context, reply: unknown, kept: Written): Response {
  const coding = codingOf(c)
  const bytes = kept.get(coding) ?? pack(JSON.stringify(reply), coding)
  kept.set(coding, bytes)
  return new Response(bytes, {
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      vary: 'Accept-Encoding',
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
  })
}

/** The best that the caller takes at all (RFC 9110, 12.5.3). */
const codingOf = (c: Context) =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports: [...CODINGS],
    default: 'identity',
    match: (taken) =>
      CODINGS.find((coding) => taken.some(({ type, q }) => type === coding && q > 0)) ?? 'identity',
  }) as Coding

function pack(json: string, coding: Coding): Buffer<ArrayBuffer> {
  if (coding === 'br') return brotliCompressSync(json, BROTLI)
  return coding === 'gzip' ? gzipSync(json) : Buffer.from(json)
}
