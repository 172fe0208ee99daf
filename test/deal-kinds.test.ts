import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { files } from './source.ts'

/** The files that define the kinds of deal. */
const KINDS = /^src\/sales\/(deal|rental)\/|^src\/sales\/listing\/rental-/

/** Comparisons with the name of a kind of deal, and questions that only the kind may answer. */
const BRANCHES = [
  /\bdeal\s*(?:===|!==|=|<>)\s*'(?!sale' as const)/,
  /\bkind\s*(?:===|!==)\s*'(?:sale|rental)'/,
  /rental_period_seconds\s*(?:\?(?![:?])|&&|\|\||===|!==|>|<|is (?:not )?null)/,
  /\bif \(!?rental_period_seconds\b|!rental_period_seconds\b/,
  /\bis_rental\b/,
]

/** Lines that look like a branch and are none, each with its reason. */
const allowed: Record<string, RegExp> = {
  'src/sales/purchase/purchase.ts': /const isSale/, // GET /purchases lists sales, rentals have their own call
  'src/finance/transactions/entry-labels.tsx': /kind ===/, // names entries of a statement, not deals
  'src/finance/transactions/entry-dialog.tsx': /kind ===/,
  'src/finance/statement/line-labels.shared.ts': /kind ===/,
  'src/sales/listing/bulk.shared.ts': /rental_period_seconds/, // groups rental listings by their terms
}

test('no file but those of the kinds branches on the kind of deal', () => {
  const found = files
    .filter(({ path, isTest }) => !isTest && !KINDS.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .map((line, i) => ({ at: `${path}:${i + 1}`, line: line.trim() }))
        .filter(({ line }) => !/^(\*|\/\/|\/\*\*)/.test(line))
        .filter(({ line }) => BRANCHES.some((branch) => branch.test(line)))
        .filter(({ line }) => !allowed[path]?.test(line)),
    )
  deepEqual(
    found.map(({ at, line }) => `${at} ${line}`),
    [],
  )
})
