import { type Context, Hono } from 'hono'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import type { Storage } from '#src/integrations/storage.ts'
import {
  watermarkImage,
  type WatermarkedImage,
  watermarkAnimation,
} from '#src/media/packaging/watermark.ts'
import type { DisplayPicture } from '#src/media/upload/pictures.ts'
import { verifyToken } from './token.ts'

/**
 * Serves `GET /playback/{kid}/image?token=…`: a picture for its holder, with their number drawn on
 * it. The creator holds no number and receives it without one.
 */
export function images(ctxOf: (c: Context) => Promise<Ctx>): Hono {
  return new Hono().get('/playback/:kid/image', async (c) => {
    const { bytes, type } = await imageOf(await ctxOf(c), c.req.param('kid'), c.req.query('token'))
    const headers = { 'content-type': type, 'cache-control': 'no-store' }
    return new Response(new Uint8Array(bytes), { headers })
  })
}

async function imageOf(ctx: Ctx, kid: string, token = '') {
  const { serial_number, title } = await verifyToken(ctx, token, { kid })
  const rendition = await ctx.db
    .selectFrom('rendition')
    .select('media_index')
    .where('kid', '=', kid)
    .where('name', '=', 'display')
    .executeTakeFirst()
  const display = (rendition?.media_index ?? fail('not_found')) as unknown as DisplayPicture
  const read = async () =>
    (await ctx.integrations.storage.getBytes(display.key)) ?? fail('not_ready_to_watch')
  if (serial_number === null) return { bytes: await read(), type: display.type }
  const { copies_count } = title
  const number = String(serial_number).padStart(String(copies_count).length, '0')
  const serial = `No. ${number} / ${copies_count}`
  if (!display.isMoving) return watermarkImage(await read(), serial)
  return cachedImage(
    ctx.integrations.storage,
    `display/${kid}/${number}-${copies_count}.webp`,
    async () => watermarkAnimation(await read(), serial),
  )
}

/**
 * Returns an animated watermark from storage, or makes and stores it. Each copy's is made once,
 * because it takes seconds.
 */
async function cachedImage(storage: Storage, key: string, make: () => Promise<WatermarkedImage>) {
  const cached = await storage.getBytes(key)
  if (cached) return { bytes: cached, type: 'image/webp' }
  const made = await make()
  await storage.put(key, made.bytes, made)
  return made
}
