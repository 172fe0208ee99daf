import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { commitmentOf } from '#src/sales/commitment/commitment.shared.ts'
import { formatRanges, parseRanges } from '#src/catalog/asset/ranges.shared.ts'
import { drawCopies, type Lot } from './draw-copies.shared.ts'

const seed = 'ab'.repeat(32)
const lot = (kid: string, numbers: string, at_most: number | null = null): Lot => ({
  kid,
  numbers,
  at_most,
})

test('numbers are formatted as ranges and parsed back', () => {
  equal(formatRanges([1, 2, 3, 7, 9, 10]), '1-3,7,9-10')
  for (const numbers of [[], [5], [1, 2], [1, 3, 5], [101, 102, 103, 200]])
    deepEqual(parseRanges(formatRanges(numbers)), numbers)
})

test('the commitment is the SHA-256 of the seed’s digits', async () => {
  equal(await commitmentOf(seed), createHash('sha256').update(seed).digest('hex'))
})

test('a draw repeats with the same seeds, differs with others, and picks no copy twice', async () => {
  const lots = [lot('a', '1-30'), lot('b', '1-5,9')]
  const draw = { seed, client_seed: 'mine', lots, copies: 10 }
  const drawn = await drawCopies(draw)
  deepEqual(await drawCopies(draw), drawn)
  notDeepEqual(await drawCopies({ ...draw, client_seed: 'yours' }), drawn)
  notDeepEqual(await drawCopies({ ...draw, seed: 'cd'.repeat(32) }), drawn)
  equal(new Set(drawn.map(({ kid, number }) => `${kid} ${number}`)).size, 10)
  deepEqual(await drawCopies({ ...draw, copies: 4 }), drawn.slice(0, 4))
})

test('a lot gives no more copies than the buyer may have, and a pool no more than it holds', async () => {
  const lots = [lot('a', '1-50', 2), lot('b', '1-3')]
  const drawn = await drawCopies({ seed, client_seed: 'x', lots, copies: 10 })
  equal(drawn.filter(({ kid }) => kid === 'a').length, 2)
  equal(drawn.filter(({ kid }) => kid === 'b').length, 3)
})

test('a sold copy is skipped and the rest of the draw stays the same', async () => {
  const draw = { seed, client_seed: 'mine', copies: 6 }
  const before = await drawCopies({ ...draw, lots: [{ ...lot('a', '1-30'), all: '1-30' }] })
  const gone = [before[0]!.number, before[3]!.number]
  const numbers = formatRanges(parseRanges('1-30').filter((number) => !gone.includes(number)))
  const after = await drawCopies({ ...draw, lots: [{ ...lot('a', numbers), all: '1-30' }] })
  deepEqual(
    after.slice(0, 4),
    [1, 2, 4, 5].map((i) => before[i]),
  )
  equal(after.length, 6)
})

/** Returns the 99.9 % point of the chi-square distribution (Wilson and Hilferty, 1931). */
const limitOf = (degrees: number) =>
  degrees * (1 - 2 / (9 * degrees) + 3.0902 * Math.sqrt(2 / (9 * degrees))) ** 3

test('BR-09 a hundred thousand draws of three are uniform over copies and places', async () => {
  const [copies, rounds] = [20, 100_000]
  const lots = [lot('a', '1-12'), lot('b', '1-8')]
  const counts = Array.from({ length: 3 }, () => new Array<number>(copies).fill(0))
  for (let i = 0; i < rounds; i++) {
    const drawn = await drawCopies({ seed, client_seed: String(i), lots, copies: 3 })
    for (const [place, { kid, number }] of drawn.entries())
      counts[place]![kid === 'a' ? number - 1 : 11 + number]!++
  }
  const expected = rounds / copies
  for (const [place, seen] of counts.entries()) {
    const chi = seen.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    ok(chi < limitOf(copies - 1), `place ${place}: ${chi}`)
  }
})
