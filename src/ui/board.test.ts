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
  priceOf,
} from './board.ts'
import { priceSteps } from './board-prices.ts'

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

test('a number costs what buying it costs, else what renting it costs', () => {
  deepEqual(cells.map(priceOf), [2_400, undefined, 300, undefined, 0])
  equal(priceOf({ number: 1, state: 'both', sale_price: 2_400, rent_price: 300 }), 2_400)
})

test('the prices to choose from are at most ten, from the lowest on and without the highest', () => {
  deepEqual(priceSteps([5_500, 2_400, 3_200]), [2_400, 3_200])
  deepEqual(priceSteps([2_400]), [])
  const many = Array.from({ length: 101 }, (_, i) => 1_000 + i * 10)
  const steps = priceSteps(many)
  deepEqual([steps.length, steps[0], steps[1], steps.at(-1)], [10, 1_000, 1_100, 1_900])
})

test('a chosen price stays among those to choose from after its last number is gone', () => {
  deepEqual(priceSteps([900, 2_400, 3_200], 1_200), [900, 1_200, 2_400])
  deepEqual(priceSteps([2_400], 1_200), [1_200])
  deepEqual(priceSteps([900, 2_400, 3_200], 900), [900, 2_400])
})
