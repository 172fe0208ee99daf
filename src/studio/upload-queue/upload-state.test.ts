import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Transfer } from '#src/studio/file-transfer/transfers.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import { uploadStateOf } from './upload-state.shared.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const file = (upload_id: string, size: number, completed = false) => ({
  upload_id,
  role: 'asset' as const,
  file_name: 'a.mp4',
  size,
  md5: '',
  completed,
  chunks: [],
})

/** Returns the state of an upload with `changes`, while this browser runs `transfers`. */
function state(changes: Partial<Upload>, transfers: Record<string, Partial<Transfer>> = {}) {
  const initial: Transfer = { phase: 'running', sent: 0, size: 10, speed: 0, storedParts: [] }
  const upload = {
    status: 'uploading',
    files: [file('a', 10)],
    created_at: '2026-11-20T12:00:00Z',
    ...changes,
  } as Upload
  const own = Object.entries(transfers).map(([id, one]) => [id, { ...initial, ...one }] as const)
  return uploadStateOf(upload, new Map(own), NOW)
}

test('UP-06 every state of an upload belongs to a section of the queue', () => {
  const groupOf = (status: string) => state({ status })?.group
  deepEqual(['queued', 'processing', 'minted'].map(groupOf), [
    'processing',
    'processing',
    'processing',
  ])
  deepEqual([groupOf('failed'), groupOf('done')], ['attention', 'done'])
  equal(state({ status: 'done', created_at: '2026-11-13T12:00:00Z' }), undefined)
})

test('UP-05 an upload without running transfers asks for its files again', () => {
  deepEqual(state({}), { group: 'attention', needsFiles: true })
  const files = [file('a', 10), file('b', 20)]
  const one = state({ files }, { a: { phase: 'running' } })
  deepEqual([one?.group, one?.needsFiles], ['attention', true])
  equal(state({ files: [file('a', 10, true)] })?.group, 'processing')
})

test('the files of a title share one progress bar, in which completed files count fully', () => {
  const files = [file('a', 100, true), file('b', 10), file('c', 20)]
  const combined = (b: Partial<Transfer>, c: Partial<Transfer>) =>
    state({ files }, { b: { size: 10, ...b }, c: { size: 20, ...c } })!
  const { group, transfer } = combined({ sent: 5, speed: 2 }, { phase: 'waiting' })
  deepEqual(
    [group, transfer?.phase, transfer?.sent, transfer?.size, transfer?.speed],
    ['uploading', 'running', 105, 130, 2],
  )
  equal(combined({ phase: 'paused' }, { phase: 'waiting' }).transfer?.phase, 'waiting')
  equal(combined({ phase: 'paused' }, { phase: 'paused' }).group, 'uploading')
  equal(combined({ phase: 'done', sent: 10 }, { phase: 'paused' }).transfer?.phase, 'paused')
  const stopped = combined({ phase: 'stopped', failedStep: 'bytes' }, { phase: 'running' })
  deepEqual([stopped.group, stopped.transfer?.failedStep], ['attention', 'bytes'])
})
