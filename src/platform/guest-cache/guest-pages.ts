import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { BaseContext, Ctx } from '#core/context.ts'
import { cookieName, cookieOf, locationOf, tokenOf } from '#core/http/caller.ts'
import { codingOf, currentCheckOf } from '#core/http/json-response.ts'
import { cached, changedAt, versionOf } from './answer-cache.ts'
import { bytesOf, cutAtNonce, gzipWithNonce, type NoncedPage, withNonce } from './nonced-page.ts'

/** The pages that guests get from the cache: home, titles, brands and groups. */
export const GUEST_PAGES = [
  '/',
  '/asset/:kid{[0-9A-Fa-f-]{36}}',
  '/asset/rental/:kid{[0-9A-Fa-f-]{36}}',
  '/brand/:account/:tab?',
  '/group/:id',
]
const ADDRESS_MAX = 512 // characters of a path with its query
const OWN_COOKIES = ['browser', 'coupon', 'wrote'] as const // a sign-in, a coupon or a change is under way
const NONCE_BYTES = 16

interface Page {
  response: Response
  /** The pattern of its route, for the metrics. */
  pattern: string | undefined
}
type RenderPage = (request: Request, ctx: Ctx, nonce: string) => Promise<Page>
interface Rendered extends NoncedPage {
  pattern: string | undefined
  status: number
  headers: [name: string, value: string][]
  /** Nonce of the headers, to be replaced like that of the page. */
  nonce: string
}

export const newNonce = () => randomBytes(NONCE_BYTES).toString('base64')

/**
 * Answers guests from the cache. A page is rendered for a request that holds nothing of the visitor
 * but language and country, so it cannot contain what is personal. Each answer gets a nonce of its
 * own. Everybody else is passed on.
 */
export function guestPages(base: () => BaseContext, page: RenderPage): MiddlewareHandler {
  return async (c, next) => {
    const context = base()
    const { config } = context
    const { pathname, search } = new URL(c.req.url)
    const lang = context.texts.language(c.req.raw)
    const isShared = config.guestListsMs > 0 && isPlainGuest(c, config.publicUrl)
    if (!isShared || setsLanguage(c) || pathname.length + search.length > ADDRESS_MAX) return next()
    const { country } = locationOf(c, config, context.integrations.countries)
    const address = `${pathname}${search}`
    const kid = c.req.param('kid')
    const rule = {
      ms: config.guestListsMs,
      version: versionOf(context.db, kid),
      if: ({ status }: Rendered) => status === 200,
      bytes: bytesOf,
    }
    const rendered = await cached(context.db, `page ${lang} ${country} ${address}`, rule, () =>
      render(
        page,
        `${config.publicUrl}${address}`,
        guestContext(context, { lang, country, asOf: changedAt(context.db, kid) }),
      ),
    )
    c.set('pattern', rendered.pattern)
    return answer(c, rendered)
  }
}

/** Tells if a request holds nothing that an answer could depend on but language and country. */
export function isPlainGuest(c: Context, publicUrl: string): boolean {
  const { headers } = c.req.raw
  const holds = (name: (typeof OWN_COOKIES)[number]) =>
    cookieOf(headers, cookieName(name, publicUrl))
  const isPlain = tokenOf(headers, publicUrl) === undefined && !headers.has('authorization')
  return c.req.method === 'GET' && isPlain && !OWN_COOKIES.some(holds)
}

/** Tells if the answer would keep the language of the address in a cookie. */
const setsLanguage = (c: Context) => c.req.query('lang') !== undefined

function guestContext(base: BaseContext, of: Pick<Ctx, 'lang' | 'country' | 'asOf'>): Ctx {
  return {
    ...base,
    ...of,
    ip: '',
    call: '',
    browser: '',
    expired: false,
    cookies: [],
    reads: new Map(),
  }
}

async function render(page: RenderPage, url: string, ctx: Ctx): Promise<Rendered> {
  const request = new Request(url, { headers: { cookie: `lang=${ctx.lang}` } })
  const nonce = newNonce()
  const { response, pattern } = await page(request, { ...ctx, request }, nonce)
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
  const html = Buffer.from(await response.arrayBuffer())
  return { ...cutAtNonce(html, nonce), status: response.status, headers, nonce, pattern }
}

function answer(c: Context, rendered: Rendered): Response {
  const { status, headers, nonce: first } = rendered
  const nonce = newNonce()
  const coding = codingOf(c, ['gzip'])
  const bytes = (of: string) =>
    coding === 'gzip' ? gzipWithNonce(rendered, of) : withNonce(rendered, of)
  const isCurrent = currentCheckOf(rendered)
  if (isCurrent) c.set('sharedBody', { bytes, nonce, isCurrent })
  const body = bytes(nonce)
  const own = Object.fromEntries(
    headers.map(([name, value]) => [name, value.replaceAll(first, nonce)]),
  )
  return new Response(status === 204 || status === 304 ? null : body, {
    status,
    headers: {
      ...own,
      vary: `${own.vary ?? 'cookie'}, accept-encoding`,
      'content-length': String(body.length),
      ...(coding === 'gzip' && { 'content-encoding': coding }),
    },
  })
}
