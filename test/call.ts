import { randomUUID } from 'node:crypto'
import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import { type Endpoint, type InputOf, type ReplyOf, requestOf } from '#core/http/endpoint.ts'

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

/** Returns a `Call` that sends `headers` over HTTP and checks each reply against its schema. */
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
    return (response.ok ? endpoint.reply.parse(answer) : answer) as Answer<E>
  }
}
