import { useSyncExternalStore } from 'react'
import { send } from '#core/http/ask.ts'
import { errors, isRefusal } from '#core/errors.ts'
import { pauseBefore } from '#src/studio/file-transfer/chunks.shared.ts'
import { hashFile } from '#src/studio/file-transfer/hash-file.tsx'
import {
  forgetTransfer,
  currentTransfers,
  watchTransfers,
} from '#src/studio/file-transfer/sending.tsx'
import { tellTally } from '#src/studio/file-transfer/tally.tsx'
import { abortUpload } from '#src/media/upload/upload.shared.ts'
import { beginTitle, type NewTitle, type ReadFile } from './begin-title.tsx'

type Role = keyof NewTitle['files']

/** A title that is to be begun when it is its turn. */
export interface TitleToBegin extends Pick<NewTitle, 'issue' | 'facts'> {
  files: { asset: File } & Partial<Record<Role, File>>
  /** Its subtitles, read only then. */
  readSubtitles: () => Promise<NewTitle['subtitles']>
}

/** How a title in the line stands. Once it is begun it is an upload and here no more. */
export interface InLine {
  id: string
  title: string
  phase: 'waiting' | 'reading' | 'refused'
  /** Bytes read, of how many. */
  read: number
  size: number
  /** Why it was refused. */
  error?: Error
}
/** `paused`: all was paused. `asking`: somebody is asked whether to drop it. */
type Hold = 'paused' | 'asking'
interface Entry {
  given: TitleToBegin
  state: InLine
  control: AbortController
}

/**
 * Titles at a time: while one is read and begun the other is sent. An upload ends a day after it was
 * begun, so of many titles each is begun only when it is its turn.
 */
const TITLES_AT_ONCE = 2
const TRIES = 5

/** The titles that wait in this browser. They are here and not in a page, as what is sent is. */
const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
const NONE: readonly InLine[] = []
let latest = NONE
let begun: readonly { upload_ids: string[] }[] = []
const holds = new Set<Hold>()

export const useLine = () =>
  useSyncExternalStore(
    watchLine,
    () => latest,
    () => NONE,
  )

/** Calls back whenever a title in the line moves or leaves it; the answer ends that. */
export function watchLine(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts titles at the end of the line. */
export function lineUp(titles: readonly TitleToBegin[]) {
  for (const given of titles) {
    const size = sizeOf(given)
    const id = crypto.randomUUID()
    const state: InLine = { id, title: given.issue.title, phase: 'waiting', read: 0, size }
    entries.set(id, { given, state, control: new AbortController() })
  }
  tell()
  letLineGo('paused')
}

/** Takes titles out of the line: nothing of them is anywhere yet. */
export function leaveLine(ids: readonly string[]) {
  for (const id of ids) {
    entries.get(id)?.control.abort()
    entries.delete(id)
  }
  tell()
  advance()
}

/** Has a title wait once more that was refused. */
export function waitAgain(id: string) {
  const entry = entries.get(id)
  if (entry) change(entry, { phase: 'waiting', read: 0, error: undefined })
  advance()
}

/** Begins no further title until it is let go, whoever holds it. */
export function holdLine(by: Hold) {
  holds.add(by)
}

export function letLineGo(by: Hold) {
  holds.delete(by)
  advance()
}

watchTransfers(advance)

function advance() {
  const transfers = currentTransfers()
  const isUnderWay = (upload_id: string) =>
    ['waiting', 'sending'].includes(transfers.get(upload_id)?.phase ?? '')
  begun = begun.filter(({ upload_ids }) => upload_ids.some(isUnderWay))
  if (holds.size > 0) return
  const isIn = (phase: InLine['phase']) => (entry: Entry) => entry.state.phase === phase
  const all = [...entries.values()]
  const free = TITLES_AT_ONCE - begun.length - all.filter(isIn('reading')).length
  for (const entry of all.filter(isIn('waiting')).slice(0, Math.max(0, free))) void begin(entry)
}

/** What one title is refused for is kept with it; the others go on. */
async function begin(entry: Entry) {
  const { given, state } = entry
  entry.control = new AbortController()
  change(entry, { phase: 'reading' })
  try {
    const title = await read(entry)
    const upload = await patiently(() => beginTitle(title))
    if (!entries.delete(state.id)) return await dropUpload(upload) // it left the line meanwhile
    begun = [...begun, upload]
    tell()
  } catch (error) {
    if (entries.get(state.id)?.given !== given || entry.control.signal.aborted) return
    change(entry, { phase: 'refused', error: error as Error })
  }
  advance()
}

/** Ends an upload, and lets go of its files. Refused where its last file came in meanwhile. */
export async function dropUpload({ uuid, upload_ids }: { uuid: string; upload_ids: string[] }) {
  await send(abortUpload, { uuid })
  for (const upload_id of upload_ids) forgetTransfer(upload_id)
}

async function read(entry: Entry): Promise<NewTitle> {
  const { issue, facts, files, readSubtitles } = entry.given
  const { signal } = entry.control
  let before = 0
  const hashed: Partial<Record<Role, ReadFile>> = {}
  for (const [role, file] of Object.entries(files) as [Role, File][]) {
    const onProgress = (bytes: number) => change(entry, { read: before + bytes })
    hashed[role] = { file, hash: await hashFile(file, { signal, onProgress }) }
    before += file.size
  }
  const subtitles = await readSubtitles()
  signal.throwIfAborted()
  return { issue, facts, subtitles, files: { ...hashed, asset: hashed.asset! } }
}

/** A server that is away or asks for patience has refused nothing. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const status = isRefusal(error) ? errors[error.code].status : 500
      if (tries === TRIES || (status < 500 && status !== 429)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseBefore(tries)))
  }
}

const sizeOf = ({ files }: TitleToBegin) =>
  Object.values(files).reduce((sum, { size }) => sum + size, 0)

function change(entry: Entry, changes: Partial<InLine>) {
  if (entries.get(entry.state.id) !== entry) return
  entry.state = { ...entry.state, ...changes }
  tell()
}

function tell() {
  latest = [...entries.values()].map(({ state }) => state)
  const open = latest.filter(({ phase }) => phase !== 'refused')
  const size = open.reduce((sum, one) => sum + one.size, 0)
  tellTally('titles', { count: open.length, sent: 0, size })
  listeners.forEach((listener) => listener())
}
