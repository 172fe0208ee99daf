import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { files } from './source.ts'

/** The files that define the kinds of deal. */
const KINDS = /^src\/sales\/(deal|rental|free-rental)\/|^src\/sales\/listing\/rental-/

/**
 * Comparisons with the name of a kind of deal, in code, in SQL and in the query builder, and questions
 * that only the kind may answer.
 */
const BRANCHES = [
  /\bdeal\s*(?:===|!==|=|<>)\s*'(?!sale' as const)/,
  /(?:===|!==|<>|\s=)\s*'(?:sale|rental)'(?! as const)/,
  /\bin \((?:'\w+', )*'(?:sale|rental)'/,
  /'(?:=|<>|in|not in)', \[?'(?:sale|rental)'/,
  /\? '(?:sale|rental)' : '/,
  /rental_period_seconds\s*(?:\?(?![:?])|&&|\|\||===|!==|>|<|is (?:not )?null)/,
  /\bif \(!?rental_period_seconds\b|!rental_period_seconds\b/,
  /\bis_rental\b/,
]

/** Lines that look like a branch and are none, each with its reason. */
const allowed: Record<string, RegExp> = {
  'src/sales/purchase/purchase.ts': /const isSale/, // GET /purchases lists sales, rentals have their own call
  'src/sales/draw/lots.ts': /listing\.kind = 'sale'/, // a draw sells copies, as its order says
  'src/finance/transactions/entry-labels.tsx': /kind ===/, // names entries of a statement, not deals
  'src/finance/transactions/entry-dialog.tsx': /kind ===/,
  'src/finance/statement/line-labels.shared.ts': /kind ===/,
  'src/finance/reconciliation/invariants.ts': /filter \(where status = 'open'/, // counts as columns are named
  'src/sales/listing/rent-out-dialog.tsx': /others\.length/, // a copy that is not listed has no terms
  // The catalogue stands above sales. It shows counts and prices of both kinds by the names of its fields.
  'src/catalog/asset/asset-rows.ts':
    /filter \(where kind|offer\.(sale|rental) > 0|listing\.kind = 'rental'|and kind = 'sale' and/,
  'src/catalog/asset/asset.ts': /'listing\.kind', 'in'/,
  'src/catalog/serial/serial.ts': /when listing\.kind|case when event\.kind/,
  'src/catalog/follow/follow.ts': /and kind = 'sale' and/,
  'src/catalog/follow/news.ts': /listing\.kind = 'sale' and/,
  // Media stands above sales, too. It asks by the kind of a listing whether the copy stays with its owner.
  'src/catalog/serial/busy.ts': /listing\.kind in \('sale', 'rental', 'free_rental'\)/,
  'src/media/screening/open.ts': /listing\.kind not in \('sale', 'trade'\)/,
  'src/catalog/brand/brand-page.tsx': /\btab ===/, // a brand's addresses: all, sale and rental
}

const branches = files
  .filter(({ path, isTest }) => !isTest && !KINDS.test(path))
  .flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, i) => ({ path, at: `${path}:${i + 1}`, line: line.trim() }))
      .filter(({ line }) => !/^(\*|\/\/|\/\*\*)/.test(line))
      .filter(({ line }) => BRANCHES.some((branch) => branch.test(line))),
  )

test('no file but those of the kinds branches on the kind of deal', () => {
  const found = branches.filter(({ path, line }) => !allowed[path]?.test(line))
  deepEqual(
    found.map(({ at, line }) => `${at} ${line}`),
    [],
  )
})

test('each exception to that rule is still needed', () => {
  for (const [path, reason] of Object.entries(allowed))
    ok(
      branches.some((branch) => branch.path === path && reason.test(branch.line)),
      path,
    )
})
