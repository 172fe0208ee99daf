import { Readable } from 'node:stream'
import { attachment } from '#core/http/attachment.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { byteRange, type ByteRange } from '#core/http/byte-range.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { getExtraFile } from './extra.shared.ts'
import { authorizeExtra, type ExtraFile } from './right.ts'

/** The bytes that are sent before the caller's right and session are checked again. */
const CHECK_BYTES = 1_000_000

/**
 * Sends the file of an extra, or a part of it, to those who may open it. Ends the answer once they may
 * not, or their session has ended. Refuses what `authorizeExtra` refuses.
 */
export async function sendExtraFile(
  ctx: Ctx,
  { id }: BodyOf<typeof getExtraFile>,
): Promise<Response> {
  const { kind, name, file } = await authorizeExtra(ctx.db, viewerNow(ctx), id)
  const headers = headersOf(file, kind === 'pdf' ? `${name}.pdf` : undefined)
  const range = byteRange(ctx.request?.headers.get('range'), file.size)
  if (range === 'beyond') {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.size}`)
  const status = range ? 206 : 200
  if (ctx.request?.method === 'HEAD') return new Response(null, { status, headers })
  const body = await openFile(ctx, file, range)
  try {
    await recordOpening(ctx, id)
  } catch (error) {
    body.destroy()
    throw error
  }
  const checked = Readable.from(whileAllowed(ctx, id, body), { objectMode: false })
  checked.once('close', () => body.destroy()) // the visitor may leave before the first read
  return new Response(Readable.toWeb(checked) as ReadableStream<Uint8Array>, { status, headers })
}

const viewerNow = (ctx: Ctx) => ({
  account_id: currentPerson(ctx).account_id,
  country: ctx.country,
  now: ctx.time(),
})

/** Returns headers that keep the file out of caches, and a PDF or its scripts out of our pages. */
function headersOf({ type }: ExtraFile, savedAs: string | undefined): Headers {
  const policy = savedAs ? '' : `; img-src 'self'; media-src 'self'`
  const headers = new Headers({
    'content-type': type,
    'cache-control': 'private, no-store, no-transform',
    'accept-ranges': 'bytes',
    'x-accel-buffering': 'no', // nginx would store the rest after the right has ended
    'content-security-policy': `default-src 'none'${policy}; sandbox`,
    'content-disposition': 'inline',
  })
  if (savedAs) headers.set('content-disposition', attachment(savedAs))
  return headers
}

async function openFile(ctx: Ctx, { key }: ExtraFile, range: ByteRange | undefined) {
  const found = await ctx.integrations.storage.getStream(key, range)
  return (found ?? fail('not_found')).body
}

/** Passes bytes on, and throws as soon as the caller may not have more of them. */
async function* whileAllowed(ctx: Ctx, id: string, body: Readable): AsyncGenerator<Buffer> {
  let since = 0
  for await (const bytes of body as AsyncIterable<Buffer>) {
    if (since >= CHECK_BYTES) {
      since = 0
      await requireSession(ctx)
      await authorizeExtra(ctx.db, viewerNow(ctx), id)
    }
    since += bytes.length
    yield bytes
  }
}

async function requireSession(ctx: Ctx) {
  const session = await ctx.db
    .selectFrom('session')
    .select('id')
    .where('id', '=', currentPerson(ctx).session_id)
    .executeTakeFirst()
  if (!session) fail('session_expired')
}

/** Records who opened an extra, for the creator to know how many did. */
async function recordOpening({ db, now, person }: Ctx, extra_id: string) {
  await db
    .insertInto('extra_opening')
    .values({ extra_id, account_id: person!.account_id, opened_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
