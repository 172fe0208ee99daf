import { ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import { type Endpoint, type InputOf, type ReplyOf, requestOf } from '#core/http/endpoint.ts'
import { refusalsOf } from '#core/http/openapi.ts'
import { api } from '#src/api.ts'

export type Answer<E extends Endpoint> = ReplyOf<E> & {
  error?: { code: ErrorCode; params: ErrorParams }
}
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  key?: string,
) => Promise<Answer<E>>

/** Returns a `Call` with a session. Each call gets a new `Idempotency-Key` unless one is given. */
export const asPerson = (url: string, token: string): Call =>
  caller(url, { authorization: `Bearer ${token}` })

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const described = new Map(api.map((route) => [nameOf(route.endpoint), refusalsOf(route)]))

/** Fails if a refusal is missing from the API's description of the call. */
function assertDescribed(endpoint: Endpoint, refusal: unknown) {
  const { code } = (refusal as { error: { code: ErrorCode } }).error
  const codes = described.get(nameOf(endpoint)) // missing for streams and calls that tests make up
  // A key may make only calls that have a scope; others refuse it without saying so.
  const isKnown = !codes || codes.has(code) || code === 'api_key_forbidden'
  ok(isKnown, `the API does not describe that ${nameOf(endpoint)} refuses ${code}`)
}

/** Returns a `Call` that sends `headers` over HTTP and checks each answer against its description. */
export function caller(origin: string, headers: Record<string, string>): Call {
  return async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    key: string = randomUUID(),
  ): Promise<Answer<E>> => {
    const { url, body } = requestOf(endpoint, input)
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(origin + url, {
      method: endpoint.method,
      headers: { ...headers, ...(json as Record<string, string>), 'idempotency-key': key },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) assertDescribed(endpoint, answer)
    return (response.ok ? endpoint.reply.parse(answer) : answer) as Answer<E>
  }
}
