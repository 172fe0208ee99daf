import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Ctx, currentPerson, type Words } from '#core/context.ts'
import { answer } from './answer.ts'
import { API, type BodyOf, type Endpoint, type ReplyOf } from './endpoint.ts'
import { type ErrorCode, errors, fail, fromDatabase, isRefusal, Refusal } from '#core/errors.ts'
import { log } from '#core/log.ts'

const BODY_MAX = 1_048_576 // bytes of JSON, unless the endpoint takes more
const KEY_MAX = 255 // characters of an Idempotency-Key, as at the card provider
const FIELD_MAX = 100 // characters that are said again of a field nobody knows
const DEPTH_MAX = 32

export type Who = 'any' | 'person' | 'creator' | 'admin'
export interface Route {
  endpoint: Endpoint
  who: Who
  action: (ctx: Ctx, body: never) => Promise<unknown>
}
/** Asks for an endpoint in this process, input unchecked. */
export type Ask = (endpoint: Endpoint, input: unknown) => Promise<unknown>

/** An act answers with its reply, or with a whole `Response` where the answer is not JSON. */
export function serve<E extends Endpoint>(
  endpoint: E,
  who: Who,
  action: (ctx: Ctx, body: BodyOf<E>) => Promise<ReplyOf<E> | Response>,
): Route {
  return { endpoint, who, action }
}

/** Finds doors by name, not by identity: the pages' bundle has its own copy of every shape. */
export function dispatcher(routes: Route[]) {
  const byName = new Map(routes.map((door) => [nameOf(door.endpoint), door]))
  return async (ctx: Ctx, asked: Endpoint, input: unknown): Promise<unknown> => {
    const { endpoint, who, action } = byName.get(nameOf(asked)) ?? fail('not_found')
    admit(ctx, who)
    if (!isStorable(input)) fail('input_invalid', { field: '' })
    const checked = (endpoint.body ?? endpoint.query)?.safeParse(input)
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

function admit(ctx: Ctx, who: Who) {
  if (who === 'any') return
  const { role } = currentPerson(ctx)
  if (who === 'creator' && role !== 'ORH') fail('creators_only')
  if (who === 'admin' && role !== 'ADMIN') fail('admins_only')
}

/**
 * Puts every door on the app. `ctxOf` builds the caller's context from the request. Who may not come
 * in is told so before a long body is parsed.
 */
export function mount(app: Hono, routes: Route[], ctxOf: (c: Context) => Promise<Ctx>) {
  const open = dispatcher(routes)
  // `{` comes after every letter, so that a literal path stands before one with a name.
  for (const { endpoint, who } of routes.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const path = API + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const { bodyMax: maxSize = BODY_MAX } = endpoint
    const limit = bodyLimit({ maxSize, onError: () => fail('too_large') })
    app.on(endpoint.method, path, limit, async (c) => {
      const ctx = await ctxOf(c)
      admit(ctx, who)
      const reply = await open(ctx, endpoint, { ...(await inputOf(c, endpoint)), ...c.req.param() })
      const response = reply instanceof Response ? reply : answer(c, reply)
      for (const cookie of ctx.cookies) response.headers.append('set-cookie', cookie)
      return response
    })
  }
  app.all(`${API}/*`, () => fail('not_found'))
}

const pathOf = ({ endpoint }: Route) => endpoint.path

async function inputOf(c: Context, { body, query }: Endpoint): Promise<object> {
  if (query) return c.req.query()
  if (!body) return {}
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) fail('wrong_content_type')
  const input: unknown = parse(text)
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? input
    : fail('input_invalid', { field: '' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** PostgreSQL cannot hold NUL or half a surrogate pair; nothing we take is nested deeply. */
function isStorable(value: unknown, depth = 0): boolean {
  if (depth > DEPTH_MAX) return false
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([name, held]) => isStorable(name) && isStorable(held, depth + 1),
  )
}

/** Every error as the wire knows it: its code, and the sentence in the caller's language. */
export function refusalResponse(error: unknown, words: Words, lang: string): Response {
  const refusal = isRefusal(error) ? error : bug(error)
  const { code, params } = refusal
  const { status } = errors[code]
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (status === 429 || status === 503) headers.set('retry-after', String(params.seconds ?? 5))
  const body = { error: { code, params }, error_messages: [words.refusal(lang, code, params)] }
  return Response.json(body, { status, headers })
}

/** What nobody expected: logged whole, answered with a reference number only. */
export function bug(error: unknown): Refusal {
  const reference = Math.random().toString(36).slice(2, 10).toUpperCase()
  log('error', 'bug', { reference, error })
  return new Refusal('bug' satisfies ErrorCode, { reference })
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
