/** A person who wants something and has copies open to trade. */
export interface Person {
  id: string
  copies: Copy[]
  wishes: Wish[]
}
export interface Title {
  copies: Copy[]
  /** The wishes for any number, longest waiting first. */
  wanted: Wish[]
}
/** A copy that is open to trade. */
export interface Copy {
  id: string
  listing_id: string
  owner: Person
  title: Title
  /** The wishes for this number, longest waiting first. */
  wanted: Wish[]
  taken: boolean
}
/** A wish for any number of a title or, with `copy`, for one. */
export interface Wish {
  id: string
  person: Person
  title: Title
  copy: Copy | undefined
  /** True if the person may get a copy of the title only for another of it. */
  is_full: boolean
  taken: boolean
}

/** A person's part of a ring: they give `gives` to the next person, who gets it for `next.wish`. */
export interface Part {
  wish: Wish
  gives: Copy
  gets: Copy
}
export type Ring = readonly Part[]

interface Options {
  /** Returns true if the ring may not be proposed. */
  isBarred: (ring: Ring) => boolean
  /** The most comparisons for one wish. A search that is cut short begins elsewhere with the next `turn`. */
  stepsMax: number
  turn: number
}

/**
 * Finds rings of two or three people, each of whom wants the copy that the person before gives. Takes
 * the wishes in the given order, longest waiting first, and uses each copy and wish at most once.
 * Prefers two people to three. Yields `undefined` between wishes, so that the caller can pause.
 */
export function* findRings(wishes: readonly Wish[], options: Options): Generator<Ring | undefined> {
  for (const wish of wishes) {
    yield undefined
    if (wish.taken) continue
    const ring = findRing(wish, options)
    if (!ring) continue
    for (const { gives, wish: fulfilled } of ring) gives.taken = fulfilled.taken = true
    yield ring
  }
}

/** Finds a ring that fulfils a wish: first of two people, then of three. */
function findRing(wish: Wish, search: Options): Ring | undefined {
  const budget = { left: search.stepsMax }
  const takers = takersOf(wish.person, search, budget)
  return findPair(wish, takers, search, budget) ?? findTriple(wish, takers, search, budget)
}

interface Budget {
  left: number
}
/** The wishes of each person that one of someone's copies would fulfil, with that copy. */
type Takers = Map<Person, { wish: Wish; gets: Copy }[]>

/** Collects who wants one of a person's copies. */
function takersOf(person: Person, search: Options, budget: Budget): Takers {
  const takers: Takers = new Map()
  for (const copy of person.copies) {
    if (copy.taken) continue
    for (const wish of [...turned(copy.wanted, search), ...turned(copy.title.wanted, search)]) {
      if (budget.left-- <= 0) return takers
      if (wish.taken || wish.person === person) continue
      const list = takers.get(wish.person)
      if (list) list.push({ wish, gets: copy })
      else takers.set(wish.person, [{ wish, gets: copy }])
    }
  }
  return takers
}

/** Finds someone who wants a copy of the person's and has what the person wants. */
function findPair(
  wish: Wish,
  takers: Takers,
  { isBarred }: Options,
  budget: Budget,
): Ring | undefined {
  for (const [other, wanted] of takers)
    for (const gets of matchesOf(wish, other)) {
      for (const { wish: theirs, gets: given } of wanted) {
        if (budget.left-- <= 0) return undefined
        const ring = [
          { wish, gives: given, gets },
          { wish: theirs, gives: gets, gets: given },
        ]
        if (isAllowed(ring, isBarred)) return ring
      }
    }
  return undefined
}

/**
 * Finds an owner of what the person wants, who wants a copy of a third person, who wants a copy of the
 * first one.
 */
function findTriple(wish: Wish, takers: Takers, search: Options, budget: Budget): Ring | undefined {
  const wanted = wish.copy ? [wish.copy] : turned(wish.title.copies, search)
  for (const gets of wanted) {
    const { owner } = gets
    if (gets.taken || owner === wish.person) continue
    for (const second of owner.wishes) {
      if (second.taken) continue
      for (const their of second.copy ? [second.copy] : turned(second.title.copies, search)) {
        if (budget.left-- <= 0) return undefined
        if (their.taken || their.owner === owner) continue
        const ring = closed({ wish, gets }, { wish: second, gets: their }, takers, search)
        if (ring) return ring
      }
    }
  }
  return undefined
}

type Half = Pick<Part, 'wish' | 'gets'>

/** Closes a ring of three: the owner of what the second person wants wants a copy of the first. */
function closed(
  first: Half,
  second: Half,
  takers: Takers,
  { isBarred }: Options,
): Ring | undefined {
  for (const { wish: third, gets: given } of takers.get(second.gets.owner) ?? []) {
    // In the order in which they give: the first to the third, who gives to the second.
    const ring = [
      { wish: first.wish, gives: given, gets: first.gets },
      { wish: third, gives: second.gets, gets: given },
      { wish: second.wish, gives: first.gets, gets: second.gets },
    ]
    if (isAllowed(ring, isBarred)) return ring
  }
  return undefined
}

/** Returns the copies of an owner that fulfil a wish. */
const matchesOf = ({ copy, title }: Wish, owner: Person) =>
  owner.copies.filter((one) => !one.taken && (copy ? one === copy : one.title === title))

const isAllowed = (ring: Ring, isBarred: Options['isBarred']) =>
  ring.every(({ wish, gives, gets }) => !wish.is_full || gives.title === gets.title) &&
  !isBarred(ring)

/** Returns a list from another place with each turn. Short lists stay in order. */
function turned<T>(list: readonly T[], { turn, stepsMax }: Options): readonly T[] {
  if (list.length <= stepsMax / 10) return list
  const from = (turn * Math.ceil(stepsMax / 10)) % list.length
  return [...list.slice(from, from + stepsMax), ...list.slice(0, from)].slice(0, stepsMax)
}
