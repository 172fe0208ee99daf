import type { StatsFs } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '#core/context.ts'
import { DAY_MS } from '#core/durations.shared.ts'
import { log } from '#core/log.ts'

const KEPT_FREE_BYTES = 250_000_000 // more than the 200 MiB below which a process takes itself offline
const FIRST_AFTER_MS = 600_000 // a job that waits for so long goes before later ones
const WAITS_MS = 120_000 // a job that did not ask for so long waits for something else, or has ended
const FORGOTTEN_MS = DAY_MS
const BLOCK_BYTES = 512 // the unit of `stat.blocks` (POSIX)

type Disk = Pick<Ctx['config'], 'dataDir' | 'workerDiskBytes'>

/** Returns the folder where files are processed. */
export const processingFolder = ({ dataDir }: Pick<Ctx['config'], 'dataDir'>) =>
  join(dataDir, 'processing')

/** Counts the bytes of the disk that a job of this process has reserved. */
export interface Reservation {
  /** Names what the job works on, such as the id of an upload. */
  subject: string
  folder: string
  /** Counts what it needs, as far as is known. */
  needed: number
  held: number
}

/** Thrown if the disk has no space for a job now. The job waits: neither it nor its files are at fault. */
export class NoSpace extends Error {
  override name = 'NoSpace'
  /** True if there is no space for it even without other jobs. */
  isTooLarge: boolean
  constructor(isTooLarge: boolean, message: string) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

const open = new Set<Reservation>()
/** The jobs that wait for space: since when, when they last asked, and what they need. */
const waiting = new Map<string, { since: number; askedAt: number; bytes: number }>()

/** Returns the bytes that jobs of this process have reserved. */
export const reservedBytes = () => sum([...open].map(({ held }) => held))

/** Returns the most bytes that jobs of this process may take: as set, or what the disk has. */
export async function limitBytes(disk: Disk): Promise<number> {
  return limitOf(disk, await statfs(disk.dataDir))
}

const limitOf = ({ workerDiskBytes = Infinity }: Disk, { blocks, bsize }: StatsFs) =>
  Math.min(workerDiskBytes, Math.max(0, blocks * bsize - KEPT_FREE_BYTES))

/**
 * Reserves more bytes for a job. A job that was refused before reserves at once what it needed then.
 * Throws `NoSpace` if the limit or the free space of the disk does not suffice beside the other jobs.
 */
export async function reserve(disk: Disk, job: Reservation, more: number) {
  const needed = job.needed + more
  const held = Math.max(job.held, needed, waiting.get(job.subject)?.bytes ?? 0)
  if (held > job.held) {
    const system = await statfs(disk.dataDir)
    const written = sum(await Promise.all([...open].map(({ folder }) => bytesIn(folder))))
    // Nothing is awaited from here on: of two jobs, the second sees what the first has reserved.
    const limit = limitOf(disk, system)
    const all = reservedBytes() - job.held + held
    const ahead = job.held === 0 ? firstInLine(job.subject, limit) : 0
    const free = system.bavail * system.bsize - KEPT_FREE_BYTES
    if (all + ahead > limit || all - written > free) refuse(job.subject, held, limit)
    waiting.delete(job.subject)
    job.held = held
    open.add(job)
  }
  job.needed = needed
}

/** Gives back what a job has reserved. */
export function release(job: Reservation) {
  open.delete(job)
}

/** Returns the bytes on disk of the files in a folder. Holes in files take none. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const found = entries.map((name) => stat(join(folder, name)).catch(() => undefined))
  return sum((await Promise.all(found)).map((file) => (file?.blocks ?? 0) * BLOCK_BYTES))
}

/** Returns what the job needs that waits longest, once it has waited so long that later ones let it go first. */
function firstInLine(subject: string, limit: number): number {
  const now = Date.now()
  const [first] = [...waiting]
    .filter(([other, { bytes }]) => other !== subject && bytes <= limit)
    .map(([, job]) => job)
    .filter(({ since, askedAt }) => now - since > FIRST_AFTER_MS && now - askedAt < WAITS_MS)
    .toSorted((a, b) => a.since - b.since)
  return first?.bytes ?? 0
}

function refuse(subject: string, bytes: number, limit: number): never {
  const now = Date.now()
  const before = waiting.get(subject)
  waiting.set(subject, { since: before?.since ?? now, askedAt: now, bytes })
  for (const [other, { askedAt }] of waiting)
    if (now - askedAt > FORGOTTEN_MS) waiting.delete(other)
  const isTooLarge = bytes > limit
  const text = `${inMegabytes(bytes)} needed, ${inMegabytes(limit)} at most for all jobs`
  if (isTooLarge && before?.bytes !== bytes)
    log('error', 'a job needs more disk than this worker may take', { subject, error: text })
  throw new NoSpace(isTooLarge, text)
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
const sum = (all: number[]) => all.reduce((a, b) => a + b, 0)

/** Returns true for an error that says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || /No space left on device/.test(error.message) // Node, and ffmpeg
}
