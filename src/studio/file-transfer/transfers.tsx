import { useSyncExternalStore } from 'react'
import { browserTransport } from './browser-transport.tsx'
import { deleteHandle, saveHandle } from './file-handles.tsx'
import { withTabLock } from './tab-lock.tsx'
import { UnreadableError } from './put-file.tsx'
import {
  type FileToTransfer,
  type StoredPart,
  TransferError,
  transferFile,
  type TransferStep,
} from './transfer-file.shared.ts'
import { type TransferTotal, reportTotal } from './transfer-total.tsx'

/** A transfer of a file that the user chose, so it has a name and perhaps a handle. */
export interface TransferJob extends FileToTransfer {
  file: File
}

/** The state of one file's transfer in this browser. */
export interface Transfer {
  phase: 'waiting' | 'running' | 'paused' | 'stopped' | 'done'
  /** Bytes sent, of `size`. */
  sent: number
  size: number
  /** Bytes per second over the last few seconds; 0 while unknown. */
  speed: number
  /** The numbers of the stored parts; empty for a file that goes up whole. */
  storedParts: readonly number[]
  /** True while there is no connection; the transfer continues by itself. */
  isOffline?: boolean
  /** The step that failed for good; `file` if the file can no longer be read. */
  failedStep?: TransferStep | 'file'
  /** The number of the part that failed. */
  failedPart?: number
}

interface Entry {
  job: TransferJob
  state: Transfer
  control: AbortController
  /** Bytes sent at given times in the last few seconds, for the speed. */
  samples: { at: number; sent: number }[]
}

const SPEED_OVER_MS = 5_000
const UPDATE_EVERY_MS = 200 // browsers report progress more often than people can read

/** The number of files transferred at once: a second one fills the line while the first begins or ends. */
const FILES_AT_ONCE = 2

/**
 * The transfers of this browser tab, by upload id. Module state, so that they continue while the
 * user visits other pages. A reload ends them; stored parts stay in storage.
 */
const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
const NONE: ReadonlyMap<string, Transfer> = new Map()
let latest = NONE

/** Subscribes to one transfer. Returns undefined if this tab does not transfer the file. */
export function useTransfer(upload_id: string): Transfer | undefined {
  return useSyncExternalStore(
    watchTransfers,
    () => entries.get(upload_id)?.state,
    () => undefined,
  )
}

/** Subscribes to all transfers, by upload id. */
export const useTransfers = () => useSyncExternalStore(watchTransfers, currentTransfers, () => NONE)

/** Returns the current state of all transfers, by upload id. */
export const currentTransfers = (): ReadonlyMap<string, Transfer> => latest

/** Queues a file for transfer; a resumed file skips its stored parts. */
export function startTransfer(job: TransferJob) {
  const { upload_id, file } = job
  const sizes = new Map(job.stored.map(({ number, size }) => [number, size])) // may hold duplicates
  const sent = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const size = file.size
  const state: Transfer = { phase: 'waiting', sent, size, speed: 0, storedParts: [...sizes.keys()] }
  const entry: Entry = { job, state, control: new AbortController(), samples: [] }
  entries.get(upload_id)?.control.abort()
  if (![...entries.values()].some(isActive)) removeDone()
  entries.set(upload_id, entry)
  void saveHandle(upload_id, file, job.hash)
  publish()
  startNext()
}

const isActive = ({ state: { phase } }: Entry) => phase === 'waiting' || phase === 'running'

/** Removes finished transfers, so that the total of a new batch starts at zero. */
function removeDone() {
  for (const [upload_id, { state }] of entries)
    if (state.phase === 'done') entries.delete(upload_id)
}

/** Starts waiting transfers, the oldest first, while fewer than `FILES_AT_ONCE` run. */
function startNext() {
  const all = [...entries.values()]
  const isIn = (phase: Transfer['phase']) => (entry: Entry) => entry.state.phase === phase
  const free = FILES_AT_ONCE - all.filter(isIn('running')).length
  for (const entry of all.filter(isIn('waiting')).slice(0, Math.max(0, free))) run(entry)
}

function run(entry: Entry) {
  const { job } = entry
  updateEntry(entry, { phase: 'running' })
  const observer = {
    onProgress: (sent: number) => recordProgress(entry, sent),
    onPartStored(part: StoredPart) {
      entry.job = { ...entry.job, stored: [...entry.job.stored, part] }
      updateEntry(entry, { storedParts: [...entry.state.storedParts, part.number] })
    },
    onOffline: (isOffline: boolean) => updateEntry(entry, { isOffline, speed: 0 }),
    signal: entry.control.signal,
  }
  withTabLock(job.upload_id, () => transferFile(job, observer, browserTransport)).then(
    (hasLock) => {
      if (!hasLock) return entry.control.signal.aborted || removeEntry(job.upload_id)
      updateEntry(entry, { phase: 'done', sent: job.file.size, speed: 0 })
      return deleteHandle(job.upload_id)
    },
    (error: unknown) => {
      if (!entry.control.signal.aborted) updateEntry(entry, { ...failureOf(error), speed: 0 })
    },
  )
}

function failureOf(error: unknown): Pick<Transfer, 'phase' | 'failedStep' | 'failedPart'> {
  if (!(error instanceof TransferError)) return { phase: 'stopped' }
  const failedStep = error.cause instanceof UnreadableError ? 'file' : error.step
  return { phase: 'stopped', failedStep, failedPart: error.part }
}

/** Pauses an active transfer. Bytes of unfinished parts are sent again later. */
export function pauseTransfer(upload_id: string) {
  const entry = entries.get(upload_id)
  if (!entry || !isActive(entry)) return
  entry.control.abort()
  updateEntry(entry, { phase: 'paused', isOffline: false, speed: 0 })
}

/**
 * Resumes a paused or stopped transfer. Stored parts are not sent again: those the server reported
 * (`chunks`) and those confirmed in this tab since that report.
 */
export function resumeTransfer(upload_id: string, chunks: readonly StoredPart[]) {
  const entry = entries.get(upload_id)
  if (!entry || isActive(entry) || entry.state.phase === 'done') return
  const { job, state } = entry
  // Forgets our list after a failed completion: storage may have lost a part.
  const known = state.failedStep === 'complete' ? [] : job.stored
  startTransfer({ ...job, stored: [...chunks, ...known] })
}

/** Returns the job of a transfer, or undefined if this tab has none. */
export const transferJob = (upload_id: string) => entries.get(upload_id)?.job

/** Stops and removes a transfer, and deletes the file's saved handle. */
export function forgetTransfer(upload_id: string) {
  removeEntry(upload_id)
  void deleteHandle(upload_id)
}

/** Removes a transfer but keeps the saved handle, which another tab may be using. */
function removeEntry(upload_id: string) {
  entries.get(upload_id)?.control.abort()
  entries.delete(upload_id)
  publish()
  startNext()
}

function recordProgress(entry: Entry, sent: number) {
  const at = Date.now()
  const since = at - (entry.samples.at(-1)?.at ?? 0)
  if (since < UPDATE_EVERY_MS && sent > entry.state.sent && sent < entry.state.size) return
  const recent = entry.samples.filter((sample) => sample.at > at - SPEED_OVER_MS)
  entry.samples = [...recent, { at, sent }]
  const first = entry.samples[0]!
  const seconds = (at - first.at) / 1000
  const speed = seconds > 0.5 ? Math.max(0, sent - first.sent) / seconds : entry.state.speed
  updateEntry(entry, { sent, speed })
}

function updateEntry(entry: Entry, changes: Partial<Transfer>) {
  entry.state = { ...entry.state, ...changes }
  publish()
  if (changes.phase && changes.phase !== 'running') startNext()
}

/** Calls `listener` on every change of a transfer. Returns a function that unsubscribes. */
export function watchTransfers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish() {
  latest = new Map([...entries].map(([upload_id, { state }]) => [upload_id, state]))
  reportTotal('files', totalOf(latest.values()))
  listeners.forEach((listener) => listener())
}

/** Sums the transfers including finished ones, so that the progress bar never moves back. */
function totalOf(transfers: Iterable<Transfer>): TransferTotal {
  const all = [...transfers].filter(({ phase }) => phase !== 'paused' && phase !== 'stopped')
  const sum = (value: (one: Transfer) => number) =>
    all.reduce((total, one) => total + value(one), 0)
  return {
    count: all.filter(({ phase }) => phase !== 'done').length,
    sent: sum(({ sent }) => sent),
    size: sum(({ size }) => size),
  }
}
