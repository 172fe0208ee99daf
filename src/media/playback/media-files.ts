import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { fail } from '#core/errors.ts'
import { byteRange, type ByteRange } from '#core/http/byte-range.ts'
import type { Storage } from '#src/integrations/storage.ts'
import type { FileSet } from '#src/media/packaging/package.ts'
import type { SegmentCheck } from './segment-check.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable' // file names are never reused
const PRIVATE = 'private, no-store'
const TYPES = new Map(
  Object.entries({
    avif: 'image/avif',
    webp: 'image/webp',
    jpg: 'image/jpeg',
    mp4: 'video/mp4',
    m4s: 'video/iso.segment',
  }),
)
const KEY = /^media\/(?:[\w-]+\/)*[\w-]+\.(\w+)$/

interface MediaSource {
  storage: Storage
  /** Refuses callers who may not watch the title. */
  checkSegment: SegmentCheck
  /** Returns the signed address of a file elsewhere, or undefined if this server sends it. */
  elsewhere: (key: string) => Promise<string | undefined>
}

/**
 * Serves `GET /media/…` from storage: pictures and trailers to everyone, the segments of titles to
 * those who may watch them. The content type comes from a fixed list, never from the upload.
 */
export function mediaFiles(source: MediaSource): Hono {
  return new Hono().get('/media/*', (c) => answer(c, source))
}

async function answer(c: Context, source: MediaSource): Promise<Response> {
  const key = c.req.path.slice(1)
  const type = TYPES.get(KEY.exec(key)?.[1] ?? '') ?? fail('not_found')
  if (isPublic(key, type))
    return sendFile(c, source.storage, key, { type, cacheControl: IMMUTABLE })
  await source.checkSegment(c, key.split('/')[1]!)
  const address = await source.elsewhere(key)
  if (!address) return sendFile(c, source.storage, key, { type, cacheControl: PRIVATE })
  return new Response(null, {
    status: 302,
    headers: { location: address, 'cache-control': PRIVATE },
  })
}

/** Returns true for pictures and for the files of trailers: `media/{kid}/clear/…`. */
const isPublic = (key: string, type: string) =>
  type.startsWith('image/') || key.split('/')[2] === ('clear' satisfies FileSet)

async function sendFile(
  c: Context,
  storage: Storage,
  key: string,
  { type, cacheControl }: { type: string; cacheControl: string },
): Promise<Response> {
  const range = c.req.header('range')
  const known = c.req.header('if-none-match')
  const headers = new Headers({
    'content-type': type,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    'content-security-policy': `default-src 'none'`,
  })
  if (c.req.method === 'HEAD' || range || known) {
    const { etag, size } = (await storage.head(key)) ?? fail('not_found')
    headers.set('etag', etag)
    if (known?.includes(etag)) return new Response(null, { status: 304, headers })
    const part = byteRange(range, size)
    if (part === 'beyond') {
      headers.set('content-range', `bytes */${size}`)
      return new Response(null, { status: 416, headers })
    }
    if (part) return send(storage, key, headers, { ...part, size })
    if (c.req.method === 'HEAD') {
      headers.set('content-length', String(size))
      return new Response(null, { headers })
    }
  }
  return send(storage, key, headers)
}

async function send(
  storage: Storage,
  key: string,
  headers: Headers,
  part?: ByteRange & { size: number },
): Promise<Response> {
  const found = (await storage.getStream(key, part)) ?? fail('not_found')
  headers.set('etag', found.etag)
  headers.set('content-length', String(found.size))
  if (part) headers.set('content-range', `bytes ${part.start}-${part.end}/${part.size}`)
  const body = Readable.toWeb(found.body) as ReadableStream<Uint8Array>
  return new Response(body, { status: part ? 206 : 200, headers })
}
