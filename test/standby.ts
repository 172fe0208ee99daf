import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { type ClusterLocation, locateCluster } from '#core/database/cluster-location.ts'
import { freePort } from './free-port.ts'
import { copyCluster } from './migrated-cluster.ts'
import { eventually } from './program.ts'

const ENVIRONMENT = { TZ: 'UTC', LC_ALL: 'C.UTF-8' }
const CONNECTIONS_MAX = 200
const START_SECONDS = 60 // a killed server first replays what it has written
type Started = Awaited<ReturnType<typeof startServer>>
/** The programs of a PostgreSQL, and the user that runs them. */
export type Programs = Pick<ClusterLocation, 'postgres' | 'initdb' | 'as'>
/** What is done at the end: a test, or the list of whoever is no test. */
type Ends = Pick<TestContext, 'after'>

/** Starts a PostgreSQL and a standby that receives each commit before it is acknowledged. */
export async function openPrimaryAndStandby(t: Ends, programs?: Programs) {
  const { primary, standby, restart } = await openPrimaryAndReplica(t, programs)
  await ask(primary.url, `alter system set synchronous_standby_names = '*'`)
  await ask(primary.url, 'select pg_reload_conf()')
  await eventually(async () => {
    const [row] = await ask(primary.url, 'select sync_state from pg_stat_replication')
    if (row?.sync_state !== 'sync') throw new Error('the standby is not synchronous')
  })
  return { primary, standby, restart }
}

/** Starts a PostgreSQL and a standby that follows it, for which no commit waits. */
export async function openPrimaryAndReplica(t: Ends, programs?: Programs) {
  const folder = mkdtempSync(join(tmpdir(), 'renban-standby-'))
  chmodSync(folder, 0o755)
  const place = programs ?? (await locateCluster(join(folder, 'primary'), () => {}))
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')]
  const own = (path: string) => {
    if (place.as.uid !== undefined) chownSync(path, place.as.uid, place.as.gid!)
  }
  if (programs) {
    mkdirSync(first, { mode: 0o700 })
    own(first)
    const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
    const run = { ...place.as, cwd: first, env: ENVIRONMENT }
    execFileSync(place.initdb, ['-D', first, ...flags], run)
  } else await copyCluster(first)
  execFileSync('cp', ['-a', first, second]) // the server does not run: a copy is a base backup
  const running: Started[] = []
  t.after(async () => {
    for (const { child } of running)
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGQUIT')
        await once(child, 'exit')
      }
    rmSync(folder, { recursive: true })
  })
  const start = async (dir: string, port?: number) => {
    const started = await startServer(place, dir, port)
    running.push(started)
    return started
  }
  const primary = await start(first)
  const source = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`
  appendFileSync(join(second, 'postgresql.auto.conf'), source)
  writeFileSync(join(second, 'standby.signal'), '')
  own(join(second, 'standby.signal'))
  const standby = await start(second)
  await eventually(async () => {
    const [row] = await ask(primary.url, 'select state from pg_stat_replication')
    if (row?.state !== 'streaming') throw new Error('the standby does not follow')
  })
  return {
    primary,
    standby,
    /** Starts the standby again, on the same port. */
    restart: () => start(second, standby.port),
  }
}

async function startServer({ postgres, as }: Programs, dir: string, given?: number) {
  const port = given ?? (await freePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: CONNECTIONS_MAX,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = { ...as, cwd: dir, env: ENVIRONMENT, stdio: 'ignore' } as const
  const launched = (): ChildProcess => spawn(postgres, ['-D', dir, ...flags], options)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let child = launched()
  await eventually(async () => {
    // The last processes of a killed server may hold its shared memory for a while.
    if (child.exitCode !== null) child = launched()
    await ask(url, 'select 1')
  }, START_SECONDS)
  return { child, port, url }
}

/** Runs one statement on a connection of its own. */
export async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
