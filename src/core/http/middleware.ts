import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { requestIdOf } from '#core/http/caller.ts'
import { hasSecret, maskSecret } from '#core/http/secret-path.ts'
import { log, logForRequest } from '#core/log.ts'
import { countRequest } from '#core/metrics.ts'
import { describeRequest, traceRequest } from '#core/tracing.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The pattern of a page's route; undefined for other requests. */
    pattern: string | undefined
  }
}

const SLOW_MS = 2_000

/**
 * Keeps secrets of an address from the pages that are opened from it. Names the origin all the same: without
 * it, a browser sends forms as those of another site.
 */
export const withoutReferrer: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.query('code') !== undefined || hasSecret(c.req.path))
    c.res.headers.set('referrer-policy', 'strict-origin')
}

/** Gives a request an id, its proxy's or a new one, which its answer and its log lines name. */
export const identified: MiddlewareHandler = async (c, next) => {
  const id = requestIdOf(c.req.header('x-request-id'))
  await logForRequest(id, () => traceRequest(c.req.raw.headers, next))
  c.res.headers.set('x-request-id', id)
}

/** Returns the pattern of the route that answered; `other` for files and for what no route took. */
export function routeOf(c: Context): string {
  const pattern = c.get('pattern') ?? routePath(c)
  if (pattern === '*' || pattern === '/*') return 'other'
  const route = pattern.startsWith('/') ? pattern : `/${pattern}` // React Router leaves the slash out
  return route.replace(/(?<=.)\/$/, '') // a call counts as the same with and without a slash at its end
}

/** Counts and times requests. Logs slow and failed ones; with `logsAll` also every one that is not a GET. */
export const timed =
  (logsAll: boolean): MiddlewareHandler =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    const ms = Math.round(performance.now() - startedAt)
    const { method } = c.req
    const { status } = c.res
    const route = routeOf(c)
    countRequest({ method, route, status, seconds: ms / 1_000 })
    const path = maskSecret(c.req.path)
    describeRequest({ method, route, path, status })
    const facts = { method, path, status, ms }
    // A visitor who left before the answer is no failure of ours.
    const hasFailed = status >= 500 && !c.req.raw.signal.aborted
    if (hasFailed || ms > SLOW_MS) log('warn', 'request', facts)
    else if (logsAll && c.req.method !== 'GET') log('info', 'request', facts)
  }
