import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Ctx } from '#core/context.ts'
import { renderedPicture } from '#src/sales/share/rendered-picture.ts'
import { renderShelfPicture } from './shelf-picture.ts'
import { get } from './shelf.ts'

/**
 * Serves `GET /shelf/{username}/picture.png`, the picture of a public shelf. It is asked for each time,
 * because a copy may have left the shelf.
 */
export function shelfPictureRoute(ctxOf: (c: Context) => Promise<Ctx>): Hono {
  return new Hono().get('/shelf/:username/picture.png', etag(), async (c) => {
    const ctx = await ctxOf(c)
    const shelf = await get(ctx, { username: c.req.param('username') })
    const bytes = await renderedPicture(ctx, shelf, () => renderShelfPicture(shelf))
    const headers = { 'content-type': 'image/png', 'cache-control': 'no-cache' }
    return new Response(new Uint8Array(bytes), { headers })
  })
}
