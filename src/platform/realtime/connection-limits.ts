interface Seat {
  account_id?: string | undefined
  ip: string
}
export type ConnectionLimits = Record<'person' | 'address' | 'app', number>

/**
 * Counts what is held open: at most so many for a person, an address (a school or a company may be
 * behind one), and in this process. Answers how to leave, or what is full.
 */
export function connectionLimits(most: ConnectionLimits) {
  const taken = new Map<string, number>()
  const keysOf = ({ account_id, ip }: Seat): [keyof ConnectionLimits, string][] => [
    ['app', 'app'],
    ['address', `address ${ip}`],
    ...(account_id ? [['person', `person ${account_id}`] as [keyof ConnectionLimits, string]] : []),
  ]
  const add = (name: string, by: 1 | -1) => {
    const count = (taken.get(name) ?? 0) + by
    if (count === 0) taken.delete(name)
    else taken.set(name, count)
  }

  return function take(seat: Seat): (() => void) | keyof ConnectionLimits {
    const keys = keysOf(seat)
    const full = keys.find(([kind, name]) => (taken.get(name) ?? 0) >= most[kind])
    if (full) return full[0]
    for (const [, name] of keys) add(name, 1)
    let isTaken = true
    return () => {
      if (isTaken) for (const [, name] of keys) add(name, -1)
      isTaken = false
    }
  }
}
