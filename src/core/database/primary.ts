import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { log } from '#core/log.ts'

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/
const ATTRIBUTE = /([?&])target_session_attrs=[\w-]*&?/
const ASK_MS = 3_000
const PAUSE_MS = 500

/**
 * Returns the addresses that an address with several hosts stands for, as libpq reads it:
 * `postgres://me@a:5432,b:5432/renban?target_session_attrs=read-write`.
 */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  const rest = after.replace(ATTRIBUTE, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => before + host + rest)
}

/** Returns the hosts of an address, for people. */
export const hostsIn = (url: string): string =>
  addressesIn(url)
    .map((address) => new URL(address).host)
    .join(', ')

/** The server of a group that takes writes. */
export interface Primary {
  /** The address of the server that took writes when it was last asked. */
  address(): string
  /** Calls `listener` with the address of each new primary. */
  onChange(listener: (address: string) => void): void
  /** Looks for the primary, if there is a choice and nobody looks already. */
  look(): Promise<void>
}

/** The groups of servers that this process uses. */
const groups = new Map<string, Primary>()

/**
 * Returns the primary of the servers that an address names. Whoever loses its connection, or is told
 * that a server takes no writes, calls `look`; all new connections then go to the server found.
 */
export function primaryOf(url: string): Primary {
  const addresses = addressesIn(url)
  if (addresses.length === 1) return onlyServer(url)
  const group = groups.get(url) ?? openGroup(addresses)
  groups.set(url, group)
  return group
}

const onlyServer = (url: string): Primary => ({
  address: () => url,
  onChange: () => {},
  look: async () => {},
})

function openGroup(addresses: string[]): Primary {
  let current = addresses[0]!
  let looking: Promise<void> | undefined
  const listeners: ((address: string) => void)[] = []

  async function find() {
    for (let looks = 0; ; looks++) {
      const takesWrites = await Promise.all(addresses.map(canWrite))
      const found = takesWrites[addresses.indexOf(current)]
        ? current
        : addresses.find((_, i) => takesWrites[i])
      if (found) return use(found)
      if (looks === 0)
        log('warn', 'no server of DATABASE_URL takes writes: waiting until one is promoted')
      await sleep(PAUSE_MS, undefined, { ref: false })
    }
  }

  function use(address: string) {
    if (address === current) return
    current = address
    log('info', 'another server of DATABASE_URL takes writes', { subject: new URL(address).host })
    for (const listener of listeners) listener(address)
  }

  return {
    address: () => current,
    onChange: (listener) => void listeners.push(listener),
    async look() {
      looking ??= find().finally(() => (looking = undefined))
      await looking
    },
  }
}

/** Returns true if a server answers in time and is no standby. */
async function canWrite(address: string): Promise<boolean> {
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
    application_name: 'renban primary',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ read_only: string }>(
      `select current_setting('transaction_read_only') as read_only`,
    )
    return rows[0]!.read_only === 'off'
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
