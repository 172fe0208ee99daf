import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { processLock, isListening } from './process-lock.ts'
import { log } from '#core/log.ts'
import { type ClusterLocation, locateCluster } from './cluster-location.ts'

const WAIT_MS = 60_000
const LOOK_MS = 1_000
const LAUNCHES_MAX = 20 // the last processes of a killed server may hold its shared memory for a while
const STOP_MS = 10_000
const PORT = 5432 // part of the socket's name only; the server does not listen on the network
const SETTINGS = { listen_addresses: '', port: PORT, max_connections: 200 }
const ENVIRONMENT = { TZ: 'UTC', LC_ALL: 'C.UTF-8' } // keeps out the shell's PG… variables

export interface Postgres {
  url: string
  /** The folder of the data: the requested one, or the target of a link there. */
  cluster: string
  stop(): Promise<void>
}

/**
 * Opens the embedded PostgreSQL of a data folder. The socket is in a private folder of the cluster,
 * so a server that answers there serves this data. One process owns the cluster: it starts the server,
 * restarts it if it dies, and stops it at the end. Other processes are guests; when the owner ends,
 * the first guest to notice takes over. A server left by a killed owner is used as it is. `say`
 * receives a line if the data is not in the requested folder.
 */
export async function openPostgres(dir: string, say = console.log): Promise<Postgres> {
  const place = await locateCluster(dir, say)
  const url = `postgres://postgres@${encodeURIComponent(place.sockets)}/postgres`
  const state: ServerState = { launches: 0 }
  for (const start = Date.now(); !(await acceptsConnections(url)); await sleep(50)) {
    const isHopeless = Date.now() - start > WAIT_MS || state.launches > LAUNCHES_MAX
    if (isHopeless) throw new Error(`PostgreSQL does not answer: see ${place.logFile}`)
    await ensureRunning(state, place)
  }
  const stopping = new AbortController()
  const running = keepRunning(state, place, stopping.signal)
  return {
    url,
    cluster: place.cluster,
    async stop() {
      stopping.abort()
      await running
      if (!state.releaseLock) return
      await stopServer(place)
      state.releaseLock()
      state.releaseLock = undefined
    },
  }
}

interface ServerState {
  /** Ends the ownership; set only in the owner. */
  releaseLock?: () => void
  server?: ChildProcess
  launches: number
}

/** Takes the ownership if there is no owner, and as the owner starts the server if it is down. */
async function ensureRunning(state: ServerState, place: ClusterLocation) {
  state.releaseLock ??= await processLock(place.cluster)
  if (!state.releaseLock) return
  if (!existsSync(join(place.cluster, 'PG_VERSION'))) await createCluster(place)
  const { server } = state
  const starting = server && server.exitCode === null && server.signalCode === null
  if (starting || (await listens(place))) return
  if (state.launches > 0) await sleep(250)
  state.server = launch(place)
  state.launches++
}

async function keepRunning(state: ServerState, place: ClusterLocation, end: AbortSignal) {
  while (!end.aborted) {
    await ensureRunning(state, place).catch((error: unknown) =>
      log('error', 'PostgreSQL is down', { error }),
    )
    await sleep(LOOK_MS, undefined, { ref: false, signal: end }).catch(() => {})
  }
}

/** Builds a cluster under another name and renames it, so that an incomplete one is never used. */
async function createCluster({ cluster, as, initdb }: ClusterLocation) {
  const half = `${cluster}.half`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  if (as.uid !== undefined && as.gid !== undefined) chownSync(half, as.uid, as.gid)
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  await promisify(execFile)(initdb, ['-D', half, ...flags], { ...as, cwd: half, env: ENVIRONMENT })
  renameSync(half, cluster)
}

/** Launches the server detached, so that Ctrl-C reaches only this process, which stops the server in order. */
function launch({
  cluster,
  sockets,
  logFile,
  as,
  postgres,
  version,
}: ClusterLocation): ChildProcess {
  const found = Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'))
  if (found !== version)
    throw new Error(`${cluster} needs PostgreSQL ${found}, but this is ${version}: set DATA_DIR`)
  const settings = { ...SETTINGS, unix_socket_directories: sockets }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const out = openSync(logFile, 'a') // a file, because a pipe would break if this process is killed
  const server = spawn(postgres, ['-D', cluster, ...flags], {
    ...as,
    cwd: cluster,
    detached: true,
    env: ENVIRONMENT,
    stdio: ['ignore', out, out],
  })
  server.on('error', (error) => log('error', 'PostgreSQL does not start', { error }))
  server.unref()
  closeSync(out)
  return server
}

/** Stops the server in "fast" mode, which rolls back open transactions; after ten seconds in "immediate" mode. */
async function stopServer(place: ClusterLocation) {
  const file = join(place.cluster, 'postmaster.pid')
  if (!(await listens(place))) return // the process id in the file may by now be another program's
  const pid = Number.parseInt(readFileSync(file, 'utf8'))
  process.kill(pid, 'SIGINT')
  for (const start = Date.now(); existsSync(file); await sleep(20)) {
    if (Date.now() - start < STOP_MS) continue
    process.kill(pid, 'SIGQUIT')
    return
  }
}

const listens = ({ sockets }: ClusterLocation) => isListening(join(sockets, `.s.PGSQL.${PORT}`))

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
