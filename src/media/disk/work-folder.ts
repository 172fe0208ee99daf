import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isLocked, processLock } from '#core/database/process-lock.ts'
import type { Ctx } from '#core/context.ts'
import { log } from '#core/log.ts'
import { machineId } from '#core/worker-lease.ts'

const BEAT_MS = 60_000
const SILENT_MS = 3_600_000 // of a folder whose process cannot be asked, as in another container
const OLD_MS = 24 * 3_600_000 // of a folder that an earlier version of the program made
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
  const release = await processLock(lockOf(name)).catch(() => undefined)
  return release ? name : name.replace(MACHINE, '0'.repeat(MACHINE.length)) // known by its beat only
}

const lockOf = (process: string) => `work folders ${process}`

/** Returns the folder where files are processed. */
const placeIn = (dataDir: string) => join(dataDir, 'processing')

/**
 * Runs `action` with an empty folder of its own, and deletes the folder afterwards. The tools that read
 * untrusted files have no other access.
 */
export async function withWorkFolder<T>(
  { config }: Ctx,
  action: (folder: string) => Promise<T>,
): Promise<T> {
  const place = placeIn(config.dataDir)
  await mkdir(place, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(place, `${await ownName()}-`))
  const beat = setInterval(() => void touch(folder), BEAT_MS).unref()
  try {
    return await action(folder)
  } finally {
    clearInterval(beat)
    await rm(folder, { recursive: true, force: true })
  }
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
  const place = placeIn(dataDir)
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
