import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'
import { partsOf, missingParts, retryDelay } from './file-parts.shared.ts'

test('UP-03 CO-04 a file of 1 GB is split into four parts without gap or overlap', () => {
  const size = 1_000_000_000
  const chunks = partsOf(size)
  equal(chunks.length, 4)
  equal(chunks[0]!.end, CHUNK_BYTES)
  equal(chunks.at(-1)!.end, size)
  for (const [i, { number, start }] of chunks.entries()) {
    equal(number, i + 1)
    equal(start, i === 0 ? 0 : chunks[i - 1]!.end)
  }
})

test('UP-05 a resumed upload sends the parts that are missing or incomplete', () => {
  const stored = [
    { number: 1, size: 10 },
    { number: 3, size: 4 },
  ]
  const numbers = missingParts(25, stored, 10).map(({ number }) => number)
  deepEqual(numbers, [2, 3])
  deepEqual(missingParts(25, [...stored, { number: 2, size: 10 }, { number: 3, size: 5 }], 10), [])
})

test('UP-03 retry delays grow up to thirty seconds and differ by chance', () => {
  deepEqual(
    [1, 2, 3].map((tries) => retryDelay(tries, 1)),
    [1_000, 2_000, 4_000],
  )
  equal(retryDelay(30, 1), 30_000)
  equal(retryDelay(30, 0), 15_000)
  notEqual(retryDelay(30), retryDelay(30))
})
