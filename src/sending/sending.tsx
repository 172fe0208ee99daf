import { useEffect, useSyncExternalStore } from 'react'
import { type FileToSend, PartError, sendFile } from './send-file.tsx'

/** How one file's way up stands in this browser. */
export interface Sending {
  phase: 'sending' | 'paused' | 'stopped' | 'done'
  /** Bytes up, of how many. */
  sent: number
  size: number
  /** Bytes a second, lately; 0 while not known. */
  speed: number
  /** Which part failed for good, where it stopped. */
  failedPart?: number
}

interface Entry {
  job: FileToSend
  state: Sending
  control: AbortController
  /** When so many bytes were up: the last few seconds, for the speed. */
  samples: { at: number; sent: number }[]
}

const SPEED_OVER_MS = 5_000

/**
 * The files this browser is sending, by upload id. They are here and not in a page, so that they go
 * on while people look at other pages. A reload ends them; the parts that are up stay up.
 */
const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()

/** Follows one file. Undefined where this browser is not sending it. */
export function useSending(upload_id: string): Sending | undefined {
  return useSyncExternalStore(
    listen,
    () => entries.get(upload_id)?.state,
    () => undefined,
  )
}

/** Whether anything is on its way up; leaving the site would stop it, so the browser asks first. */
export function useLeaveWarning() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const isBusy = [...entries.values()].some(({ state }) => state.phase === 'sending')
      if (isBusy) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}

/** Begins to send a file, or goes on with it. */
export function startSending(job: FileToSend) {
  const { upload_id, file } = job
  const state: Sending = { phase: 'sending', sent: 0, size: file.size, speed: 0 }
  const entry: Entry = { job, state, control: new AbortController(), samples: [] }
  entries.get(upload_id)?.control.abort()
  entries.set(upload_id, entry)
  tell()
  const watch = {
    onProgress: (sent: number) => progress(entry, sent),
    signal: entry.control.signal,
  }
  sendFile(job, watch).then(
    () => change(entry, { phase: 'done', sent: file.size, speed: 0 }),
    (error: unknown) => {
      if (entry.control.signal.aborted) return
      entry.control.abort() // the other parts
      const failedPart = error instanceof PartError ? error.part : undefined
      change(entry, { phase: 'stopped', speed: 0, ...(failedPart && { failedPart }) })
    },
  )
}

/** Stops for now. What is up of a part that is under way is sent again. */
export function pauseSending(upload_id: string) {
  const entry = entries.get(upload_id)
  if (!entry) return
  entry.control.abort()
  change(entry, { phase: 'paused', speed: 0 })
}

/** What this browser was sending, so that it can be begun again with what is there by now. */
export const sendingJob = (upload_id: string) => entries.get(upload_id)?.job

/** Lets go of a file that is not wanted any more. */
export function forgetSending(upload_id: string) {
  entries.get(upload_id)?.control.abort()
  entries.delete(upload_id)
  tell()
}

function progress(entry: Entry, sent: number) {
  const at = Date.now()
  const recent = entry.samples.filter((sample) => sample.at > at - SPEED_OVER_MS)
  entry.samples = [...recent, { at, sent }]
  const first = entry.samples[0]!
  const seconds = (at - first.at) / 1000
  const speed = seconds > 0.5 ? Math.max(0, sent - first.sent) / seconds : entry.state.speed
  change(entry, { sent, speed })
}

function change(entry: Entry, changes: Partial<Sending>) {
  entry.state = { ...entry.state, ...changes }
  tell()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tell = () => listeners.forEach((listener) => listener())
