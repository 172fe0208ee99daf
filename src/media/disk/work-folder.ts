import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isLocked, processLock } from '#core/database/process-lock.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_MS } from '#core/durations.shared.ts'
import { log } from '#core/log.ts'
import { machineId } from '#core/worker/lease.ts'
import {
  bytesIn,
  isDiskFull,
  NoSpace,
  processingFolder,
  type Reservation,
  release,
  reserve,
} from './space.ts'

const BEAT_MS = 60_000
const LOOK_MS = 2_000 // in which a job writes some hundred megabytes at most
const SILENT_MS = 3_600_000 // of a folder whose process cannot be asked, as in another container
const OLD_MS = DAY_MS // of a folder that an earlier version of the program made
const NAME = /^(?<process>(?<machine>[\da-f]{12})-[\da-f-]{36})-/

/** A short name of what shares this machine's locks: each container has its own. */
const MACHINE = createHash('sha256')
  .update(machineId() ?? hostname())
  .digest('hex')
  .slice(0, 12)

let own: Promise<string> | undefined
/** Returns the start of this process's folder names, which it locks for as long as it lives. */
const ownName = () => (own ??= lockName())

async function lockName(): Promise<string> {
  const name = `${MACHINE}-${randomUUID()}`
  const locked = await processLock(lockOf(name)).catch(() => undefined)
  return locked ? name : name.replace(MACHINE, '0'.repeat(MACHINE.length)) // known by its beat only
}

const lockOf = (process: string) => `work folders ${process}`

/** A folder in which a job has space for so many bytes. */
export interface WorkFolder {
  path: string
  /** Reserves more. Throws `NoSpace`. */
  reserve(bytes: number): Promise<void>
}
interface Need {
  /** Names what the job works on, and so the job among those that wait. */
  subject: string
  /** Bytes that it needs at first. */
  bytes: number
}

/**
 * Runs `action` with an empty folder of its own, once the disk has space for it, and deletes the folder
 * afterwards. The tools that read untrusted files have no other access. Aborts a job that writes more
 * than it reserved where there is no more space. Throws `NoSpace` then, and if the disk is full.
 */
export async function withWorkFolder<T>(
  ctx: Ctx,
  { subject, bytes }: Need,
  action: (during: Ctx, folder: WorkFolder) => Promise<T>,
): Promise<T> {
  const { config } = ctx
  const place = processingFolder(config)
  await mkdir(place, { recursive: true, mode: 0o700 })
  const folder = join(place, `${await ownName()}-${randomBytes(4).toString('hex')}`)
  const job: Reservation = { subject, folder, needed: 0, held: 0 }
  await reserve(config, job, bytes)
  const stop = new AbortController()
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, stop.signal]) : stop.signal
  const beat = setInterval(() => void touch(folder), BEAT_MS).unref()
  const look = setInterval(() => void holdWritten(config, job).catch(abort), LOOK_MS)
  const abort = (error: unknown) => stop.abort(error)
  try {
    await mkdir(folder, { mode: 0o700 })
    const more = (further: number) => reserve(config, job, further)
    return await action({ ...ctx, signal }, { path: folder, reserve: more })
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason
    throw isDiskFull(error) ? new NoSpace(false, 'the disk is full') : error
  } finally {
    clearInterval(beat)
    clearInterval(look)
    try {
      await rm(folder, { recursive: true, force: true })
    } catch (error) {
      log('error', 'a work folder is left', { error }) // until `keepFoldersClear` deletes it
    }
    release(job)
  }
}

/** Reserves what a job has written beyond what it was thought to need, and half as much again. */
async function holdWritten(config: Ctx['config'], job: Reservation) {
  const written = await bytesIn(job.folder)
  if (written > job.held) await reserve(config, job, Math.ceil(1.5 * written) - job.needed)
}

/** Shows processes that cannot see the lock that a folder is in use. */
async function touch(folder: string) {
  const now = new Date()
  await utimes(folder, now, now).catch(() => undefined) // a full disk, or the folder is gone
}

/** Deletes what killed processes left, now and each minute, until stopped. */
export function keepFoldersClear(dataDir: string) {
  let lookedAt = Date.now()
  const look = () => {
    const now = Date.now()
    const wasAsleep = now - lookedAt > SILENT_MS / 2 // and so were others: they have not shown yet that they live
    lookedAt = now
    if (!wasAsleep) void clearDeadFolders(dataDir).catch(logFault)
  }
  look()
  const timer = setInterval(look, BEAT_MS).unref()
  return { stop: () => clearInterval(timer) }
}

const logFault = (error: unknown) =>
  log('error', 'folders of ended processes could not be deleted', { error })

/**
 * Deletes the folders of processes that have ended. One of this machine has ended if nobody holds its lock;
 * another one, if it has not touched its folder for an hour.
 */
export async function clearDeadFolders(dataDir: string) {
  const place = processingFolder({ dataDir })
  for (const name of await readdir(place).catch(() => [])) {
    const folder = join(place, name)
    if (await isDead(folder, name)) await rm(folder, { recursive: true, force: true })
  }
}

async function isDead(folder: string, name: string): Promise<boolean> {
  const { process, machine } = NAME.exec(name)?.groups ?? {}
  if (process && machine === MACHINE) return !(await isLocked(lockOf(process)))
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > (process ? SILENT_MS : OLD_MS)
}
