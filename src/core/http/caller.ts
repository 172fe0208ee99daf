import { BlockList, isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import { fail } from '#core/errors.ts'

const UNKNOWN = 'ZZ' // where the proxy should say but does not: not Japan
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** `coupon`: its code, carried through a sign-in. */
type CookieKind = 'session' | 'browser' | 'coupon'

/** Over https only our own host can set our cookies. */
export const cookieName = (name: CookieKind, publicUrl: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

/** One Set-Cookie line: for us only, not for scripts. `seconds` 0 takes it away. */
export function cookieLine(
  name: CookieKind,
  value: string,
  { publicUrl, seconds }: { publicUrl: string; seconds: number },
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const whole = `${cookieName(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax`
  return `${whole}; Max-Age=${seconds}${secure}`
}

export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}

/** The session's token: a bearer header before the cookie. */
export function tokenOf(headers: Headers, publicUrl: string): string | undefined {
  const bearer = /^Bearer ([\w-]+)$/.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? cookieOf(headers, cookieName('session', publicUrl))
}

interface Believed {
  trustedProxies: string[]
  regionHeader: string | undefined
}
/** Knows the country of an address: ISO 3166. */
interface Countries {
  countryOf(address: string): string | undefined
}

/**
 * Where a call comes from; forwarded facts are believed from the configured proxies only. The country
 * is the one that the proxy names, else that of the address in `countries`. Where either should say
 * and does not it is unknown; where neither is configured everybody is in Japan.
 */
export function placeOf(
  c: Context,
  { trustedProxies, regionHeader }: Believed,
  countries?: Countries,
): { ip: string; country: string } {
  const socket = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)
    ?.incoming?.socket
  const peer = (socket?.remoteAddress ?? '').replace(/^::ffff:/, '')
  const seen = (ip: string) => countries && (countries.countryOf(ip) ?? UNKNOWN)
  if (!isAmong(peer, trustedProxies)) return { ip: peer, country: seen(peer) ?? 'JP' }
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  const client = forwarded.findLast((hop) => isIP(hop) && !isAmong(hop, trustedProxies))
  const ip = client ?? peer
  const named = regionHeader && countryIn(c.req.header(regionHeader))
  return { ip, country: named || (seen(ip) ?? (regionHeader ? UNKNOWN : 'JP')) }
}

// By which proxies say that they do not know, or that it is Tor.
const NO_COUNTRY = new Set(['XX', 'T1', UNKNOWN])

function countryIn(header = ''): string | undefined {
  const country = header.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(country) && !NO_COUNTRY.has(country) ? country : undefined
}

function isAmong(address: string, networks: string[]): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (!isIP(address) || networks.length === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const kind = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(base, Number(bits), kind)
    else list.addAddress(base, kind)
  }
  return list.check(address, family)
}

/**
 * Browsers say where a request comes from, and for whatever changes something it has to be here.
 * Programs say nothing; they carry no cookie that a stranger's page could use.
 */
export const sameOrigin =
  (publicUrl: string): MiddlewareHandler =>
  async (c, next) => {
    if (!SAFE.has(c.req.method) && !isFromHere(c, publicUrl)) fail('wrong_origin')
    await next()
  }

function isFromHere(c: Context, publicUrl: string): boolean {
  const origin = c.req.header('origin')
  if (origin) {
    const host = URL.parse(origin)?.host
    return host !== undefined && (host === c.req.header('host') || host === new URL(publicUrl).host)
  }
  return !isForeign(c.req.raw.headers)
}

/**
 * Whether a browser says that another site's page asks (Fetch Metadata). A cookie goes with a link
 * from there: whatever a GET leaves behind has to look at this.
 */
export function isForeign(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}
