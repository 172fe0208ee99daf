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
import { processLock, reaches } from './process-lock.ts'
import { log } from '#core/log.ts'
import { type Place, placeOf } from './postgres-place.ts'

const WAIT_MS = 60_000
const LOOK_MS = 1_000
const LAUNCHES_MAX = 20 // a killed server's last processes may hold its memory for a while
const STOP_MS = 10_000
const PORT = 5432 // only a part of the socket's name: nothing listens on the network
const SETTINGS = { listen_addresses: '', port: PORT, max_connections: 200, jit: 'off' }
const ENVIRONMENT = { TZ: 'UTC', LC_ALL: 'C.UTF-8' } // none of the PG… variables of a shell

export interface Postgres {
  url: string
  /** Where the data lies: the folder asked for, or where a link there leads. */
  cluster: string
  stop(): Promise<void>
}

/**
 * Our own PostgreSQL for a data folder. Its socket lies in a private folder of this cluster, so
 * who answers there serves this data and no other. One process owns the cluster: it starts the
 * server, starts it again if it dies, and stops it in the end. Others that come meanwhile are
 * guests, and the first to notice takes over when the owner has gone. A server that a killed
 * owner left is used as it is. `say` gets a line if the data lies elsewhere than asked for.
 */
export async function openPostgres(dir: string, say = console.log): Promise<Postgres> {
  const place = await placeOf(dir, say)
  const url = `postgres://postgres@${encodeURIComponent(place.sockets)}/postgres`
  const keeper: Keeper = { launches: 0 }
  for (const start = Date.now(); !(await answers(url)); await sleep(50)) {
    const hopeless = Date.now() - start > WAIT_MS || keeper.launches > LAUNCHES_MAX
    if (hopeless) throw new Error(`PostgreSQL does not answer: see ${place.logFile}`)
    await tend(keeper, place)
  }
  const end = new AbortController()
  const tending = keepTending(keeper, place, end.signal)
  return {
    url,
    cluster: place.cluster,
    async stop() {
      end.abort()
      await tending
      if (!keeper.letGo) return
      await halt(place)
      keeper.letGo()
      keeper.letGo = undefined
    },
  }
}

interface Keeper {
  /** Owners have it: it ends the ownership. */
  letGo?: () => void
  server?: ChildProcess
  launches: number
}

/** One look: become the owner if there is none, and have a server if one is missing. */
async function tend(keeper: Keeper, place: Place) {
  keeper.letGo ??= await processLock(place.cluster)
  if (!keeper.letGo) return
  if (!existsSync(join(place.cluster, 'PG_VERSION'))) await create(place)
  const { server } = keeper
  const starting = server && server.exitCode === null && server.signalCode === null
  if (starting || (await listens(place))) return
  if (keeper.launches > 0) await sleep(250)
  keeper.server = launch(place)
  keeper.launches++
}

async function keepTending(keeper: Keeper, place: Place, end: AbortSignal) {
  while (!end.aborted) {
    await tend(keeper, place).catch((error: unknown) =>
      log('error', 'PostgreSQL is down', { error }),
    )
    await sleep(LOOK_MS, undefined, { ref: false, signal: end }).catch(() => {})
  }
}

/** Built beside its place and renamed, so that half a cluster is never taken for a whole one. */
async function create({ cluster, as, initdb }: Place) {
  const half = `${cluster}.half`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  if (as.uid !== undefined && as.gid !== undefined) chownSync(half, as.uid, as.gid)
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  await promisify(execFile)(initdb, ['-D', half, ...flags], { ...as, cwd: half, env: ENVIRONMENT })
  renameSync(half, cluster)
}

/** Detached: Ctrl-C in the terminal reaches us first, and we stop it in order. */
function launch({ cluster, sockets, logFile, as, postgres, version }: Place): ChildProcess {
  const made = Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'))
  if (made !== version)
    throw new Error(`${cluster} is of PostgreSQL ${made}, and this is ${version}: set DATA_DIR`)
  const settings = { ...SETTINGS, unix_socket_directories: sockets }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const out = openSync(logFile, 'a') // a file, as a pipe would break when we are killed
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

/** "Fast": what is open is rolled back; a server that does not end so is told to drop all. */
async function halt(place: Place) {
  const file = join(place.cluster, 'postmaster.pid')
  if (!(await listens(place))) return // then the number in the file may be anybody's
  const pid = Number.parseInt(readFileSync(file, 'utf8'))
  process.kill(pid, 'SIGINT')
  for (const start = Date.now(); existsSync(file); await sleep(20)) {
    if (Date.now() - start < STOP_MS) continue
    process.kill(pid, 'SIGQUIT')
    return
  }
}

const listens = ({ sockets }: Place) => reaches(join(sockets, `.s.PGSQL.${PORT}`))

async function answers(url: string): Promise<boolean> {
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
