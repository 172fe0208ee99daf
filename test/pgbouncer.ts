import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { eventually } from './program.ts'

const NOBODY = 65_534 // PgBouncer refuses to run as root; as root, the tests' PostgreSQL is nobody's
const PROGRAM = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find(existsSync)

/** Skips a test, with the reason, if PgBouncer is not installed. */
export const withPgBouncer = { skip: !PROGRAM && 'PgBouncer is not installed' }

/**
 * Starts PgBouncer in front of a PostgreSQL, with its own settings but for addresses and sizes. By
 * session it needs as many sessions as the processes have connections. Returns the given address by
 * way of it.
 */
export async function openPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction',
  poolSize = mode === 'session' ? 60 : 5, // by transaction fewer than the app's own connections
) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'renban-pgbouncer-'))
  chmodSync(folder, 0o777)
  const own = await freePort()
  const login = [`user=${username}`, ...(password ? [`password=${password}`] : [])].join(' ')
  const settings = [
    '[databases]',
    `* = host=${decodeURIComponent(hostname)} port=${port || '5432'} ${login}`,
    '[pgbouncer]',
    `pool_mode = ${mode}`,
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'max_client_conn = 500',
    `default_pool_size = ${poolSize}`,
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const url = `postgres://${username}@127.0.0.1:${own}${pathname}`
  const start = async () => {
    const started = spawn(PROGRAM!, ['-q', file], { ...as, stdio: 'ignore' })
    await eventually(() => connectOnce(url))
    return started
  }
  let child = await start()
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    url,
    /** Kills it and starts it again at the same address. */
    async restart() {
      await end('SIGKILL')
      child = await start()
    },
    async stop() {
      await end('SIGTERM')
      rmSync(folder, { recursive: true })
    },
  }
}

async function connectOnce(url: string) {
  const client = new Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => {})
  }
}
