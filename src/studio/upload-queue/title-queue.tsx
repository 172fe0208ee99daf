import { useSyncExternalStore } from 'react'
import { send } from '#core/http/ask.ts'
import { errors } from '#core/error-catalogue.ts'
import { isRefusal } from '#core/errors.ts'
import { retryDelay } from '#src/studio/file-transfer/file-parts.shared.ts'
import { hashFile } from '#src/studio/file-transfer/hash-file.tsx'
import {
  forgetTransfer,
  currentTransfers,
  pauseTransfer,
  watchTransfers,
} from '#src/studio/file-transfer/transfers.tsx'
import { reportTotal } from '#src/studio/file-transfer/transfer-total.tsx'
import { abortUpload } from '#src/media/upload/upload.shared.ts'
import { beginTitle, type NewTitle, type HashedFile } from './begin-title.tsx'

type Role = keyof NewTitle['files']

/** A title waiting to be uploaded. */
export interface TitleToUpload extends Pick<NewTitle, 'orh_account_id' | 'fields'> {
  files: { asset: File } & Partial<Record<Role, File>>
  /** Encodes the subtitles; called only when the upload starts. */
  encodeSubtitles: () => NewTitle['subtitles']
}

/** The state of a queued title. Once its upload has begun, the title leaves the queue. */
export interface QueuedTitle {
  id: string
  title: string
  phase: 'waiting' | 'reading' | 'refused'
  /** Bytes read, of `size`. */
  read: number
  size: number
  /** The error, if `phase` is `refused`. */
  error?: Error
}
/** `user`: the user paused the queue. `dialog`: a dialog asks whether to drop titles. */
type PauseReason = 'user' | 'dialog'
interface Entry {
  title: TitleToUpload
  state: QueuedTitle
  control: AbortController
}

/**
 * The number of titles processed at once: one is hashed while the other is transferred. The server
 * ends an upload of which nothing arrives for a day, so each title is begun only when its turn comes.
 */
const TITLES_AT_ONCE = 2
const TRIES = 5

/** The queued titles of this tab. Module state, so that they survive navigation like transfers do. */
const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
const NONE: readonly QueuedTitle[] = []
let latest = NONE
let started: readonly { upload_ids: string[] }[] = []
const pauses = new Set<PauseReason>()
/** Continue the titles that were read while the queue was paused. */
const continuations: (() => void)[] = []

/** Subscribes to the queued titles, in order. */
export const useTitleQueue = () =>
  useSyncExternalStore(
    subscribe,
    () => latest,
    () => NONE,
  )

/** Tells whether the user paused the queue. */
export const useIsQueuePaused = () =>
  useSyncExternalStore(
    subscribe,
    () => pauses.has('user'),
    () => false,
  )

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Appends titles to the queue and resumes it. */
export function enqueueTitles(titles: readonly TitleToUpload[]) {
  for (const title of titles) {
    const size = sizeOf(title)
    const id = crypto.randomUUID()
    const state: QueuedTitle = { id, title: title.fields.title, phase: 'waiting', read: 0, size }
    entries.set(id, { title, state, control: new AbortController() })
  }
  publish()
  resumeQueue('user')
}

/** Removes titles from the queue. Nothing of them is on the server yet. */
export function removeTitles(ids: readonly string[]) {
  for (const id of ids) {
    entries.get(id)?.control.abort()
    entries.delete(id)
  }
  publish()
  startNext()
}

/** Queues a refused title again. */
export function retryTitle(id: string) {
  const entry = entries.get(id)
  if (entry) updateEntry(entry, { phase: 'waiting', read: 0, error: undefined })
  startNext()
}

/** Pauses the queue: no further title starts or begins its upload until every reason is withdrawn. */
export function pauseQueue(reason: PauseReason) {
  pauses.add(reason)
  publish()
}

/** Withdraws one reason to pause. */
export function resumeQueue(reason: PauseReason) {
  pauses.delete(reason)
  publish()
  if (pauses.size === 0) for (const go of continuations.splice(0)) go()
  startNext()
}

watchTransfers(startNext)

function startNext() {
  const transfers = currentTransfers()
  const isActive = (upload_id: string) =>
    ['waiting', 'running'].includes(transfers.get(upload_id)?.phase ?? '')
  started = started.filter(({ upload_ids }) => upload_ids.some(isActive))
  if (pauses.size > 0) return
  const isIn = (phase: QueuedTitle['phase']) => (entry: Entry) => entry.state.phase === phase
  const all = [...entries.values()]
  const free = TITLES_AT_ONCE - started.length - all.filter(isIn('reading')).length
  for (const entry of all.filter(isIn('waiting')).slice(0, Math.max(0, free)))
    void startTitle(entry)
}

/** Hashes and begins one title. A refusal is stored with the title; the others continue. */
async function startTitle(entry: Entry) {
  const { title, state } = entry
  entry.control = new AbortController()
  updateEntry(entry, { phase: 'reading' })
  try {
    const hashed = await hashTitle(entry)
    await queueRuns(entry.control.signal)
    const upload = await withRetries(() => beginTitle(hashed))
    if (!entries.delete(state.id)) return await dropUpload(upload) // removed meanwhile
    started = [...started, upload]
    if (pauses.has('user')) upload.upload_ids.forEach(pauseTransfer) // paused meanwhile
    publish()
  } catch (error) {
    if (entries.get(state.id)?.title !== title || entry.control.signal.aborted) return
    updateEntry(entry, { phase: 'refused', error: error as Error })
  }
  startNext()
}

/** Waits while the queue is paused. Rejects once the signal aborts. */
async function queueRuns(signal: AbortSignal) {
  while (pauses.size > 0 && !signal.aborted)
    await new Promise<void>((resolve) => {
      continuations.push(resolve)
      signal.addEventListener('abort', () => resolve())
    })
  signal.throwIfAborted()
}

/** Aborts an upload and its transfers. Refused with `upload_closed` once its copies are numbered. */
export async function dropUpload({ uuid, upload_ids }: { uuid: string; upload_ids: string[] }) {
  await send(abortUpload, { uuid })
  for (const upload_id of upload_ids) forgetTransfer(upload_id)
}

async function hashTitle(entry: Entry): Promise<NewTitle> {
  const { orh_account_id, fields, files, encodeSubtitles } = entry.title
  const { signal } = entry.control
  let before = 0
  const hashed: Partial<Record<Role, HashedFile>> = {}
  for (const [role, file] of Object.entries(files) as [Role, File][]) {
    const onProgress = (bytes: number) => updateEntry(entry, { read: before + bytes })
    hashed[role] = { file, hash: await hashFile(file, { signal, onProgress }) }
    before += file.size
  }
  const subtitles = encodeSubtitles()
  return { orh_account_id, fields, subtitles, files: { ...hashed, asset: hashed.asset! } }
}

/** Repeats `attempt` after errors of the server (5xx) and rate limits (429), up to `TRIES` times. */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const status = isRefusal(error) ? errors[error.code].status : 500
      if (tries === TRIES || (status < 500 && status !== 429)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay(tries)))
  }
}

const sizeOf = ({ files }: TitleToUpload) =>
  Object.values(files).reduce((sum, { size }) => sum + size, 0)

function updateEntry(entry: Entry, changes: Partial<QueuedTitle>) {
  if (entries.get(entry.state.id) !== entry) return
  entry.state = { ...entry.state, ...changes }
  publish()
}

function publish() {
  latest = [...entries.values()].map(({ state }) => state)
  const pending = latest.filter(({ phase }) => phase !== 'refused')
  const size = pending.reduce((sum, one) => sum + one.size, 0)
  reportTotal('titles', { count: pending.length, sent: 0, size })
  listeners.forEach((listener) => listener())
}
