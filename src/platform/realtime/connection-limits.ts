import { networkOf } from '#core/http/network.ts'
import { liveConnections } from '#core/metrics.ts'

interface Connection {
  account_id?: string | undefined
  ip: string
}
export type ConnectionLimits = Record<'person' | 'address' | 'app', number>

/**
 * Counts open connections and limits them per person, per address or IPv6 network (which a school or a
 * company may share) and per process. Returns a function that releases the connection, or the limit reached.
 */
export function connectionLimits(limits: ConnectionLimits) {
  const taken = new Map<string, number>()
  const keysOf = ({ account_id, ip }: Connection): [keyof ConnectionLimits, string][] => [
    ['app', 'app'],
    ['address', `address ${networkOf(ip)}`],
    ...(account_id ? [['person', `person ${account_id}`] as [keyof ConnectionLimits, string]] : []),
  ]
  const add = (name: string, by: 1 | -1) => {
    const count = (taken.get(name) ?? 0) + by
    if (count === 0) taken.delete(name)
    else taken.set(name, count)
  }

  return function take(connection: Connection): (() => void) | keyof ConnectionLimits {
    const keys = keysOf(connection)
    const full = keys.find(([kind, name]) => (taken.get(name) ?? 0) >= limits[kind])
    if (full) return full[0]
    for (const [, name] of keys) add(name, 1)
    liveConnections.inc()
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      for (const [, name] of keys) add(name, -1)
      liveConnections.dec()
    }
  }
}
