/**
 * What can be done with a number, as a seat map shows it. `busy` is being bought, being prepared or
 * reserved for somebody else; `held` is in somebody's hands and not listed.
 */
export const cellStates = [
  'buy',
  'rent',
  'both',
  'held',
  'out',
  'trade',
  'busy',
  'for-you',
  'yours',
] as const
export type CellState = (typeof cellStates)[number]

export interface BoardCell {
  number: number
  state: CellState
  sale_price?: number | null
  rent_price?: number | null
}

/**
 * A cell on the wire: the state as its place in `cellStates`. Held ones are left out altogether.
 */
export type PackedCell = readonly [
  number: number,
  state: number,
  sale_price?: number | null,
  rent_price?: number | null,
]

/** An edition: its numbers run from `first` without a gap. */
export interface Edition {
  first: number
  of: number
}

export const HUNDRED = 100

/** Ten thousand numbers as about 100 kB of JSON: what is not said is held. */
export const packCells = (cells: readonly BoardCell[]): PackedCell[] =>
  cells
    .filter(({ state }) => state !== 'held')
    .map(({ number, state, sale_price, rent_price }) => {
      const place = cellStates.indexOf(state)
      if (rent_price != null) return [number, place, sale_price ?? null, rent_price]
      return sale_price == null ? [number, place] : [number, place, sale_price]
    })

export const unpackCells = (packed: readonly PackedCell[]): BoardCell[] =>
  packed.map(([number, place, sale_price, rent_price]) => ({
    number,
    state: cellStates[place] ?? 'held',
    sale_price,
    rent_price,
  }))

/** "Available" means: to be had now by the reader, for money, for a while, or because it waits. */
export const isAvailable = ({ state }: BoardCell) =>
  state === 'buy' || state === 'rent' || state === 'both' || state === 'for-you'

/** Among these, those to buy: for sale to everybody or to the reader. */
export const isForSale = ({ state, sale_price }: BoardCell) =>
  state === 'buy' || state === 'both' || (state === 'for-you' && sale_price != null)

/** And those to rent. */
export const isForRent = ({ state, rent_price }: BoardCell) =>
  rent_price != null && (state === 'rent' || state === 'both' || state === 'for-you')

export const lastOf = ({ first, of }: Edition) => first + of - 1

/** How a board of this size is drawn. */
export function layoutOf({ of }: Edition): 'small' | 'large' | 'maps' | 'fields' {
  if (of <= 10) return 'small'
  if (of <= 100) return 'large'
  return of <= 1_000 ? 'maps' : 'fields'
}

export interface Hundred {
  from: number
  to: number
}

/** 1–100, 101–200 …: a number is found by its digits, wherever the edition begins. */
export function hundredsOf(edition: Edition): Hundred[] {
  const last = lastOf(edition)
  const begin = hundredOf(edition.first)
  const hundreds = hundredOf(last) - begin + 1
  return Array.from({ length: hundreds }, (_, i) => ({
    from: Math.max(edition.first, (begin + i) * HUNDRED + 1),
    to: Math.min(last, (begin + i + 1) * HUNDRED),
  }))
}

const hundredOf = (number: number) => Math.floor((number - 1) / HUNDRED)

/** All numbers of a range with what is known of them; the unknown ones are held. */
export function cellsIn({ from, to }: Hundred, known: ReadonlyMap<number, BoardCell>): BoardCell[] {
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const number = from + i
    return known.get(number) ?? { number, state: 'held' }
  })
}

/** The nearest number that can be had before or after one, for the ticket's two arrows. */
export function nextAvailable(
  cells: readonly BoardCell[],
  from: number,
  step: 1 | -1,
): number | undefined {
  const numbers = cells.filter(isAvailable).map(({ number }) => number)
  const beyond = numbers.filter((number) => (number - from) * step > 0)
  return beyond.length ? beyond.reduce((a, b) => ((a - b) * step < 0 ? a : b)) : undefined
}

/**
 * Where a key leads in a board of so many columns: an index within `count`, or `undefined` for a
 * key that is not the board's. Left and right are those of the screen; boards run left to right.
 */
export function moveFocus(
  key: string,
  at: number,
  { columns, count }: { columns: number; count: number },
): number | undefined {
  const rowStart = at - (at % columns)
  const goals: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: rowStart,
    End: rowStart + columns - 1,
    PageDown: at + 5 * columns,
    PageUp: at - 5 * columns,
  }
  const goal = goals[key]
  if (goal === undefined) return undefined
  return Math.max(0, Math.min(count - 1, goal))
}
