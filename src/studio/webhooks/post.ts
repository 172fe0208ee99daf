import { postForStatus } from '#core/http/post-status.ts'
import { addressIn, AddressRefused, isPublicAddress } from '#core/http/public-address.ts'
import type { failures } from './webhook.shared.ts'

export interface Outcome {
  status: number | null
  /** null after success. */
  failure: (typeof failures)[number] | null
}

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
  const sent = { ...headers, 'content-type': 'application/json', 'user-agent': 'Renban-Webhooks' }
  try {
    const status = await postForStatus(url, { headers: sent, body, onlyPublic })
    return { status, failure: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    if (error instanceof AddressRefused) return { status: null, failure: 'address_refused' }
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { status: null, failure: isLate ? 'timeout' : 'unreachable' }
  }
}
