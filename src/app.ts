import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import {
  cookieName,
  cookieOf,
  locationOf,
  marksWriters,
  sameOrigin,
  tokenOf,
} from '#core/http/caller.ts'
import { connect } from '#core/database/db.ts'
import { migrate } from '#core/database/migrate.ts'
import { openReplicas } from '#core/database/replicas.ts'
import { API } from '#core/http/endpoint.ts'
import { fromDatabase } from '#core/database/database-error.ts'
import { fail } from '#core/errors.ts'
import { type BaseContext, type Ctx, readOnce, type ServerTexts } from '#core/context.ts'
import {
  type Ask,
  bug,
  dispatcher,
  mount,
  OPEN_BODY_MAX,
  refusalResponse,
  withOrWithoutSlash,
} from '#core/http/http.ts'
import { startWorker, runDueJobs } from '#core/jobs.ts'
import { identified, routeOf, timed, withoutReferrer } from '#core/http/middleware.ts'
import { rateLimit, senderLimit } from '#core/http/rate-limit.ts'
import { openapi } from '#core/http/openapi.ts'
import { personOfToken } from './accounts/account/session.ts'
import { API_KEY_PREFIX } from './accounts/api-key/api-key.shared.ts'
import { withApiKey } from './accounts/api-key/caller.ts'
import { api } from './api.ts'
import type { Config } from './config.ts'
import { healthRoutes } from './health.ts'
import { metricsRoutes } from './metrics.ts'
import type { Integrations } from './integrations/integrations.ts'
import { jobs } from './jobs.ts'
import { describedLive, live } from './platform/realtime/live.ts'
import { openChangeFeed } from './platform/realtime/change-feed.ts'
import { changesNamedIn } from './platform/guest-cache/guest-reads.ts'
import { GUEST_PAGES, guestPages, newNonce } from './platform/guest-cache/guest-pages.ts'
import { keepFoldersClear } from './media/disk/work-folder.ts'
import { repeatedAnswers } from './platform/guest-cache/repeated-answers.ts'
import { downloads } from './media/downloads/serve.ts'
import { images } from './media/playback/image.ts'
import { manifests } from './media/playback/manifests.ts'
import { mediaFiles } from './media/playback/media-files.ts'
import { segmentCheck } from './media/playback/segment-check.ts'
import { missingFeatures } from './platform/settings/features.ts'
import { refuseInMaintenance } from './platform/settings/maintenance.ts'
import { sentEvents } from './studio/webhooks/webhook.shared.ts'
import { isEmbedded } from './platform/layout/public-address.shared.ts'
import { discovery } from './sales/discovery/discovery.ts'
import { sharePictureRoute } from './sales/share/picture-route.ts'
import { shelfPictureRoute } from './sales/shelf/picture-route.ts'

/** Loads the pages: built, or compiled on request in development. */
export type Pages = () => Promise<typeof import('./web.ts')>

interface Parts {
  databaseUrl: string
  /** Another address of the database if `databaseUrl` is that of a pooler: for LISTEN and migrations. */
  directUrl?: string | undefined
  /** Opens the connection pools; tests lend pools that are open. */
  connectTo?: typeof connect
  config: Config
  integrations: Integrations
  now: () => Date
  texts: ServerTexts
  pages?: Pages | undefined
  /** Returns the time at which a job takes place, if not now: the demo data covers past weeks. */
  jobTime?: ((payload: unknown) => Date | undefined) | undefined
  /** The role of the process: answers requests, runs jobs, or both. */
  role?: 'web' | 'worker' | 'all'
  /** The time after which a silent database counts as lost to requests. */
  silentMs?: number | undefined
  /** Returns by how many seconds this machine's clock is ahead of the database's. */
  secondsAhead?: () => number
}

const ROOT = join(import.meta.dirname, '..')
/** Caches built files, whose names change with their content. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const CACHE_HOUR = 'public, max-age=3600'
/** Two connections listen; the others ask for jobs and record how they ended, each for a moment. */
const QUEUE_CONNECTIONS = 8
const LOOK_SILENT_MS = 5_000 // of a connection that is used five times a second
const JOB_SILENT_MS = 600_000 // jobs have long statements, and nobody waits for them
/** Forbids the features that no page uses, so that an injected script cannot use them either. */
const UNUSED_FEATURES = {
  camera: [],
  displayCapture: [],
  geolocation: [],
  hid: [],
  microphone: [],
  midi: [],
  payment: [],
  serial: [],
  usb: [],
}
/** The caller of a job. A job has no person, so actions that need one refuse it. */
const JOB_CALLER = { lang: 'en' as const, ip: '', browser: 'direct', country: 'JP' }

/** Loads the pages that were built to `build/`. */
export async function builtPages(): Promise<Pages> {
  const built = await import(join(ROOT, 'build/server/index.js'))
  return async () => built
}

/** Puts the app together. Without `pages` it answers API calls only. */
export async function createApp(options: Parts) {
  const { databaseUrl, pages, role = 'all', jobTime, silentMs, ...rest } = options
  const { secondsAhead = () => 0, connectTo = connect, directUrl = databaseUrl, ...parts } = rest
  const isShared = directUrl !== databaseUrl
  await migrateAll(directUrl, connectTo)
  const { connections } = parts.config
  const { db, pool } = connectTo(databaseUrl, connections.requests, silentMs, isShared)
  const { replicas: wanted } = parts.config
  const replicas =
    wanted &&
    role !== 'worker' &&
    openReplicas(db, connectTo(databaseUrl, 1, LOOK_SILENT_MS, isShared).pool, wanted)
  const base = (): BaseContext => {
    const { now: time } = parts
    return { ...parts, db, replicas: replicas || undefined, now: time(), time }
  }
  // Jobs have their own connections, so that many requests cannot block them.
  const jobDatabase = connectTo(databaseUrl, connections.jobs, JOB_SILENT_MS, isShared)
  const queue = isShared
    ? connectTo(directUrl, QUEUE_CONNECTIONS, JOB_SILENT_MS).pool
    : jobDatabase.pool
  const jobCtx = (call: string, payload?: unknown): Ctx => {
    const time = () => jobTime?.(payload) ?? parts.now()
    return {
      ...base(),
      ...JOB_CALLER,
      now: time(),
      time,
      db: jobDatabase.db,
      call,
      cookies: [],
      reads: new Map(),
    }
  }
  const folders = role === 'web' ? undefined : keepFoldersClear(parts.config.dataDir)
  const worker = role === 'web' ? undefined : await startWorker(queue, jobDatabase.db, jobs, jobCtx)
  const changeFeed = role === 'worker' ? undefined : openChangeFeed(db, directUrl)
  const hono = new Hono()
  let stopping = false
  const health = healthRoutes(base, { isStopping: () => stopping, secondsAhead })
  const repeatOr = addRoutes(hono, base, pages, health)
  const readPools = replicas ? replicas.all.map((one) => [`replica ${one.host}`, one.pool]) : []
  const pools = {
    ...(role !== 'worker' && { requests: pool }),
    jobs: jobDatabase.pool,
    ...Object.fromEntries(readPools),
  }
  const tasks = jobs.map(({ name }) => name)
  return {
    hono,
    listener: listenerOf(hono, repeatOr),
    /** Returns what answers those who watch this process, for a port that is not public. */
    operations: () =>
      new Hono().route('/', health).route('/', metricsRoutes({ base, pools, tasks, secondsAhead })),
    db,
    pool,
    jobCtx,
    /** Runs the jobs that are due now. */
    runDueJobs: () => runDueJobs(queue, jobs, jobCtx),
    /** Says at `/readyz` from now on that this process stops. Requests are still answered. */
    announceStop: () => void (stopping = true),
    /** Ends the open streams of changes, which would keep the server from closing. */
    endChangeFeed: () => changeFeed?.close(),
    async close() {
      await changeFeed?.close()
      await worker?.stop()
      folders?.stop()
      if (replicas) await replicas.close()
      await jobDatabase.pool.end()
      if (isShared) await queue.end()
      await pool.end() // not db.destroy(): Kysely does not close a pool that it has not used yet
    },
  }
}

/** Returns the function that makes what answers the requests of Node's server. */
const listenerOf =
  (hono: Hono, repeatOr: ReturnType<typeof addRoutes>) =>
  (options?: Parameters<typeof getRequestListener>[1]) =>
    repeatOr(getRequestListener(hono.fetch, options))

/** Migrates the database. A migration, or that of another process, may take long. */
async function migrateAll(databaseUrl: string, connectTo: typeof connect) {
  const { pool } = connectTo(databaseUrl, 2, 0)
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
}

/** Adds all routes. Returns the function that answers requests without them, where it can. */
function addRoutes(hono: Hono, base: () => BaseContext, pages: Pages | undefined, health: Hono) {
  const { config, texts, integrations } = base()
  const { requestsPerMinute } = config
  const countSender = requestsPerMinute > 0 ? senderLimit(requestsPerMinute) : undefined
  const { keep, repeatOr } = repeatedAnswers({ config, integrations, countSender, routeOf })
  const ctxOf = (c: Context) => contextOf(base(), c)
  // Used for the API; pages show the maintenance notice themselves.
  const callerOf = async (c: Context) => {
    const ctx = await ctxOf(c)
    await refuseInMaintenance(
      ctx,
      `${c.req.method} ${c.req.path.replace(API, '').replace(/\/$/, '')}`,
    )
    return ctx
  }
  hono.onError((error, c) => refusalResponse(fromDatabase(error), texts, texts.language(c.req.raw)))
  hono.use(
    keep,
    identified,
    timed(config.logsRequests),
    withoutReferrer,
    framedIfEmbedded,
    secureHeaders({ referrerPolicy: 'same-origin', permissionsPolicy: UNUSED_FEATURES }),
    sameOrigin(config),
    compress(),
  )
  if (config.replicas) hono.use(marksWriters(config.publicUrl, config.replicas.lagSeconds + 1))
  hono.route('/', health)
  if (countSender) hono.use(rateLimit(countSender, (c) => locationOf(c, config).ip))
  const descriptions = new Map<string, object>() // each takes a tenth of a second
  hono.on('GET', withOrWithoutSlash(`${API}/openapi.json`), async (c) => {
    const missing = await missingFeatures(base().db)
    const names = missing.map(({ setting }) => setting).join()
    const description =
      descriptions.get(names) ?? openapi([...api, describedLive], missing, sentEvents)
    descriptions.set(names, description)
    return c.json(description)
  })
  hono.route('/', live(callerOf))
  // Only API calls take keys. Elsewhere the holder of one is a guest.
  mount(hono, api, async (c) => withApiKey(await callerOf(c)))
  hono.route('/', mediaFiles(mediaSource(base, callerOf)))
  hono.route('/', downloads(callerOf))
  hono.route('/', images(callerOf))
  hono.route('/', sharePictureRoute(callerOf))
  hono.route('/', shelfPictureRoute(callerOf))
  hono.route('/', manifests(callerOf))
  hono.route('/', discovery(callerOf))
  if (!pages) return repeatOr
  const dispatch = dispatcher(api)
  const page = async (request: Request, caller: Ctx, nonce: string) => {
    const ctx = { ...caller, key: caller.key ?? randomUUID() } // each opened page is a new request
    const ask = askFor(ctx, dispatch)
    const { publicUrl } = config
    const origins = originsOf(ctx.integrations)
    const facts = { publicUrl, origins, now: ctx.now, nonce, onBug: bug }
    const answer = await (await pages()).answer(request, ask, facts)
    for (const cookie of ctx.cookies) answer.response.headers.append('set-cookie', cookie)
    return answer
  }
  hono.on('GET', GUEST_PAGES, guestPages(base, page))
  hono.use(bodyLimit({ maxSize: OPEN_BODY_MAX, onError: () => fail('too_large') }))
  hono.use('/built/*', files(CACHE_FOREVER))
  hono.use('*', files(CACHE_HOUR))
  hono.all('*', async (c) => {
    const { response, pattern } = await page(c.req.raw, await ctxOf(c), newNonce())
    c.set('pattern', pattern)
    return response
  })
  return repeatOr
}

/** Returns what answers the calls of one page. A call that several of its parts make is made once. */
function askFor(ctx: Ctx, dispatch: ReturnType<typeof dispatcher>): Ask {
  return (endpoint, input) => {
    const call = async () => {
      // Pages show the notice of maintenance, but load their parts at the same time: none may write.
      if (endpoint.method !== 'GET')
        await refuseInMaintenance(ctx, `${endpoint.method} ${endpoint.path}`)
      return dispatch(ctx, endpoint, input)
    }
    if (endpoint.method === 'GET')
      return readOnce(ctx, `${endpoint.path} ${JSON.stringify(input)}`, call)
    ctx.reads.clear()
    return call().finally(() => ctx.reads.clear())
  }
}

const originsOf = ({ storage, delivery, licences, flow }: Integrations) => ({
  upload: storage.publicOrigin,
  media: delivery?.origin ?? '',
  licences: licences?.origins.join(' ') ?? '',
  wallet: flow?.wallet ?? null,
})

/** Returns what the segments of titles are sent from, and the check of those who ask for them. */
function mediaSource(base: () => BaseContext, ctxOf: (c: Context) => Promise<Ctx>) {
  const { config, db, integrations } = base()
  const { storage, countries } = integrations
  const now = () => base().now
  const callerOf = (c: Context) => ({
    session: tokenOf(c.req.raw.headers, config.publicUrl),
    country: locationOf(c, config, countries).country,
  })
  const elsewhere = async (key: string) => integrations.delivery?.sign(key, now())
  return { storage, elsewhere, checkSegment: segmentCheck({ db, now, callerOf, ctxOf }) }
}

/** Builds a request's context: the caller, their address, country and language. */
async function contextOf(base: BaseContext, c: Context): Promise<Ctx> {
  const { config, texts } = base
  const { headers } = c.req.raw
  const token = tokenOf(headers, config.publicUrl)
  const isBrowser = c.req.header('origin') ?? c.req.header('sec-fetch-site')
  const session =
    token && !token.startsWith(API_KEY_PREFIX)
      ? await personOfToken(base.db, token, base.now)
      : undefined
  const browser = cookieOf(headers, cookieName('browser', config.publicUrl))
  return {
    ...base,
    ...locationOf(c, config, base.integrations.countries),
    call: '',
    lang: texts.language(c.req.raw),
    person: session === 'expired' ? undefined : session,
    expired: token !== undefined && typeof session !== 'object',
    key: c.req.header('idempotency-key'),
    browser: browser ?? (isBrowser ? '' : 'direct'),
    asOf: base.replicas ? changesNamedIn(base.db, c.req.url) : -Infinity,
    hasWritten: cookieOf(headers, cookieName('wrote', config.publicUrl)) !== undefined,
    request: c.req.raw,
    cookies: [],
    reads: new Map(),
  }
}

const files = (cacheControl: string) =>
  serveStatic({
    root: join(ROOT, 'build/client'),
    precompressed: true,
    onFound: (_, c) => c.header('cache-control', cacheControl),
  })

/** Lets other sites frame the embedded player. Its content policy says the same of all other pages. */
const framedIfEmbedded: MiddlewareHandler = async (c, next) => {
  await next()
  if (isEmbedded(c.req.path)) c.res.headers.delete('x-frame-options')
}
