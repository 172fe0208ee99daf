import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BoardCell,
  cellsIn,
  hundredsOf,
  isAvailable,
  layoutOf,
  moveFocus,
  nextAvailable,
  packCells,
  unpackCells,
} from './board.ts'
import { isSpecial, padNumber } from './numbering.ts'

test('special numbers are the first, the last, repdigits and palindromes of three digits', () => {
  const special = (of: number) =>
    Array.from({ length: of }, (_, i) => i + 1).filter((number) => isSpecial(number, 1, of))
  deepEqual(special(10), [1, 10])
  deepEqual(special(100), [1, 11, 22, 33, 44, 55, 66, 77, 88, 99, 100])
  deepEqual(
    special(131).filter((number) => number > 99),
    [101, 111, 121, 131],
  )
  equal(isSpecial(777, 1, 999), true)
  equal(isSpecial(1221, 1, 5000), true)
  equal(isSpecial(1212, 1, 5000), false)
  equal(isSpecial(103, 103, 112), true)
})

test('numbers are padded to the digits of the edition', () => {
  equal(padNumber(7, 100), '007')
  equal(padNumber(808, 1000), '0808')
  equal(padNumber(9, 9), '9')
})

test('the layout of a board depends on the size of its edition', () => {
  const layouts = [1, 10, 11, 100, 101, 1_000, 1_001].map((of) => layoutOf({ first: 1, of }))
  deepEqual(layouts, ['small', 'small', 'large', 'large', 'maps', 'maps', 'fields'])
})

test('hundreds begin at 1, 101, 201, independent of the first number of the edition', () => {
  deepEqual(hundredsOf({ first: 1, of: 100 }), [{ from: 1, to: 100 }])
  deepEqual(hundredsOf({ first: 1, of: 250 }).at(-1), { from: 201, to: 250 })
  deepEqual(hundredsOf({ first: 96, of: 10 }), [
    { from: 96, to: 100 },
    { from: 101, to: 105 },
  ])
  equal(hundredsOf({ first: 1, of: 10_000 }).length, 100)
})

const cells: BoardCell[] = [
  { number: 2, state: 'buy', sale_price: 2_400 },
  { number: 3, state: 'held' },
  { number: 5, state: 'rent', rent_price: 300 },
  { number: 8, state: 'busy' },
  { number: 9, state: 'for-you', sale_price: 0 },
]

test('previous and next skip unavailable numbers and stop at both ends', () => {
  equal(nextAvailable(cells, 2, 1), 5)
  equal(nextAvailable(cells, 5, 1), 9)
  equal(nextAvailable(cells, 9, 1), undefined)
  equal(nextAvailable(cells, 8, -1), 5)
  equal(nextAvailable(cells, 2, -1), undefined)
  deepEqual(
    cells.filter(isAvailable).map(({ number }) => number),
    [2, 5, 9],
  )
})

test('an unknown number counts as held', () => {
  const known = new Map(cells.map((cell) => [cell.number, cell]))
  const states = cellsIn({ from: 1, to: 4 }, known).map(({ state }) => state)
  deepEqual(states, ['held', 'buy', 'held', 'held'])
})

test('packing and unpacking keeps all cells but the held ones', () => {
  const factsOf = (list: BoardCell[]) =>
    list.map(({ number, state, sale_price, rent_price }) => [
      number,
      state,
      sale_price ?? null,
      rent_price ?? null,
    ])
  deepEqual(
    factsOf(unpackCells(packCells(cells))),
    factsOf(cells.filter(({ state }) => state !== 'held')),
  )
})

test('an edition of ten thousand copies on sale packs into less than 200 kB', () => {
  const all = Array.from({ length: 10_000 }, (_, i): BoardCell => {
    return { number: i + 1, state: 'both', sale_price: 12_000, rent_price: 300 }
  })
  equal(JSON.stringify(packCells(all)).length < 200_000, true)
})

test('keys move the focus within the board and never out of it', () => {
  const board = { columns: 10, count: 95 }
  const table: [key: string, at: number, to: number | undefined][] = [
    ['ArrowRight', 9, 10],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 12, 22],
    ['ArrowUp', 3, 0],
    ['Home', 37, 30],
    ['End', 37, 39],
    ['End', 92, 94],
    ['PageDown', 12, 62],
    ['PageDown', 80, 94],
    ['PageUp', 94, 44],
    ['Tab', 5, undefined],
  ]
  for (const [key, at, to] of table) equal(moveFocus(key, at, board), to, `${key} at ${at}`)
})
