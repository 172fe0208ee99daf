import { type Endpoint, type InputOf, type ReplyOf, requestOf } from '#core/http/endpoint.ts'
import type { ErrorCode, ErrorParams } from '#core/errors.ts'

interface Answer<E extends Endpoint> {
  status: number
  body: ReplyOf<E>
  error?: { code: ErrorCode; params: ErrorParams }
}
export type Browser = ReturnType<typeof openBrowser>

/** Opens a client that calls the API as a browser does: it keeps cookies and sends `Origin`. */
export function openBrowser(
  url: string,
  origin: string | undefined = url,
  more: Record<string, string> = {},
) {
  const jar = new Map<string, string>()
  return {
    jar,
    /** The Set-Cookie headers of the last response. */
    lines: [] as string[],
    async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Answer<E>> {
      const { url: path, body } = requestOf(endpoint, input)
      const response = await fetch(url + path, {
        method: endpoint.method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
          ...(origin && { origin }),
          ...more,
        },
        ...(body !== undefined && { body }),
      })
      this.lines = response.headers.getSetCookie()
      for (const line of this.lines) keep(jar, line)
      const text = await response.text()
      const answer = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, body: answer, error: answer?.error }
    },
  }
}

/** Opens a client without `Origin`, as a script would be. */
export const openProgram = (url: string) => openBrowser(url, '')

function keep(jar: Map<string, string>, line: string) {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
  if (value && !line.includes('Max-Age=0')) jar.set(name!, value)
  else jar.delete(name!)
}
