import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { type Random, seededRandom } from '../../../test/random.ts'
import { type Copy, findRings, type Person, type Ring, type Title, type Wish } from './search.ts'

/** Makes people who each have some copies of few titles and want others. */
function randomMarket(random: Random, size: number): Wish[] {
  const titles = Array.from({ length: size }, (): Title => ({ copies: [], wanted: [] }))
  const people = Array.from({ length: size }, (_, i): Person => ({
    id: `p${i}`,
    copies: [],
    wishes: [],
  }))
  const copies: Copy[] = []
  for (const owner of people)
    for (let n = random(3); n >= 0; n--) {
      const title = titles[random(titles.length)]!
      const id = `c${copies.length}`
      const copy: Copy = { id, listing_id: id, owner, title, wanted: [], taken: false }
      owner.copies.push(copy)
      title.copies.push(copy)
      copies.push(copy)
    }
  const wishes: Wish[] = []
  for (let n = 0; n < 2 * size; n++) {
    const person = people[random(people.length)]!
    const copy = random(2) ? copies[random(copies.length)]! : undefined
    const title = copy?.title ?? titles[random(titles.length)]!
    if (person.copies.some((own) => (copy ? own === copy : own.title === title))) continue
    const is_full = random(5) === 0
    const wish: Wish = { id: `w${n}`, person, title, copy, is_full, taken: false }
    wishes.push(wish)
    person.wishes.push(wish)
    if (copy) copy.wanted.push(wish)
    else title.wanted.push(wish)
  }
  return wishes
}

const fits = ({ copy, title }: Wish, one: Copy) => (copy ? one === copy : one.title === title)

/** Finds all rings among what is still free, by trying everything. */
function allRings(wishes: readonly Wish[]): number {
  const free = wishes.filter(({ taken }) => !taken)
  const edges = free.flatMap((wish) =>
    [...new Set(free.map(({ person }) => person))].flatMap((owner) =>
      owner.copies
        .filter((copy) => !copy.taken && owner !== wish.person && fits(wish, copy))
        .map((gets) => ({ wish, gets })),
    ),
  )
  let n = 0
  const may = (wish: Wish, gives: Copy, gets: Copy) => !wish.is_full || gives.title === gets.title
  for (const a of edges)
    for (const b of edges) {
      if (a.gets.owner !== b.wish.person) continue
      if (b.gets.owner === a.wish.person)
        if (may(a.wish, b.gets, a.gets) && may(b.wish, a.gets, b.gets)) n++
      for (const c of edges) {
        if (b.gets.owner !== c.wish.person || c.gets.owner !== a.wish.person) continue
        if (a.wish.person === c.wish.person) continue
        if (
          may(a.wish, c.gets, a.gets) &&
          may(b.wish, a.gets, b.gets) &&
          may(c.wish, b.gets, c.gets)
        )
          n++
      }
    }
  return n
}

function run(
  wishes: Wish[],
  isBarred: (ring: Ring) => boolean = () => false,
  stepsMax = 100_000,
): Ring[] {
  return [...findRings(wishes, { isBarred, stepsMax, turn: 0 })].filter(
    (ring) => ring !== undefined,
  )
}

test('every ring found closes, uses a copy and a wish once, and no ring is left over', () => {
  let [pairs, triples] = [0, 0]
  for (let seed = 0; seed < 300; seed++) {
    const wishes = randomMarket(seededRandom(seed), 3 + (seed % 8))
    const rings = run(wishes)
    for (const ring of rings) {
      for (const [i, { wish, gives, gets }] of ring.entries()) {
        equal(gives.owner, wish.person)
        ok(fits(wish, gets))
        equal(ring[(i + 1) % ring.length]!.gets, gives)
        ok(!wish.is_full || gives.title === gets.title)
      }
      equal(new Set(ring.map(({ wish }) => wish.person)).size, ring.length)
      if (ring.length === 2) pairs++
      else triples++
    }
    const parts = rings.flat()
    equal(new Set(parts.map(({ gives }) => gives)).size, parts.length)
    equal(new Set(parts.map(({ wish }) => wish)).size, parts.length)
    equal(allRings(wishes), 0, `seed ${seed}`)
  }
  ok(pairs > 20 && triples > 20, `${pairs} pairs, ${triples} triples`)
})

test('a barred ring is left out, and another one is found instead', () => {
  const wishes = randomMarket(seededRandom(4), 10)
  const [first] = run(wishes)
  const again = randomMarket(seededRandom(4), 10)
  const key = (ring: Ring) => ring.map(({ gives, gets }) => gives.id + gets.id).join()
  const others = run(again, (ring) => key(ring) === key(first!))
  ok(!others.some((ring) => key(ring) === key(first!)))
})

test('the search for one wish ends after its steps', () => {
  const wishes = randomMarket(seededRandom(9), 200)
  deepEqual(
    run(wishes, () => false, 1).filter((ring) => ring.length === 3),
    [],
  )
})
