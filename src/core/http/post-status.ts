import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { publicLookup } from './public-address.ts'

const TIMEOUT_MS = 10_000
const HEADERS_MAX = 8_192 // bytes of the reply's headers

interface Posted {
  headers: object
  body: string | Buffer | null
  /** Connects only to the public addresses that the host has been looked up to. */
  onlyPublic: boolean
}

/**
 * Posts to an address that other people chose, and returns the status of the reply. Never follows a
 * redirect and never reads the reply's body. Throws `AddressRefused`, a `TimeoutError` after ten seconds, or
 * the error of the connection.
 */
export async function postForStatus(
  url: URL,
  { headers, body, onlyPublic }: Posted,
): Promise<number> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers },
      ...(onlyPublic && { lookup: publicLookup }),
      agent: false,
      maxHeaderSize: HEADERS_MAX,
      signal,
    })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    request.on('error', () => {}).destroy()
    return response.statusCode ?? 0
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
