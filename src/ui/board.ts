/**
 * The states of a number on the board, from the reader's view. `busy` is being bought, being
 * prepared or reserved for other people; `held` belongs to a holder who does not offer it.
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
  /** Offered for sale by an owner who is not the creator. */
  is_resale?: boolean
  /** Busy only until its offer is open, which its owner has just made or changed. */
  is_preparing?: boolean
}

/** An edition of `of` copies, numbered from `first` without gaps. */
export interface Edition {
  first: number
  of: number
}

export const HUNDRED = 100

/** Tells if the reader can take the copy now: buy it, rent it, or claim it as reserved for them. */
export const isAvailable = ({ state }: BoardCell) =>
  state === 'buy' || state === 'rent' || state === 'both' || state === 'for-you'

/** Returns the price that a cell shows: that of buying the copy, else that of renting it. */
export const priceOf = ({ sale_price, rent_price }: BoardCell) => sale_price ?? rent_price

export const lastOf = ({ first, of }: Edition) => first + of - 1

/** Returns the layout of a board by the size of its edition. */
export function layoutOf({ of }: Edition): 'small' | 'large' | 'maps' | 'fields' {
  if (of <= 10) return 'small'
  if (of <= 100) return 'large'
  return of <= 1_000 ? 'maps' : 'fields'
}

export interface Hundred {
  from: number
  to: number
}

/** Splits an edition at 100, 200 …, so that a number's hundred follows from its digits. */
export function hundredsOf(edition: Edition): Hundred[] {
  const last = lastOf(edition)
  const start = hundredOf(edition.first)
  const hundreds = hundredOf(last) - start + 1
  return Array.from({ length: hundreds }, (_, i) => ({
    from: Math.max(edition.first, (start + i) * HUNDRED + 1),
    to: Math.min(last, (start + i + 1) * HUNDRED),
  }))
}

const hundredOf = (number: number) => Math.floor((number - 1) / HUNDRED)

/** Returns a cell for every number of a range; unknown numbers are held. */
export function cellsIn({ from, to }: Hundred, known: ReadonlyMap<number, BoardCell>): BoardCell[] {
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const number = from + i
    return known.get(number) ?? { number, state: 'held' }
  })
}

/** Returns the nearest available number before or after one, for the ticket's arrows. */
export function nextAvailable(
  cells: readonly BoardCell[],
  from: number,
  step: 1 | -1,
): number | undefined {
  const numbers = cells.filter(isAvailable).map(({ number }) => number)
  const beyond = numbers.filter((number) => (number - from) * step > 0)
  return beyond.toSorted((a, b) => (a - b) * step)[0]
}

/**
 * Returns the index to which a key moves the focus, within `count`, or `undefined` for other keys.
 * Left and right are those of the screen, as boards always run from left to right.
 */
export function moveFocus(
  key: string,
  at: number,
  { columns, count }: { columns: number; count: number },
): number | undefined {
  const rowStart = at - (at % columns)
  const goals = new Map(
    Object.entries({
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + columns,
      ArrowUp: at - columns,
      Home: rowStart,
      End: rowStart + columns - 1,
      PageDown: at + 5 * columns,
      PageUp: at - 5 * columns,
    }),
  )
  const goal = goals.get(key)
  if (goal === undefined) return undefined
  return Math.max(0, Math.min(count - 1, goal))
}
