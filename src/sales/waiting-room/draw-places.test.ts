import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { drawPlaces, hashOfEntries } from './draw-places.shared.ts'

const seedOf = () => randomBytes(32).toString('hex')
const many = (count: number) => Array.from({ length: count }, () => randomUUID() as string)

test('a draw of places follows its documented algorithm in whatever order the entries come', async () => {
  const entries = many(50)
  const seed = seedOf()
  const hash = createHash('sha256').update(entries.toSorted().join('\n')).digest('hex')
  const keyOf = (id: string) => createHmac('sha256', seed).update(`${hash}:${id}`).digest('hex')
  const byHand = entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

  equal(await hashOfEntries(entries), hash)
  deepEqual(await drawPlaces({ seed, entries }), byHand)
  deepEqual(await drawPlaces({ seed, entries: entries.toReversed() }), byHand)
})

test('no place can be known before everybody has joined', async () => {
  const entries = many(500)
  const seed = seedOf()
  const without = await drawPlaces({ seed, entries: entries.slice(1) })
  const [, ...rest] = entries
  const among = (await drawPlaces({ seed, entries })).filter((id) => rest.includes(id))
  const kept = among.filter((id, place) => id === without[place]).length
  ok(kept < 12, `${kept} of 499 keep their place`) // by chance one does; twelve in one of a billion draws
})

test('over 200 seeds each of 500 people gets every tenth of the places equally often', async () => {
  const entries = Array.from({ length: 500 }, (_, i) => `entry ${i}`)
  const tenths = entries.length / 10
  const draws = 200
  const seen = new Map<string, number>()
  for (let i = 0; i < draws; i++) {
    const seed = createHash('sha256').update(`seed ${i}`).digest('hex')
    for (const [place, id] of (await drawPlaces({ seed, entries })).entries()) {
      const cell = `${id} ${Math.floor(place / tenths)}`
      seen.set(cell, (seen.get(cell) ?? 0) + 1)
    }
  }
  const expected = draws / 10
  const cells = entries.flatMap((id) =>
    Array.from({ length: 10 }, (_, tenth) => seen.get(`${id} ${tenth}`) ?? 0),
  )
  const chiSquare = cells.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
  // 499 × 9 = 4,491 degrees of freedom: 99.9 % of all trials lie between 4,185 and 4,807.
  ok(chiSquare > 4_185 && chiSquare < 4_807, String(chiSquare))
})
