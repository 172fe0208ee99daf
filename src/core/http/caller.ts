import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import { fail } from '#core/errors.ts'

const UNKNOWN = 'ZZ' // used if the configured source names no country; does not count as Japan
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The app's cookies. `coupon` holds a coupon code during sign-in; `wrote` lasts as long as replicas may lag. */
type CookieKind = 'session' | 'browser' | 'coupon' | 'wrote'

/** Returns a cookie's full name. Over https the `__Host-` prefix keeps other hosts from setting it. */
export const cookieName = (name: CookieKind, publicUrl: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

/** Builds a Set-Cookie line, hidden from scripts and other sites. `seconds` 0 deletes the cookie. */
export function cookieLine(
  name: CookieKind,
  value: string,
  { publicUrl, seconds }: { publicUrl: string; seconds: number },
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const whole = `${cookieName(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax`
  return `${whole}; Max-Age=${seconds}${secure}`
}

/** Returns the value of a cookie by its full name. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}

/** Returns the session's token: from the bearer header if present, else from the cookie. */
export const tokenOf = (headers: Headers, publicUrl: string): string | undefined =>
  bearerOf(headers) ?? cookieOf(headers, cookieName('session', publicUrl))

/** Returns the token of an `Authorization: Bearer` header (RFC 6750). The scheme is read in any case. */
export const bearerOf = (headers: Headers): string | undefined =>
  /^Bearer ([\w-]+)$/i.exec(headers.get('authorization') ?? '')?.[1]

const REQUEST_ID = /^[\w-]{8,64}$/
/** Returns the id of a request: its proxy's if that is one, else a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given && REQUEST_ID.test(given) ? given : randomUUID()

interface ProxySettings {
  trustedProxies: string[]
  regionHeader: string | undefined
}
/** Looks up the ISO 3166 code of the country of an address. */
interface Countries {
  countryOf(address: string): string | undefined
}

/**
 * Returns the caller's address and country. Trusts forwarding headers from the configured proxies
 * only. The country is the one in the proxy's header, else the one of the address in `countries`.
 * Returns ZZ if either is configured but names no country, and JP if neither is configured.
 */
export function locationOf(c: Context, settings: ProxySettings, countries?: Countries): Location {
  const socket = (c.env as { incoming?: Pick<IncomingMessage, 'socket'> } | undefined)?.incoming
    ?.socket
  const sender = { address: socket?.remoteAddress, header: (name: string) => c.req.header(name) }
  return locate(sender, settings, countries)
}

/** Returns the caller's address and country, as `locationOf` does. */
export function locationOfIncoming(
  { socket, headers }: IncomingMessage,
  settings: ProxySettings,
  countries?: Countries,
): Location {
  const header = (name: string) => headers[name]?.toString()
  return locate({ address: socket.remoteAddress, header }, settings, countries)
}

interface Location {
  ip: string
  country: string
}
interface Sender {
  address: string | undefined
  header: (name: string) => string | undefined
}

function locate(
  { address = '', header }: Sender,
  { trustedProxies, regionHeader }: ProxySettings,
  countries: Countries | undefined,
): Location {
  const peer = address.replace(/^::ffff:/, '')
  const lookup = (ip: string) => countries && (countries.countryOf(ip) ?? UNKNOWN)
  if (!isInNetworks(peer, trustedProxies)) return { ip: peer, country: lookup(peer) ?? 'JP' }
  const forwarded = (header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  const client = forwarded.findLast((hop) => isIP(hop) && !isInNetworks(hop, trustedProxies))
  const ip = client ?? peer
  const named = regionHeader && countryFromHeader(header(regionHeader))
  return { ip, country: named || (lookup(ip) ?? (regionHeader ? UNKNOWN : 'JP')) }
}

// Codes that proxies send for an unknown country or for Tor.
const NO_COUNTRY = new Set(['XX', 'T1', UNKNOWN])

function countryFromHeader(header = ''): string | undefined {
  const country = header.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(country) && !NO_COUNTRY.has(country) ? country : undefined
}

function isInNetworks(address: string, networks: string[]): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (!isIP(address) || networks.length === 0) return false
  const list = lists.get(networks) ?? listOf(networks)
  lists.set(networks, list)
  return list.check(address, family)
}

const lists = new WeakMap<string[], BlockList>()

function listOf(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const kind = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(base, Number(bits), kind)
    else list.addAddress(base, kind)
  }
  return list
}

/**
 * Marks browsers that sent a changing request, for `seconds`. As a cookie it is known to every process,
 * and outlasts the session: who signs out still sees what they changed.
 */
export const marksWriters =
  (publicUrl: string, seconds: number): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (SAFE.has(c.req.method)) return
    c.res.headers.append('set-cookie', cookieLine('wrote', '1', { publicUrl, seconds }))
  }

/**
 * Refuses with `wrong_origin` if a browser sends a changing request from another site. Programs send
 * no origin and are let through: they have no cookie that another site's page could use.
 */
export const sameOrigin =
  (app: { publicUrl: string; production: boolean }): MiddlewareHandler =>
  async (c, next) => {
    if (!SAFE.has(c.req.method) && !isSameOrigin(c, app)) fail('wrong_origin')
    await next()
  }

function isSameOrigin(
  c: Context,
  { publicUrl, production }: { publicUrl: string; production: boolean },
): boolean {
  const origin = c.req.header('origin')
  if (origin === new URL(publicUrl).origin) return true
  // In development people may open the app under any name, without https.
  if (origin) return !production && origin === `http://${c.req.header('host')}`
  return !isCrossSite(c.req.raw.headers)
}

/**
 * Returns true if a browser reports another site's page as the source (Fetch Metadata). Browsers send
 * cookies when people follow a link from there, so a GET with side effects must check this.
 */
export function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}
