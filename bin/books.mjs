// Operator's command that shows the state of the books; exits with 1 if something differs. Runs
// beside a running server, with the same environment.
import { postExternalRefund } from '../src/finance/reconciliation/external-refund.ts'
import { differs } from '../src/finance/reconciliation/checks.ts'
import { checkBooks } from '../src/finance/reconciliation/self-check.ts'
import { reconcileBooks } from '../src/finance/reconciliation/reconcile.ts'
import { stateOfBooks } from '../src/finance/reconciliation/state.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/core/database/db.ts'
import { enqueue } from '../src/core/jobs.ts'
import { openDatabase } from '../src/database.ts'

const USAGE = `npm run books                     shows the state of the books
npm run books -- check            has a worker check them and compare them with the card provider now
npm run books -- bear PURCHASE    posts a refund made on the provider's dashboard at the platform's expense,
                                  or takes it back if the card's bank returned it`
const ROWS_SHOWN = 10

const [verb, purchase, ...rest] = process.argv.slice(2)
const isValid = verb === 'bear' ? purchase : (!verb || verb === 'check') && !purchase
if (rest.length > 0 || !isValid) {
  console.error(USAGE)
  process.exit(2)
}

const database = await openDatabase(readConfig(process.env), () => {})
const { db, pool } = connect(database.directUrl, 1)
try {
  if (verb === 'check') await enqueueChecks()
  else if (verb === 'bear')
    console.log(`posted: ${await postExternalRefund(db, purchase, () => database.clock.now())} yen`)
  else await show()
} finally {
  await pool.end()
  await database.close()
}

async function enqueueChecks() {
  await enqueue(db, checkBooks, { at_once: true })
  await enqueue(db, reconcileBooks, { at_once: true })
  console.log('The checks are queued for a worker: npm run books shows their results.')
}

async function show() {
  const { sentences, sums, checks, held, inOrder } = await stateOfBooks(db)
  for (const { sentence, rows } of sentences) {
    console.log(`${rows.length === 0 ? 'ok      ' : 'BROKEN  '}${sentence}`)
    printRows(rows)
  }
  console.log('')
  printSums('ledger', ['accounts', 'yen', 'stored'])
  for (const { owner, kind, accounts, moved, stored } of sums)
    printSums(`${owner} ${kind}`, [accounts, moved, stored])
  console.log('')
  for (const check of checks) printCheck(check)
  if (checks.length === 0) console.log('no checks yet')
  console.log(held ? 'payouts are held' : 'payouts are not held')
  process.exitCode = inOrder ? 0 : 1
}

function printCheck({ kind, checked_at, period_to, differences }) {
  const state = differs({ differences }) ? 'BROKEN  ' : 'ok      '
  const against = kind === 'card' ? `against the card provider, up to ${period_to}` : 'internal'
  console.log(`${state}${checked_at}, ${against}`)
  for (const { sentence, rows } of differences) {
    console.log(`        ${sentence}`)
    printRows(rows)
  }
}

function printRows(rows) {
  for (const row of rows.slice(0, ROWS_SHOWN)) console.log(`        ${JSON.stringify(row)}`)
  const more = rows.length - ROWS_SHOWN
  if (more > 0) console.log(`        and ${more} more`)
}

function printSums(title, columns) {
  const cells = columns.map((cell) => (cell ?? '-').toLocaleString('en').padStart(18))
  console.log(title.padEnd(20) + cells.join(''))
}
