import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Ctx } from '#core/context.ts'
import { cachedForGuests } from '#src/platform/guest-cache/answer-cache.ts'
import { readForGuest } from '#src/platform/guest-cache/guest-reads.ts'
import { feedPath } from '#src/platform/layout/public-address.shared.ts'
import { brandFeed, marketFeed } from './feed.ts'
import { oembed } from './oembed.ts'
import { sitemap, sitemapIndex } from './sitemap.ts'

const XML = 'application/xml; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'
const CACHE_MINUTES = 'public, max-age=300'
const CACHE_HOUR = 'public, max-age=3600'
/** The paths that lead robots nowhere: calls, and pages of one person. */
const CLOSED = ['/account/', '/admin', '/api/', '/language', '/login', '/payment/', '/sign-out']

/**
 * Serves what robots and other sites read: `/robots.txt`, sitemaps, feeds and oEmbed. All of them
 * answer as to a guest, so that a cache may keep them.
 */
export function discovery(ctxOf: (c: Context) => Promise<Ctx>): Hono {
  const asGuest = async (c: Context): Promise<Ctx> => {
    const { person: _, expired: __, apiKey: ___, ...ctx } = await ctxOf(c)
    return { ...ctx, call: `GET ${c.req.path}` }
  }
  const read = async <T>(c: Context, query: (ctx: Ctx) => Promise<T>) =>
    readForGuest(await asGuest(c), query)
  /** Reads what is the same for everybody and depends on the path alone. */
  const readShared = async (c: Context, query: (ctx: Ctx) => Promise<string>) =>
    cachedForGuests(await asGuest(c), {}, query)
  const answer = (body: string, type: string, cacheControl: string) =>
    new Response(body, { headers: { 'content-type': type, 'cache-control': cacheControl } })
  return new Hono()
    .get('/robots.txt', async (c) => {
      const { config } = await asGuest(c)
      const closed = CLOSED.map((path) => `Disallow: ${path}`).join('\n')
      const text = `User-agent: *\n${closed}\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`
      return answer(text, 'text/plain; charset=utf-8', CACHE_HOUR)
    })
    .get('/sitemap.xml', etag(), async (c) =>
      answer(await readShared(c, sitemapIndex), XML, CACHE_HOUR),
    )
    .get('/sitemaps/:file', etag(), async (c) =>
      answer(await readShared(c, (ctx) => sitemap(ctx, c.req.param('file'))), XML, CACHE_HOUR),
    )
    .get(feedPath(), etag(), async (c) =>
      answer(await readShared(c, marketFeed), ATOM, CACHE_MINUTES),
    )
    .get(feedPath(':account'), etag(), async (c) =>
      answer(
        await read(c, (ctx) => brandFeed(ctx, c.req.param('account') ?? '')),
        ATOM,
        CACHE_MINUTES,
      ),
    )
    .get('/oembed', async (c) => {
      if ((c.req.query('format') ?? 'json') !== 'json') return c.text('', 501) // as oembed.com says
      const found = await read(c, (ctx) => oembed(ctx, c.req.query()))
      const open = { 'access-control-allow-origin': '*' } // also for scripts of other sites
      return Response.json(found, { headers: { ...open, 'cache-control': CACHE_HOUR } })
    })
}
