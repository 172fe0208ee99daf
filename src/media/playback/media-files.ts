import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { fail } from '#core/errors.ts'
import type { Storage } from '#src/integrations/storage.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable' // file names are never reused
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

/**
 * Serves `GET /media/…` from storage: the public files made of uploads (pictures, and segments that
 * are useless without their key). The content type comes from a fixed list, never from the upload.
 */
export function mediaFiles(storage: Storage): Hono {
  return new Hono().get('/media/*', (c) => answer(c, storage))
}

async function answer(c: Context, storage: Storage): Promise<Response> {
  const key = c.req.path.slice(1)
  const type = TYPES.get(KEY.exec(key)?.[1] ?? '') ?? fail('not_found')
  const range = c.req.header('range')
  const known = c.req.header('if-none-match')
  const headers = new Headers({
    'content-type': type,
    'cache-control': IMMUTABLE,
    'accept-ranges': 'bytes',
    'content-security-policy': `default-src 'none'`,
  })
  if (c.req.method === 'HEAD' || range || known) {
    const { etag, size } = (await storage.head(key)) ?? fail('not_found')
    headers.set('etag', etag)
    if (known?.includes(etag)) return new Response(null, { status: 304, headers })
    const part = rangeOfPage(range, size)
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
  part?: { start: number; end: number; size: number },
): Promise<Response> {
  const found = (await storage.getStream(key, part)) ?? fail('not_found')
  headers.set('etag', found.etag)
  headers.set('content-length', String(found.size))
  if (part) headers.set('content-range', `bytes ${part.start}-${part.end}/${part.size}`)
  const body = Readable.toWeb(found.body) as ReadableStream<Uint8Array>
  return new Response(body, { status: part ? 206 : 200, headers })
}

/**
 * Parses a single byte range (RFC 9110, 14.1.2). Several or invalid ranges are answered with the
 * whole file.
 */
function rangeOfPage(header: string | undefined, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'beyond' : { start, end }
}
