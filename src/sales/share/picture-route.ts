import { type Context, Hono } from 'hono'
import type { Ctx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { idIn } from '#core/link-token.ts'
import { renderedPicture } from './rendered-picture.ts'
import { getShared, holderOf, subjectOf } from './share.ts'
import { picturePath } from './share.shared.ts'
import { renderSharePicture } from './share-picture.ts'

const CACHE_HOUR = 'public, max-age=3600' // then checked again, as the copy may have a new owner
const ART_WIDTH = 640 // the least width in pixels of the stored size to use

/**
 * Serves `GET /copies/{token}/picture.png`, the picture of a shared copy. Each picture is rendered
 * once per content and stored.
 */
export function sharePictureRoute(ctxOf: (c: Context) => Promise<Ctx>): Hono {
  return new Hono().get(picturePath(':token'), async (c) => {
    const ctx = await ctxOf(c)
    const bytes = await loadOrRender(ctx, c.req.param('token') ?? '')
    const headers = { 'content-type': 'image/png', 'cache-control': CACHE_HOUR }
    return new Response(new Uint8Array(bytes), { headers })
  })
}

async function loadOrRender(ctx: Ctx, token: string): Promise<Buffer> {
  const { storage } = ctx.integrations
  const { kid: _, owned_since: __, media_type: ___, ...drawn } = await getShared(ctx, { token })
  const account_id = (await holderOf(ctx, idIn(token))) ?? fail('not_found')
  return renderedPicture(ctx, { account_id, subject: subjectOf(token), drawn }, async () => {
    const { poster } = drawn
    const width = poster?.widths.find((one) => one >= ART_WIDTH) ?? poster?.widths.at(-1)
    const art = poster ? await storage.getBytes(`media/${poster.base}-${width}.jpg`) : undefined
    return renderSharePicture(drawn, art)
  })
}
