import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Ctx, currentPerson, type ServerTexts } from '#core/context.ts'
import { jsonResponse } from './json-response.ts'
import { API, type BodyOf, type Endpoint, type ReplyOf } from './endpoint.ts'
import { errors } from '#core/error-catalogue.ts'
import { fromDatabase } from '#core/database/database-error.ts'
import { type ErrorCode, fail, isRefusal, Refusal } from '#core/errors.ts'
import { log } from '#core/log.ts'

const BODY_MAX = 1_048_576 // bytes of JSON, unless the endpoint accepts more
/** The largest body of a page's form, and of a call that guests may make, in bytes. */
export const OPEN_BODY_MAX = 65_536
const FIELDS_MAX = 10_000 // of all objects in an input together
const KEY_MAX = 255 // characters of an Idempotency-Key, like the card provider's
const FIELD_MAX = 100 // characters of an unknown field's name that are repeated in the refusal
const DEPTH_MAX = 32
const SOON_SECONDS = 5
/** Refusals that name no time and may be over in seconds. Others of their status last longer. */
const OVER_SOON: ReadonlySet<ErrorCode> = new Set([
  'maintenance',
  'unavailable',
  'chunk_url_failed',
])

/** The callers that a route admits. */
export type Access = 'any' | 'person' | 'creator' | 'admin'
export interface Route {
  endpoint: Endpoint
  access: Access
  action: (ctx: Ctx, body: never) => Promise<unknown>
  /** The call in a few words, for the API's description. */
  summary: string
  /** The refusals of this call beyond those of all calls with its access and input. */
  refusals: readonly ErrorCode[]
  /** The part of the API's description that holds the call; without one it is left out. */
  section?: string
  /** The setting that switches the call off. */
  setting?: string | undefined
  /** The scope of the API keys that may make the call; without one no key may. */
  scope?: string | undefined
}
/** A call as the API's description needs it; a stream is served outside the list of routes. */
export type DescribedRoute = Omit<Route, 'action'>
/** Runs an endpoint in this process with input that is not validated yet. */
export type Ask = (endpoint: Endpoint, input: unknown) => Promise<unknown>

/** Connects an endpoint with its action. The action returns a reply, or a `Response` if it is not JSON. */
export function serve<E extends Endpoint>(
  endpoint: E,
  access: Access,
  action: (ctx: Ctx, body: BodyOf<E>) => Promise<ReplyOf<E> | Response>,
  summary: string,
  refusals: readonly ErrorCode[] = [],
): Route {
  return { endpoint, access, action, summary, refusals }
}

/** Puts routes into a section of the API's description, which is left out while `setting` is off. */
export const section = (name: string, routes: Route[], setting?: string): Route[] =>
  routes.map((route) => ({ ...route, section: name, setting }))

/**
 * Returns a function that authorizes a caller, validates the input and runs the endpoint's action.
 * Finds routes by name, not by identity: the bundle of the pages has its own copy of every endpoint.
 */
export function dispatcher(routes: Route[]) {
  const byName = new Map(routes.map((route) => [nameOf(route.endpoint), route]))
  return async (ctx: Ctx, called: Endpoint, input: unknown): Promise<unknown> => {
    const route = byName.get(nameOf(called)) ?? fail('not_found')
    const { endpoint, action } = route
    authorize(ctx, route)
    if (!isAcceptable(input)) fail('body_invalid')
    const checked = (endpoint.body ?? endpoint.query)?.safeParse(withIdsAsStored(input))
    if (checked?.error) {
      const issue = checked.error.issues[0]!
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
      const field = [...issue.path, ...unknown].join('.').slice(0, FIELD_MAX)
      fail('input_invalid', { field, issue: issue.code })
    }
    if (endpoint.once && !ctx.key) fail('idempotency_key_missing')
    if (ctx.key && ctx.key.length > KEY_MAX) fail('input_invalid', { field: 'Idempotency-Key' })
    try {
      return await action({ ...ctx, call: nameOf(endpoint) }, checked?.data as never)
    } catch (error) {
      throw fromDatabase(error)
    }
  }
}

function authorize(ctx: Ctx, { access, scope }: Route) {
  if (ctx.apiKey && !(scope && ctx.apiKey.scopes.includes(scope))) fail('api_key_forbidden')
  if (access === 'any') return
  const { role } = currentPerson(ctx)
  if (access === 'creator' && role !== 'ORH') fail('creators_only')
  if (access === 'admin' && role !== 'ADMIN') fail('admins_only')
}

/**
 * Registers every route on the app. `ctxOf` builds the caller's context from the request. Callers
 * without access are refused before a long body is parsed.
 */
export function mount(app: Hono, routes: Route[], ctxOf: (c: Context) => Promise<Ctx>) {
  const dispatch = dispatcher(routes)
  // `{` sorts after every letter, so literal paths are registered before paths with parameters.
  for (const route of routes.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const { endpoint } = route
    const named = API + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const path = endpoint.rest ? `${named}{.+}` : named
    const limit = bodyLimit({ maxSize: bodyMaxOf(route), onError: () => fail('too_large') })
    const paths = endpoint.method === 'GET' ? withOrWithoutSlash(path) : [path]
    app.on(endpoint.method, paths, limit, async (c) => {
      const ctx = await ctxOf(c)
      authorize(ctx, route)
      const reply = await dispatch(ctx, endpoint, {
        ...(await inputOf(c, endpoint)),
        ...c.req.param(),
      })
      const response = reply instanceof Response ? reply : jsonResponse(c, reply)
      for (const cookie of ctx.cookies) response.headers.append('set-cookie', cookie)
      return response
    })
  }
  app.all(`${API}/*`, () => fail('not_found'))
}

/**
 * Returns an address of the API also with a slash at its end, for calls that only read: a missing id
 * before the end must not turn a write into one on the whole list. Addresses of pages have none.
 */
export const withOrWithoutSlash = (path: string) => [path, `${path}/`]

const pathOf = ({ endpoint }: Route) => endpoint.path

/** Returns the largest body that a call takes, in bytes. */
export const bodyMaxOf = ({ endpoint, access }: Pick<Route, 'endpoint' | 'access'>): number =>
  endpoint.bodyMax ?? (access === 'any' ? OPEN_BODY_MAX : BODY_MAX)

async function inputOf(c: Context, { body, query }: Endpoint): Promise<object> {
  if (query) return c.req.query()
  if (!body) return {}
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    fail('wrong_content_type')
  const input: unknown = parse(text)
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? input
    : fail('body_invalid')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns false for input that PostgreSQL cannot store (NUL, lone surrogates), that nests too deeply
 * or that has too many fields, before a schema spends time on it.
 */
function isAcceptable(input: unknown): boolean {
  let fields = 0
  const accepts = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
    if (typeof value !== 'object' || value === null) return true
    if (depth === DEPTH_MAX) return false
    if (Array.isArray(value)) return value.every((held) => accepts(held, depth + 1))
    const names = Object.keys(value)
    fields += names.length
    if (fields > FIELDS_MAX) return false
    return names.every((name) => accepts(name, depth) && accepts(value[name as never], depth + 1))
  }
  return accepts(input, 0)
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns input with its ids (RFC 9562) in lower case: they are compared as text, and the database returns them so. */
function withIdsAsStored(value: unknown): unknown {
  if (typeof value === 'string') return ID.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(withIdsAsStored)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, withIdsAsStored(held)]),
  )
}

/** Returns an error as the API sends it: its code, and the sentence in the caller's language. */
export function refusalResponse(error: unknown, texts: ServerTexts, lang: string): Response {
  const refusal = isRefusal(error) ? error : bug(error)
  const { code, params } = refusal
  const { status } = errors[code]
  const headers = new Headers({ 'cache-control': 'no-store' })
  const seconds = params.seconds ?? (OVER_SOON.has(code) ? SOON_SECONDS : undefined)
  const isForNow = status === 429 || status === 503
  if (isForNow && seconds !== undefined) headers.set('retry-after', String(seconds))
  const body = { error: { code, params }, error_messages: [texts.refusal(lang, code, params)] }
  return Response.json(body, { status, headers })
}

/** Logs an unexpected error and returns the refusal `bug` with a reference number only. */
export function bug(error: unknown): Refusal {
  const reference = Math.random().toString(36).slice(2, 10).toUpperCase()
  log('error', 'bug', { reference, error })
  return new Refusal('bug' satisfies ErrorCode, { reference })
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
