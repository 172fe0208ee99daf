import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Transfer } from '#src/studio/file-transfer/sending.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import { standingOf } from './standing.shared.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const file = (upload_id: string, size: number, completed = false) => ({
  ...{ upload_id, role: 'asset' as const, file_name: 'a.mp4', size, md5: '', completed },
  chunks: [],
})

/** Where an upload of these files stands while this browser sends those. */
function standing(more: Partial<Upload>, transfers: Record<string, Partial<Transfer>> = {}) {
  const idle: Transfer = { phase: 'sending', sent: 0, size: 10, speed: 0, partsUp: [] }
  const upload = {
    ...{ status: 'uploading', files: [file('a', 10)], created_at: '2026-11-20T12:00:00Z' },
    ...more,
  } as Upload
  const own = Object.entries(transfers).map(([id, one]) => [id, { ...idle, ...one }] as const)
  return standingOf(upload, new Map(own), NOW)
}

test('UP-06 every state of an upload has its place in the queue', () => {
  const groupOf = (status: string) => standing({ status })?.group
  deepEqual(['queued', 'processing', 'minted'].map(groupOf), ['making', 'making', 'making'])
  deepEqual([groupOf('failed'), groupOf('done')], ['trouble', 'done'])
  equal(standing({ status: 'done', created_at: '2026-11-13T12:00:00Z' }), undefined)
})

test('UP-05 an upload that nobody sends wants its files again', () => {
  deepEqual(standing({}), { group: 'trouble', isLost: true })
  const files = [file('a', 10), file('b', 20)]
  const one = standing({ files }, { a: { phase: 'sending' } })
  deepEqual([one?.group, one?.isLost], ['trouble', true])
  equal(standing({ files: [file('a', 10, true)] })?.group, 'making')
})

test('the files of a title are one bar, in which those that are up count whole', () => {
  const files = [file('a', 100, true), file('b', 10), file('c', 20)]
  const of = (b: Partial<Transfer>, c: Partial<Transfer>) =>
    standing({ files }, { b: { size: 10, ...b }, c: { size: 20, ...c } })!
  const { group, sending } = of({ sent: 5, speed: 2 }, { phase: 'waiting' })
  deepEqual(
    [group, sending?.phase, sending?.sent, sending?.size, sending?.speed],
    ['sending', 'sending', 105, 130, 2],
  )
  equal(of({ phase: 'paused' }, { phase: 'waiting' }).sending?.phase, 'waiting')
  equal(of({ phase: 'paused' }, { phase: 'paused' }).group, 'sending')
  equal(of({ phase: 'done', sent: 10 }, { phase: 'paused' }).sending?.phase, 'paused')
  const stopped = of({ phase: 'stopped', failedStep: 'bytes' }, { phase: 'sending' })
  deepEqual([stopped.group, stopped.sending?.failedStep], ['trouble', 'bytes'])
})
