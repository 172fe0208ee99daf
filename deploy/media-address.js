/**
 * Answers segments at a CDN that can run code but does not check signed addresses itself. Renban
 * signs each as `?verify=TIME-MAC`: a base64 HMAC-SHA256, keyed with MEDIA_SECRET, over path and
 * time. Written for Workers (`env.MEDIA_SECRET`, `env.STORAGE`); other platforms call `isSigned`.
 */
const SECONDS = 60
const AHEAD_SECONDS = 5 // two machines' clocks differ

/** Returns true if Renban signed the address less than a minute ago. */
export async function isSigned(address, secret, nowSeconds) {
  const { pathname, searchParams } = new URL(address)
  const [, time, mac] = /^(\d{1,12})-([A-Za-z0-9+/]{43}=)$/.exec(searchParams.get('verify')) ?? []
  const age = nowSeconds - Number(time)
  if (!mac || age < -AHEAD_SECONDS || age >= SECONDS) return false
  const text = new TextEncoder()
  const rule = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), rule, false, ['verify'])
  const bytes = Uint8Array.from(atob(mac), (char) => char.charCodeAt(0))
  return crypto.subtle.verify('HMAC', key, bytes, text.encode(pathname + time))
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (!(await isSigned(request.url, env.MEDIA_SECRET, Math.floor(Date.now() / 1_000))))
      return new Response('This address has expired.\n', { status: 403 })
    // Without the signature, so that one stored answer serves everybody.
    const stored = await fetch(env.STORAGE + pathname, { headers: request.headers })
    const answer = new Response(stored.body, stored)
    answer.headers.set('access-control-allow-origin', '*')
    answer.headers.set('cache-control', 'private, no-store')
    return answer
  },
}
