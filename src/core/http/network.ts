import { isIPv6 } from 'node:net'

const GROUPS = 8
const SITE_GROUPS = 4

/**
 * Returns the network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address. A
 * customer gets a whole /64 (RFC 6177), and could change the address within it at will.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const canonical = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [first, last] = [groups(head), groups(tail ?? '')]
  const zeros = Array<string>(GROUPS - first.length - last.length).fill('0')
  return `${[...first, ...zeros, ...last].slice(0, SITE_GROUPS).join(':')}::/64`
}

const groups = (text: string) => (text === '' ? [] : text.split(':'))
