import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { attachment } from '#core/http/attachment.ts'
import { byteRange, type ByteRange } from '#core/http/byte-range.ts'
import { enqueue } from '#core/jobs.ts'
import { downloadTransitions } from './download.shared.ts'
import { removeMade } from './made-files.ts'
import { idOfToken } from './token.ts'

const REPORT_MS = 1_000

/** A download as its address finds it. */
interface Served {
  id: string
  status: string
  expires_at: string
  storage_key: string
  file_name: string
  mime: string
  size: number
  sha256: string
  is_abroad: boolean
}

/**
 * Serves `GET /downloads/{token}`: the file of a download, to whoever has its address. An address serves
 * one use. Its first request opens the download and, unless it has a `Range`, is answered with the whole
 * file. After that only ranges that begin behind the first byte are answered (RFC 9110, 14), so that the
 * same download can be resumed, or fetched in slices at once; a request for the whole is refused as
 * `download_used`. Ranges end when every byte has been handed out (`download_used`), or when the life of the
 * address is over (`download_over`): an hour and a second for each megabyte. An answer that has begun by
 * then goes on. The ETag is the SHA-256 of the file; a range for another file (`If-Range`) counts as one for
 * the whole. `HEAD` uses nothing.
 */
export function downloads(ctxOf: (c: Context) => Promise<Ctx>): Hono {
  return new Hono().get('/downloads/:token', async (c) => answer(c, await ctxOf(c)))
}

async function answer(c: Context, ctx: Ctx): Promise<Response> {
  const file = await readServed(ctx, c.req.param('token')!)
  const etag = `"${file.sha256}"`
  const headers = new Headers({
    'content-type': file.mime,
    'content-disposition': attachment(file.file_name),
    'content-security-policy': `default-src 'none'; sandbox`,
    'cache-control': 'private, no-store, no-transform',
    'accept-ranges': 'bytes',
    'x-accel-buffering': 'no', // what nginx stores counts as handed out
    etag,
  })
  if (c.req.method === 'HEAD') {
    headers.set('content-length', String(file.size))
    return new Response(null, { headers })
  }
  const ifRange = c.req.header('if-range')
  const isSame = ifRange === undefined || ifRange === etag
  const range = isSame ? byteRange(c.req.header('range'), file.size) : undefined
  if (range === 'beyond') {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const part = range ?? { start: 0, end: file.size - 1 }
  if (file.status !== 'ready' && part.start === 0) fail('download_used')
  // A download whose file storage does not give is still unused.
  const found =
    (await ctx.integrations.storage.getStream(file.storage_key, part)) ?? fail('download_over')
  try {
    const isOpening = file.status === 'ready' && (await open(ctx, file.id))
    if (!isOpening && part.start === 0) fail('download_used')
  } catch (error) {
    found.body.destroy()
    throw error
  }
  headers.set('content-length', String(part.end - part.start + 1))
  if (range) headers.set('content-range', `bytes ${part.start}-${part.end}/${file.size}`)
  const bytes = Readable.from(handOut(ctx, file, found.body, part))
  bytes.once('close', () => found.body.destroy()) // the visitor may leave before the first read
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    status: range ? 206 : 200,
    headers,
  })
}

/** Reads the download of an address. Refuses whatever keeps it from being used now. */
async function readServed(ctx: Ctx, token: string): Promise<Served> {
  const id = idOfToken(ctx, token) ?? fail('not_found')
  const { rows } = await sql<Served>`
    select id, status, expires_at, storage_key, file_name, mime, size, sha256,
      only_japan_accessible and ${ctx.country} <> 'JP' as is_abroad
    from download join asset using (kid) where id = ${id}
  `.execute(ctx.db)
  const file = rows[0] ?? fail('not_found')
  if (file.is_abroad) fail('region_unavailable')
  if (file.status === 'preparing') fail('download_preparing')
  if (file.status === 'complete') fail('download_used')
  const isValid = ['ready', 'opened'].includes(file.status)
  if (!isValid || file.expires_at <= ctx.now.toISOString()) fail('download_over')
  return file
}

/** Begins the one use of an address. Returns false if another request began it. */
async function open(ctx: Ctx, id: string): Promise<boolean> {
  const step = { action: 'open', by: 'bearer', at: ctx.time() } as const
  const isOpening = await inTx(ctx, (tx) => transition(tx, downloadTransitions, id, step))
  failpoint('download.opened')
  return isOpening
}

/**
 * Yields the bytes of a range of a file, and stores how far they went. Stops if the download ends
 * meanwhile. Completes the download once all bytes of the file have been handed out.
 */
async function* handOut(
  ctx: Ctx,
  { id, size }: Served,
  bytes: Readable,
  { start, end }: ByteRange,
) {
  let at = start
  let reportedAt = Date.now()
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      yield chunk
      at += chunk.length
      if (Date.now() - reportedAt < REPORT_MS || at > end) continue
      reportedAt = Date.now()
      if ((await report(ctx, id, start, at)) === undefined) return
    }
  } finally {
    bytes.destroy()
    const sent = await report(ctx, id, start, at)
    if (sent === size) await complete(ctx, id)
  }
}

/**
 * Adds the bytes from `start` up to `at` to those handed out. Returns how many different ones there are,
 * or undefined if the download has ended.
 */
async function report({ db }: Ctx, id: string, start: number, at: number) {
  // The version before counted no ranges, and may run beside this one during an update.
  const before = sql`case when isempty(sent_ranges) then int8multirange(int8range(0, sent)) else sent_ranges end`
  const ranges = sql`(${before}) + int8multirange(int8range(${start}, ${at}))`
  const { rows } = await sql<{ sent: number }>`
    update download set sent_ranges = ${ranges},
      sent = (select coalesce(sum(upper(part) - lower(part)), 0) from unnest(${ranges}) as part)
    where id = ${id} and status in ('opened', 'partial')
    returning sent
  `.execute(db)
  return rows[0]?.sent
}

async function complete(ctx: Ctx, id: string) {
  const step = { action: 'complete', by: 'platform', at: ctx.time() } as const
  await inTx(ctx, async (tx) => {
    const isComplete = await transition(tx, downloadTransitions, id, step)
    if (isComplete) await enqueue(tx, removeMade, { id })
  })
}
