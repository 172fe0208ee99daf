import http from 'node:http'
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
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    headers: { ...headers },
    ...(onlyPublic && { lookup: publicLookup }),
    agent: false,
    maxHeaderSize: HEADERS_MAX,
    signal,
  })
  try {
    return await new Promise<number>((resolve, reject) => {
      request.on('error', reject)
      request.on('response', (response) => {
        response.on('error', () => {})
        resolve(response.statusCode ?? 0)
      })
      request.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy()
        resolve(statusCode)
      })
      request.end(body)
    })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    request.destroy()
  }
}
