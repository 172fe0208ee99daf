import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Ctx } from '#core/context.ts'
import { open } from './share.ts'
import { picturePath, type SharedCopy } from './share.shared.ts'
import { sharePicture } from './share-picture.ts'

const HOUR = 'public, max-age=3600' // afterwards it is asked for again: the copy may be another's
const ART_WIDTH = 640 // pixels at least, of the sizes there are

/**
 * `GET /copies/{token}/picture.png`: the picture of a copy that its holder shows. It is drawn once
 * for what is on it, and kept.
 */
export function sharedPictures(ctxOf: (c: Context) => Promise<Ctx>): Hono {
  return new Hono().get(picturePath(':token'), async (c) => {
    const ctx = await ctxOf(c)
    const copy = await open(ctx, { token: c.req.param('token') ?? '' })
    const headers = { 'content-type': 'image/png', 'cache-control': HOUR }
    return new Response(new Uint8Array(await drawn(ctx, copy)), { headers })
  })
}

async function drawn({ integrations: { storage } }: Ctx, copy: SharedCopy): Promise<Buffer> {
  const key = `share/${createHash('sha256').update(JSON.stringify(copy)).digest('hex')}.png`
  const kept = await storage.getBytes(key)
  if (kept) return kept
  const { poster } = copy
  const width = poster?.widths.find((one) => one >= ART_WIDTH) ?? poster?.widths.at(-1)
  const art = poster ? await storage.getBytes(`media/${poster.base}-${width}.jpg`) : undefined
  const bytes = await sharePicture(copy, art)
  await storage.put(key, bytes, { type: 'image/png' })
  return bytes
}
