import { DAY_MS } from '#core/durations.shared.ts'
import type { Transfer } from '#src/studio/file-transfer/transfers.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'

/** The sections of the queue, in the order shown. */
export const groups = ['attention', 'uploading', 'processing', 'done'] as const
export type Group = (typeof groups)[number]

/** The state of an upload: the server's status combined with this browser's transfers. */
export interface UploadState {
  group: Group
  /** The combined transfer of the files that this browser transfers. */
  transfer?: Transfer
  /** Files are missing and this browser does not transfer them; the user has to choose them again. */
  needsFiles?: boolean
}

/** True if the copies of an upload are listed as soon as they are numbered. */
export const isListedAtOnce = ({ sale_price, listing_failure }: Upload) =>
  sale_price !== null && listing_failure === null

/** Finished uploads stay in the queue for seven days. */
const DONE_MS = 7 * DAY_MS
const PAGE = 100

/** Builds the query for one page of the queue; pages are counted from 0. */
export const queueQuery = (now: number, page = 0) => ({
  done_since: new Date(now - DONE_MS).toISOString(),
  offset: page * PAGE,
  limit: PAGE,
})

/** Returns an upload's state, or undefined if it was finished too long ago to be shown. */
export function uploadStateOf(
  { status, files, created_at }: Upload,
  transfers: ReadonlyMap<string, Transfer>,
  now: number,
): UploadState | undefined {
  if (status === 'done')
    return now - Date.parse(created_at) < DONE_MS ? { group: 'done' } : undefined
  if (status === 'failed' || status === 'cut') return { group: 'attention' }
  if (status !== 'uploading') return { group: 'processing' }
  const open = files.filter(({ completed }) => !completed)
  const known = open
    .map(({ upload_id }) => transfers.get(upload_id))
    .filter((one) => one !== undefined)
  const needsFiles = known.length < open.length
  if (known.length === 0)
    return needsFiles ? { group: 'attention', needsFiles } : { group: 'processing' }
  const transfer = combine(files, known)
  const isStopped = needsFiles || transfer.phase === 'stopped'
  return { group: isStopped ? 'attention' : 'uploading', transfer, needsFiles }
}

/** Combines the transfers of a title's files; completed files count as sent. */
function combine(files: Upload['files'], known: readonly Transfer[]): Transfer {
  const completed = files.filter((file) => file.completed)
  const completedBytes = completed.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const sum = (field: 'sent' | 'size' | 'speed') =>
    known.reduce((total, one) => total + one[field], 0)
  const is = (phase: Transfer['phase']) => known.some((one) => one.phase === phase)
  const phase = (['stopped', 'running', 'waiting', 'paused'] as const).find(is) ?? 'done'
  const isOffline = known.some((one) => one.isOffline)
  const stopped = known.find((one) => one.phase === 'stopped')
  return {
    phase,
    sent: completedBytes + sum('sent'),
    size: completedBytes + sum('size'),
    speed: sum('speed'),
    isOffline,
    failedStep: stopped?.failedStep,
    storedParts: [],
  }
}
