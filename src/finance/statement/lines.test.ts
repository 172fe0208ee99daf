import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { foldLines, LINES_MAX } from './lines.ts'
import type { Line } from './statement.shared.ts'

const line = (kind: Line['kind'], i: number): Line => ({
  kind,
  count: 2,
  at: new Date(i * 1_000).toISOString(),
  kid: null,
  title: `Title ${i}`,
  number: null,
  counterpart: null,
  price: 10 * i,
  fee: i,
  royalty: 0,
  withheld: 0,
  sales_change: 9 * i,
  points_change: 0,
})

test('with too many titles, those with the largest amounts keep a line and the rest share one per kind', () => {
  const sales = Array.from({ length: 150 }, (_, i) => line('sale', i + 1))
  const royalties = Array.from({ length: 100 }, (_, i) => line('royalty', i + 101))
  const all = [...sales, ...royalties]
  const lines = foldLines(all)
  const sum = (of: Line[], name: 'count' | 'price' | 'fee' | 'sales_change') =>
    of.reduce((yen, one) => yen + one[name], 0)

  ok(lines.length <= LINES_MAX)
  for (const name of ['count', 'price', 'fee', 'sales_change'] as const)
    equal(sum(lines, name), sum(all, name), name)
  const rest = lines.filter(({ title }) => title === null)
  deepEqual(
    rest.map(({ kind, count }) => [kind, count]),
    [['sale', 2 * (all.length - (LINES_MAX - 1))]],
  )
  equal(lines[0]!.title, 'Title 52')
})
