import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Ctx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { renderedPicture } from '#src/sales/share/rendered-picture.ts'
import { drawnShelf, renderShelfPicture } from './shelf-picture.ts'
import { accountNamed, get } from './shelf.ts'

/**
 * Serves `GET /shelf/{username}/picture.png`, the picture of a public shelf. It is asked for each time,
 * because a copy may have left the shelf.
 */
export function shelfPictureRoute(ctxOf: (c: Context) => Promise<Ctx>): Hono {
  return new Hono().get('/shelf/:username/picture.png', etag(), async (c) => {
    const ctx = await ctxOf(c)
    const username = c.req.param('username')
    const drawn = drawnShelf(await get(ctx, { username }))
    const account_id = (await accountNamed(ctx, username)) ?? fail('not_found')
    const picture = { account_id, subject: 'shelf', drawn }
    const bytes = await renderedPicture(ctx, picture, () => renderShelfPicture(drawn))
    const headers = { 'content-type': 'image/png', 'cache-control': 'no-cache' }
    return new Response(new Uint8Array(bytes), { headers })
  })
}
