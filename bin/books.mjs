// Operator's command: where the books stand; exit code 1 where something differs. It is made to run
// beside a server that runs, on the same environment.
import { postExternalRefund } from '../src/finance/reconciliation/external-refund.ts'
import { differs } from '../src/finance/reconciliation/checks.ts'
import { checkBooks } from '../src/finance/reconciliation/self-check.ts'
import { reconcileBooks } from '../src/finance/reconciliation/reconcile.ts'
import { stateOfBooks } from '../src/finance/reconciliation/state.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/core/database/db.ts'
import { enqueue } from '../src/core/jobs.ts'
import { openDatabase } from '../src/database.ts'

const USAGE = `npm run books             where the books stand
npm run books -- check    has a worker check them, and compare them with the card provider, at once
npm run books -- bear PURCHASE    posts a refund made at the provider's own desk: the house bears it`
const ROWS_SHOWN = 10

const [verb, purchase, ...rest] = process.argv.slice(2)
const isRight = verb === 'bear' ? purchase : (!verb || verb === 'check') && !purchase
if (rest.length > 0 || !isRight) {
  console.error(USAGE)
  process.exit(2)
}

const database = await openDatabase(readConfig(process.env), () => {})
const { db, pool } = connect(database.url, 1)
try {
  if (verb === 'check') await askWorkers()
  else if (verb === 'bear') console.log(`posted: ${await postExternalRefund(db, purchase, new Date())} yen`)
  else await show()
} finally {
  await pool.end()
  await database.close()
}

async function askWorkers() {
  await enqueue(db, checkBooks, { at_once: true })
  await enqueue(db, reconcileBooks, { at_once: true })
  console.log('A worker was asked to check and to compare: npm run books shows what it found.')
}

async function show() {
  const { sentences, sums, checks, held, inOrder } = await stateOfBooks(db)
  for (const { sentence, rows } of sentences) {
    console.log(`${rows.length === 0 ? 'ok      ' : 'BROKEN  '}${sentence}`)
    list(rows)
  }
  console.log('')
  tellSums('ledger', ['accounts', 'yen', 'stored'])
  for (const { owner, kind, accounts, moved, stored } of sums)
    tellSums(`${owner} ${kind}`, [accounts, moved, stored])
  console.log('')
  for (const check of checks) tellCheck(check)
  if (checks.length === 0) console.log('no check has been made yet')
  console.log(held ? 'payouts are held' : 'payouts are not held')
  process.exitCode = inOrder ? 0 : 1
}

function tellCheck({ kind, checked_at, period_to, differences }) {
  const state = differs({ differences }) ? 'BROKEN  ' : 'ok      '
  const against =
    kind === 'card' ? `against the card provider, up to ${period_to}` : 'by themselves'
  console.log(`${state}${checked_at}, ${against}`)
  for (const { sentence, rows } of differences) {
    console.log(`        ${sentence}`)
    list(rows)
  }
}

function list(rows) {
  for (const row of rows.slice(0, ROWS_SHOWN)) console.log(`        ${JSON.stringify(row)}`)
  const more = rows.length - ROWS_SHOWN
  if (more > 0) console.log(`        and ${more} more`)
}

function tellSums(title, columns) {
  const told = columns.map((one) => (one ?? '-').toLocaleString('en').padStart(18))
  console.log(title.padEnd(20) + told.join(''))
}
