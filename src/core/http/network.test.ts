import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

test('limits count by IPv4 address, and by the /64 network of an IPv6 address', () => {
  const examples = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ] as const
  for (const [ip, network] of examples) equal(networkOf(ip), network)
})
