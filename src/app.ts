import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import { cookieName, cookieOf, locationOf, sameOrigin, tokenOf } from '#core/http/caller.ts'
import { connect, migrate } from '#core/database/db.ts'
import { API, type Endpoint } from '#core/http/endpoint.ts'
import { fromDatabase } from '#core/errors.ts'
import type { BaseContext, Ctx, ServerTexts } from '#core/context.ts'
import { dispatcher, mount, refusalResponse } from '#core/http/http.ts'
import { startWorker, runDueJobs } from '#core/jobs.ts'
import { rateLimit } from '#core/http/rate-limit.ts'
import { log } from '#core/log.ts'
import { openapi } from '#core/http/openapi.ts'
import { whoIs } from './accounts/account/session.ts'
import { api } from './api.ts'
import type { Config } from './config.ts'
import type { Integrations } from './integrations/integrations.ts'
import { jobs } from './jobs.ts'
import { live } from './platform/realtime/live.ts'
import { openChangeFeed } from './platform/realtime/change-feed.ts'
import { images } from './media/playback/image.ts'
import { manifests } from './media/playback/manifests.ts'
import { mediaFiles } from './media/playback/media-files.ts'
import { faults } from './readiness.ts'
import { refuseInMaintenance } from './platform/settings/maintenance.ts'
import { sharedPictures } from './sales/share/picture-route.ts'

/** The pages: built, or in development compiled as they are asked for. */
export type Pages = () => Promise<typeof import('./web.ts')>

interface Parts {
  databaseUrl: string
  config: Config
  integrations: Integrations
  now: () => Date
  texts: ServerTexts
  pages?: Pages | undefined
  /** When a job takes place if not now: the demo world tells of past weeks. */
  jobTime?: ((payload: unknown) => Date | undefined) | undefined
  /** Answer requests, work on jobs, or both. */
  role?: 'web' | 'worker' | 'all'
}

const ROOT = join(import.meta.dirname, '..')
const FOR_EVER = 'public, max-age=31536000, immutable' // a built file's name changes with its content
const HOUR = 'public, max-age=3600'
const SLOW_MS = 2_000
const JOB_CONNECTIONS = 8
/** A job is nobody's: acts behind a `person` door refuse it. */
const NOBODY = { lang: 'en', ip: '', browser: 'direct', country: 'JP' }

export async function builtPages(): Promise<Pages> {
  const built = await import(join(ROOT, 'build/server/index.js'))
  return async () => built
}

/** Everything put together; without `pages` it answers calls only. */
export async function createApp({ databaseUrl, pages, role = 'all', jobTime, ...parts }: Parts) {
  const { db, pool } = connect(databaseUrl)
  await migrate(pool)
  const base = (): BaseContext => ({ ...parts, db, now: parts.now() })
  // Jobs have connections of their own: a crowd at the door must not keep them from working.
  const work = connect(databaseUrl, JOB_CONNECTIONS)
  const jobCtx = (call: string, payload?: unknown): Ctx => ({
    ...base(),
    ...NOBODY,
    now: jobTime?.(payload) ?? parts.now(),
    db: work.db,
    call,
    cookies: [],
  })
  const worker = role === 'web' ? undefined : await startWorker(work.pool, work.db, jobs, jobCtx)
  const news = role === 'worker' ? undefined : openChangeFeed(db, databaseUrl)
  const hono = new Hono()
  answerAll(hono, base, pages)
  return {
    hono,
    db,
    pool,
    jobCtx,
    /** Does the jobs that are due now. */
    runDueJobs: () => runDueJobs(work.pool, jobs, jobCtx),
    /** Lets those go who listen for changes: they would keep the door from closing. */
    endChangeFeed: () => news?.close(),
    async close() {
      await news?.close()
      await worker?.stop()
      await work.pool.end()
      await pool.end() // not db.destroy(): kysely leaves a pool open that it has not used yet
    },
  }
}

function answerAll(hono: Hono, base: () => BaseContext, pages: Pages | undefined) {
  const { config, texts } = base()
  const ctxOf = (c: Context) => contextOf(base(), c)
  // Pages say for themselves that they are closed.
  const callerOf = async (c: Context) => {
    const ctx = await ctxOf(c)
    await refuseInMaintenance(ctx, `${c.req.method} ${c.req.path.replace(API, '')}`)
    return ctx
  }
  hono.onError((error, c) =>
    refusalResponse(fromDatabase(error), texts, texts.language(c.req.raw.headers)),
  )
  hono.use(
    timed(config.production),
    withoutReferrer,
    secureHeaders({ referrerPolicy: 'same-origin' }),
    sameOrigin(config.publicUrl),
    compress(),
  )
  hono.get('/healthz', (c) => c.json({ status: 'ok' }))
  hono.get('/readyz', async (c) => {
    const found = await faults(base().db, config.dataDir)
    const status = found.length === 0 ? 'ready' : 'not ready'
    const rests = base().integrations.card.circuit.secondsToRest(base().now)
    const card = rests === 0 ? 'asked' : `does not answer, asked again in ${rests} s`
    return c.json({ status, faults: found, card }, status === 'ready' ? 200 : 503)
  })
  hono.get(`${API}/openapi.json`, (c) => c.json(openapi(api)))
  if (config.requestsPerMinute > 0)
    hono.use(rateLimit(config.requestsPerMinute, (c) => locationOf(c, config).ip))
  hono.route('/', live(callerOf))
  mount(hono, api, callerOf)
  hono.route('/', mediaFiles(base().integrations.storage))
  hono.route('/', images(callerOf))
  hono.route('/', sharedPictures(callerOf))
  hono.route('/', manifests(callerOf))
  if (!pages) return
  const open = dispatcher(api)
  hono.use('/built/*', files(FOR_EVER))
  hono.use('*', files(HOUR))
  hono.all('*', async (c) => {
    const ctx = await ctxOf(c)
    const ask = (endpoint: Endpoint, input: unknown) => open(ctx, endpoint, input)
    const uploadOrigin = ctx.integrations.storage.publicOrigin
    const facts = { publicUrl: config.publicUrl, uploadOrigin, now: ctx.now }
    const response = await (await pages()).answer(c.req.raw, ask, facts)
    for (const cookie of ctx.cookies) response.headers.append('set-cookie', cookie)
    return response
  })
}

/** Who calls, from where, in which language. */
async function contextOf(base: BaseContext, c: Context): Promise<Ctx> {
  const { config, texts } = base
  const { headers } = c.req.raw
  const token = tokenOf(headers, config.publicUrl)
  const isBrowser = c.req.header('origin') ?? c.req.header('sec-fetch-site')
  const seen = token ? await whoIs(base.db, token, base.now) : undefined
  const browser = cookieOf(headers, cookieName('browser', config.publicUrl))
  return {
    ...base,
    ...locationOf(c, config, base.integrations.countries),
    call: '',
    lang: texts.language(headers),
    person: seen === 'expired' ? undefined : seen,
    expired: token !== undefined && typeof seen !== 'object',
    key: c.req.header('idempotency-key'),
    browser: browser ?? (isBrowser ? '' : 'direct'),
    request: c.req.raw,
    cookies: [],
  }
}

const files = (cacheControl: string) =>
  serveStatic({
    root: join(ROOT, 'build/client'),
    onFound: (_, c) => c.header('cache-control', cacheControl),
  })

/** A coupon's code in an address goes no further: not to the log, and to no page after this one. */
const CODE_IN_PATH = /(?<=^\/api\/[\d.]+\/coupons\/)[^/]+/
const withoutReferrer: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.query('code') !== undefined) c.res.headers.set('referrer-policy', 'no-referrer')
}

/** Production logs what changes something; a laptop only what was slow or broken. */
const timed =
  (production: boolean): MiddlewareHandler =>
  async (c, next) => {
    const begun = Date.now()
    await next()
    const ms = Date.now() - begun
    const { status } = c.res
    const path = c.req.path.replace(CODE_IN_PATH, '…')
    const facts = { method: c.req.method, path, status, ms }
    if (status >= 500 || ms > SLOW_MS) log('warn', 'request', facts)
    else if (production && c.req.method !== 'GET') log('info', 'request', facts)
  }
