import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'
import { chunksOf, missingChunks, pauseBefore } from './chunks.shared.ts'

test('UP-03 a file of 1 GB goes up in four parts that cover it once', () => {
  const size = 1_000_000_000
  const chunks = chunksOf(size)
  equal(chunks.length, 4)
  equal(chunks[0]!.end, CHUNK_BYTES)
  equal(chunks.at(-1)!.end, size)
  for (const [i, { number, start }] of chunks.entries()) {
    equal(number, i + 1)
    equal(start, i === 0 ? 0 : chunks[i - 1]!.end)
  }
})

test('UP-05 an upload goes on with the parts that are missing or are there only half', () => {
  const there = [
    { number: 1, size: 10 },
    { number: 3, size: 4 },
  ]
  const numbers = missingChunks(25, there, 10).map(({ number }) => number)
  deepEqual(numbers, [2, 3])
  deepEqual(missingChunks(25, [...there, { number: 2, size: 10 }, { number: 3, size: 5 }], 10), [])
})

test('UP-03 tries are further and further apart, but never half a minute, and never in step', () => {
  deepEqual(
    [1, 2, 3].map((tries) => pauseBefore(tries, 1)),
    [1_000, 2_000, 4_000],
  )
  equal(pauseBefore(30, 1), 30_000)
  equal(pauseBefore(30, 0), 15_000)
  notEqual(pauseBefore(30), pauseBefore(30))
})
