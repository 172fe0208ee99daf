import { useSyncExternalStore } from 'react'
import { browserCarrier } from './carrier.tsx'
import { forgetFile, keepFile } from './kept-files.tsx'
import { inOneTab } from './one-tab.tsx'
import { UnreadableError } from './put-file.tsx'
import {
  type FileToSend,
  type PartThere,
  SendError,
  sendFile,
  type Step,
} from './send-file.shared.ts'
import { type Tally, tellTally } from './tally.tsx'

/** Here it is a file of the reader's own, with a name and a place. */
export interface TransferJob extends FileToSend {
  file: File
}

/** How one file's way up stands in this browser. */
export interface Transfer {
  phase: 'waiting' | 'sending' | 'paused' | 'stopped' | 'done'
  /** Bytes up, of how many. */
  sent: number
  size: number
  /** Bytes a second, lately; 0 while not known. */
  speed: number
  /** The numbers of the parts that are up, of a file that goes up in parts. */
  partsUp: readonly number[]
  /** There is no line; it goes on by itself when there is one again. */
  isOffline?: boolean
  /** What failed for good, where it stopped, and at which part. `file`: it cannot be read any more. */
  failedStep?: Step | 'file'
  failedPart?: number
}

interface Entry {
  job: TransferJob
  state: Transfer
  control: AbortController
  /** When so many bytes were up: the last few seconds, for the speed. */
  samples: { at: number; sent: number }[]
}

const SPEED_OVER_MS = 5_000
const TOLD_EVERY_MS = 200 // browsers tell more often than people can read

/**
 * Of each file two parts go at once, which makes four requests: a browser keeps six to one host, and
 * the pages want to ask too.
 */
const FILES_AT_ONCE = 2

/**
 * The files this browser is sending, by upload id. They are here and not in a page, so that they go
 * on while people look at other pages. A reload ends them; the parts that are up stay up.
 */
const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
const NONE: ReadonlyMap<string, Transfer> = new Map()
let latest = NONE

/** Follows one file. Undefined where this browser is not sending it. */
export function useTransfer(upload_id: string): Transfer | undefined {
  return useSyncExternalStore(
    watchTransfers,
    () => entries.get(upload_id)?.state,
    () => undefined,
  )
}

/** Follows all of them. */
export const useTransfers = () => useSyncExternalStore(watchTransfers, currentTransfers, () => NONE)

/** How all of them stand now, by upload id. */
export const currentTransfers = (): ReadonlyMap<string, Transfer> => latest

/** Begins to send a file, or goes on with it, as soon as it is its turn. */
export function startTransfer(job: TransferJob) {
  const { upload_id, file } = job
  const sizes = new Map(job.there.map(({ number, size }) => [number, size])) // some come twice
  const sent = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const size = file.size
  const state: Transfer = { phase: 'waiting', sent, size, speed: 0, partsUp: [...sizes.keys()] }
  const entry: Entry = { job, state, control: new AbortController(), samples: [] }
  entries.get(upload_id)?.control.abort()
  if (![...entries.values()].some(isUnderWay)) forgetDone()
  entries.set(upload_id, entry)
  void keepFile(upload_id, file, job.hash)
  tell()
  advance()
}

const isUnderWay = ({ state: { phase } }: Entry) => phase === 'waiting' || phase === 'sending'

/** What was up before counts no more among what is under way. */
function forgetDone() {
  for (const [upload_id, { state }] of entries)
    if (state.phase === 'done') entries.delete(upload_id)
}

/** Those that have waited longest go first. */
function advance() {
  const all = [...entries.values()]
  const isIn = (phase: Transfer['phase']) => (entry: Entry) => entry.state.phase === phase
  const free = FILES_AT_ONCE - all.filter(isIn('sending')).length
  for (const entry of all.filter(isIn('waiting')).slice(0, Math.max(0, free))) run(entry)
}

function run(entry: Entry) {
  const { job } = entry
  change(entry, { phase: 'sending' })
  const watch = {
    onProgress: (sent: number) => progress(entry, sent),
    onPart(part: PartThere) {
      entry.job = { ...entry.job, there: [...entry.job.there, part] }
      change(entry, { partsUp: [...entry.state.partsUp, part.number] })
    },
    onOffline: (isOffline: boolean) => change(entry, { isOffline, speed: 0 }),
    signal: entry.control.signal,
  }
  inOneTab(job.upload_id, () => sendFile(job, watch, browserCarrier)).then(
    (isOurs) => {
      if (!isOurs) return entry.control.signal.aborted || letGo(job.upload_id)
      change(entry, { phase: 'done', sent: job.file.size, speed: 0 })
      return forgetFile(job.upload_id)
    },
    (error: unknown) => {
      if (!entry.control.signal.aborted) change(entry, { ...stoppedBy(error), speed: 0 })
    },
  )
}

function stoppedBy(error: unknown): Pick<Transfer, 'phase' | 'failedStep' | 'failedPart'> {
  if (!(error instanceof SendError)) return { phase: 'stopped' }
  const failedStep = error.cause instanceof UnreadableError ? 'file' : error.step
  return { phase: 'stopped', failedStep, failedPart: error.part }
}

/** Stops for now what is under way. What is up of a part that is not whole is sent again. */
export function pauseTransfer(upload_id: string) {
  const entry = entries.get(upload_id)
  if (!entry || !isUnderWay(entry)) return
  entry.control.abort()
  change(entry, { phase: 'paused', isOffline: false, speed: 0 })
}

/**
 * Goes on with what was paused or has stopped. Parts that storage has taken are not sent again, also
 * those that the server's last word on it (`chunks`) does not name yet.
 */
export function resumeTransfer(upload_id: string, chunks: readonly PartThere[]) {
  const entry = entries.get(upload_id)
  if (!entry || isUnderWay(entry) || entry.state.phase === 'done') return
  const { job, state } = entry
  const known = state.failedStep === 'complete' ? [] : job.there // else it has lost one we sent
  startTransfer({ ...job, there: [...chunks, ...known] })
}

/** What this browser is sending, or was. */
export const transferJob = (upload_id: string) => entries.get(upload_id)?.job

/** Lets go of a file that is not wanted any more. */
export function forgetTransfer(upload_id: string) {
  letGo(upload_id)
  void forgetFile(upload_id)
}

/** Here it is not sent any more, which is all that another tab that sends it wants. */
function letGo(upload_id: string) {
  entries.get(upload_id)?.control.abort()
  entries.delete(upload_id)
  tell()
  advance()
}

function progress(entry: Entry, sent: number) {
  const at = Date.now()
  const since = at - (entry.samples.at(-1)?.at ?? 0)
  if (since < TOLD_EVERY_MS && sent > entry.state.sent && sent < entry.state.size) return
  const recent = entry.samples.filter((sample) => sample.at > at - SPEED_OVER_MS)
  entry.samples = [...recent, { at, sent }]
  const first = entry.samples[0]!
  const seconds = (at - first.at) / 1000
  const speed = seconds > 0.5 ? Math.max(0, sent - first.sent) / seconds : entry.state.speed
  change(entry, { sent, speed })
}

function change(entry: Entry, changes: Partial<Transfer>) {
  entry.state = { ...entry.state, ...changes }
  tell()
  if (changes.phase && changes.phase !== 'sending') advance()
}

/** Calls back whenever one of them moves; the answer ends that. */
export function watchTransfers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell() {
  latest = new Map([...entries].map(([upload_id, { state }]) => [upload_id, state]))
  tellTally('files', tallyOf(latest.values()))
  listeners.forEach((listener) => listener())
}

/** With what is up already, so that a bar over them only ever grows. */
function tallyOf(transfers: Iterable<Transfer>): Tally {
  const all = [...transfers].filter(({ phase }) => phase !== 'paused' && phase !== 'stopped')
  const sum = (of: (one: Transfer) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    count: all.filter(({ phase }) => phase !== 'done').length,
    sent: sum(({ sent }) => sent),
    size: sum(({ size }) => size),
  }
}
