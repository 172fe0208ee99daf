import type { Transfer } from '#src/studio/file-transfer/sending.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'

/** What people look for in their uploads. */
export const groups = ['trouble', 'sending', 'making', 'done'] as const
export type Group = (typeof groups)[number]

/** How an upload stands, as the server says it and as this browser knows better. */
export interface Standing {
  group: Group
  /** Of its files together, where they are on their way from this browser or have stopped here. */
  sending?: Transfer
  /** Nobody sends what is missing: its files have to be chosen again. */
  isLost?: boolean
}

/** For so long what is done is still spoken of. */
const DONE_MS = 7 * 24 * 3_600_000
const PAGE = 100

/** How a page with the queue asks for a part of it: pages are counted from 0. */
export const queueAsked = (now: number, page = 0) => ({
  done_since: new Date(now - DONE_MS).toISOString(),
  ...{ offset: page * PAGE, limit: PAGE },
})

/** Where an upload belongs; undefined where it was done too long ago to speak of. */
export function standingOf(
  { status, files, created_at }: Upload,
  transfers: ReadonlyMap<string, Transfer>,
  now: number,
): Standing | undefined {
  if (status === 'done')
    return now - Date.parse(created_at) < DONE_MS ? { group: 'done' } : undefined
  if (status === 'failed') return { group: 'trouble' }
  if (status !== 'uploading') return { group: 'making' }
  const open = files.filter(({ completed }) => !completed)
  const known = open
    .map(({ upload_id }) => transfers.get(upload_id))
    .filter((one) => one !== undefined)
  const isLost = known.length < open.length
  if (known.length === 0) return isLost ? { group: 'trouble', isLost } : { group: 'making' }
  const sending = together(files, known)
  const isStopped = isLost || sending.phase === 'stopped'
  return { group: isStopped ? 'trouble' : 'sending', sending, isLost }
}

/** Files as one: they are under way while one is, and done with what is there already. */
function together(files: Upload['files'], known: readonly Transfer[]): Transfer {
  const there = files.filter(({ completed }) => completed)
  const up = there.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const sum = (of: 'sent' | 'size' | 'speed') => known.reduce((total, one) => total + one[of], 0)
  const is = (phase: Transfer['phase']) => known.some((one) => one.phase === phase)
  const phase = (['stopped', 'sending', 'waiting', 'paused'] as const).find(is) ?? 'done'
  const isOffline = known.some((one) => one.isOffline)
  const stopped = known.find((one) => one.phase === 'stopped')
  return {
    ...{ phase, sent: up + sum('sent'), size: up + sum('size'), speed: sum('speed'), isOffline },
    ...{ failedStep: stopped?.failedStep, partsUp: [] },
  }
}
