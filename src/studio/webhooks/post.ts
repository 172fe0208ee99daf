import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import {
  addressIn,
  AddressRefused,
  isPublicAddress,
  publicLookup,
} from '#core/http/public-address.ts'
import type { failures } from './webhook.shared.ts'

export interface Outcome {
  status: number | null
  /** null after success. */
  failure: (typeof failures)[number] | null
}

const TIMEOUT_MS = 10_000
const HEADERS_MAX = 8_192 // bytes of the reply's headers

/**
 * Posts JSON and returns the outcome. Never follows a redirect and never reads the reply's body. With
 * `onlyPublic`, connects by https alone, and only to the public address that it has looked up itself.
 */
export async function post(
  address: string,
  { headers, body, onlyPublic }: { headers: object; body: string; onlyPublic: boolean },
): Promise<Outcome> {
  const url = new URL(address)
  const literal = addressIn(url)
  if (onlyPublic && (url.protocol !== 'https:' || (literal && !isPublicAddress(literal))))
    return { status: null, failure: 'address_refused' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Renban-Webhooks' },
      ...(onlyPublic && { lookup: publicLookup }),
      agent: false,
      maxHeaderSize: HEADERS_MAX,
      signal,
    })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { statusCode: status = 0 } = response
    response.on('error', () => {})
    request.on('error', () => {}).destroy()
    return { status, failure: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    if (error instanceof AddressRefused) return { status: null, failure: 'address_refused' }
    return { status: null, failure: signal.aborted ? 'timeout' : 'unreachable' }
  }
}
