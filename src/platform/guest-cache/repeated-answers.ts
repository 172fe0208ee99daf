import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppContext } from '#core/context.ts'
import { locationOfIncoming, requestIdOf } from '#core/http/caller.ts'
import type { SharedBody } from '#core/http/json-response.ts'
import { log } from '#core/log.ts'
import { countRequest } from '#core/metrics.ts'
import { isPlainGuest, newNonce } from './guest-pages.ts'

const ANSWERS_MAX = 2_000
const KEY_MAX = 2_048 // characters
/** All that the app reads of a request, but for its id and its sender. */
export const READ_HEADERS = [
  'host',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-length',
  'cookie',
  'idempotency-key',
  'transfer-encoding',
] as const

interface Answer extends SharedBody {
  headers: Record<string, string>
  route: string
}
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown
type Count = (ip: string) => Promise<void>
interface Parts extends Pick<AppContext, 'config' | 'integrations'> {
  /** Counts a request of an address; rejects one past the limit. */
  countSender: Count | undefined
  routeOf: (c: Context) => string
}

/**
 * Repeats answers from the cache of guests before the app is asked. The app decides what a request gets;
 * one that differs in nothing that the app reads gets the same, with its own id and nonce. So no rule of
 * the app stands here a second time. Personal answers are never kept.
 */
export function repeatedAnswers({ config, integrations, countSender, routeOf }: Parts) {
  // The oldest outdated answers go with each new one, so few hold on to a body that the cache has dropped.
  const answers = new Map<string, Answer>()
  const keyOf = (request: IncomingMessage) => {
    const { country } = locationOfIncoming(request, config, integrations.countries)
    const read = READ_HEADERS.map((name) => request.headers[name] ?? '')
    return [request.method, country, ...read, request.url].join('\n')
  }

  const isWithinLimit = (count: Count, request: IncomingMessage) =>
    count(locationOfIncoming(request, config).ip).then(
      () => true,
      () => false,
    )

  /** Keeps what the app has answered, if every guest gets it. Runs around all other middleware. */
  const keep: MiddlewareHandler = async (c, next) => {
    await next()
    const body = c.get('sharedBody')
    const request = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
    if (config.traces) return // a trace shows the app at work
    if (!body || !request || !isPlainGuest(c, config.publicUrl)) return
    const { status, headers } = c.res
    if (status !== 200 || !headers.has('content-length') || headers.has('set-cookie')) return
    const key = keyOf(request)
    if (key.length > KEY_MAX) return
    for (const [other, { isCurrent }] of answers) {
      if (answers.size < ANSWERS_MAX && isCurrent()) break
      answers.delete(other)
    }
    answers.delete(key) // the new one stands behind all others
    answers.set(key, { ...body, headers: Object.fromEntries(headers), route: routeOf(c) })
  }

  /** Answers a request as the one before it. Returns false if the app must be asked. */
  async function repeat(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const startedAt = performance.now()
    const answer = answers.get(keyOf(request))
    if (!answer?.isCurrent()) return false
    if (countSender && !(await isWithinLimit(countSender, request))) return false // the app refuses it
    const nonce = newNonce()
    const renewed = answer.nonce === undefined ? {} : renew(answer.headers, answer.nonce, nonce)
    const id = requestIdOf([request.headers['x-request-id']].flat()[0])
    response
      .writeHead(200, { ...answer.headers, ...renewed, 'x-request-id': id })
      .end(answer.bytes(nonce))
    const seconds = (performance.now() - startedAt) / 1_000
    countRequest({ method: 'GET', route: answer.route, status: 200, seconds })
    return true
  }

  /** Returns a listener that repeats an answer, or else asks the app: also if an answer cannot be repeated. */
  const repeatOr =
    (ask: Listener) => async (request: IncomingMessage, response: ServerResponse) => {
      const isRepeated = await repeat(request, response).catch((error: unknown) => {
        log('error', 'an answer could not be repeated', { error })
        return response.headersSent
      })
      if (!isRepeated) await ask(request, response)
    }
  return { keep, repeatOr }
}

const POLICY = 'content-security-policy'

/** Returns the header that holds the nonce, with another one. */
const renew = (headers: Record<string, string>, old: string, nonce: string) => ({
  [POLICY]: headers[POLICY]!.replaceAll(old, nonce),
})
