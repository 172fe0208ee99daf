import { type Context, Hono } from 'hono'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/http.ts'
import { markImage } from '../media/mark.ts'
import { openToken } from './token.ts'

/**
 * `GET /playback/{kid}/image?token=…`: a picture for who holds it, with their number drawn on
 * (readings A27). The creator holds no number and sees it plain.
 */
export function images(ctxOf: (c: Context) => Promise<Ctx>): Hono {
  return new Hono().get('/playback/:kid/image', async (c) => {
    const { bytes, type } = await imageOf(await ctxOf(c), c.req.param('kid'), c.req.query('token'))
    const headers = { 'content-type': type, 'cache-control': 'no-store' }
    return new Response(new Uint8Array(bytes), { headers })
  })
}

async function imageOf(ctx: Ctx, kid: string, token = '') {
  const { serial_number, title } = await openToken(ctx, token, kid)
  const rendition = await ctx.db
    .selectFrom('rendition')
    .select('media_index')
    .where('kid', '=', kid)
    .where('name', '=', 'display')
    .executeTakeFirst()
  const { key, type } = (rendition?.media_index ?? fail('not_found')) as Record<
    'key' | 'type',
    string
  >
  const bytes = (await ctx.outside.storage.getBytes(key)) ?? fail('not_ready_to_watch')
  if (serial_number === null) return { bytes, type }
  const { copies_count } = title
  const number = String(serial_number).padStart(String(copies_count).length, '0')
  return markImage(bytes, `No. ${number} / ${copies_count}`)
}
