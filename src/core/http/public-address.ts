import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Thrown for a host that resolves to an address inside a network. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

// The special-purpose registries of IANA: private, shared, loopback, link-local, documentation, multicast.
const refused4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  refused4.addSubnet(network, bits, 'ipv4')

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
/** Within the global addresses: protocol assignments with Teredo, documentation, and 6to4. */
const refused6 = new BlockList()
refused6.addSubnet('2001::', 23, 'ipv6')
refused6.addSubnet('2001:db8::', 32, 'ipv6')
refused6.addSubnet('2002::', 16, 'ipv6')
refused6.addSubnet('3fff::', 20, 'ipv6')

/** Tells if an address belongs to the public internet. Mapped and translated ones do not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}

/** Resolves a host for a connection; fails with `AddressRefused` if any of its addresses is not public. */
export const publicLookup: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    if (found.length === 0 || found.some(({ address }) => !isPublicAddress(address)))
      return done(new AddressRefused(host), [])
    return options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)
  })

/** Returns the host of a URL if it is an address itself, for which nothing is looked up. */
export function addressIn({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : undefined
}
