import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { acrossCrash, type CrashApp, crashSuite } from '../../../test/crash-app.ts'
import { tokenOf } from '../../../test/loans.ts'
import { createTitle } from '../../../test/titles.ts'
import { acceptLoan, endLoan, lendCopy, listLoans } from './loan.shared.ts'

// oxfmt-ignore
const whileLending = [
  ['loan.lending', 'before a loan is written'],
  ['loan.lent', 'with a loan written and the reply not sent'],
  ['loan.accepting', 'before an acceptance is written'],
  ['loan.accepted', 'with an acceptance written and the reply not sent'],
  ['loan.ending', 'before a return is written'],
] as const

void describe('the process is killed', () => {
  const open = crashSuite()
  for (const [failpoint, when] of whileLending)
    test(`LN-03 a copy is lent, borrowed and returned once if the process is killed ${when}`, async (t) =>
      lendAcrossCrash(await open(t, failpoint)))
})

/** Lends, borrows and returns a copy across a crash; each request is repeated with its key. */
async function lendAcrossCrash(here: CrashApp) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 1 })
  const { sent, restart } = acrossCrash(here)
  const keys = { lend: randomUUID(), accept: randomUUID(), end: randomUUID() }
  const body = { from_name: 'Mika', days: 3, asset_token_id: film.tokens.get(1)! }
  const lent = await sent(() => mika.call(lendCopy, body, keys.lend))
  const token = tokenOf(lent)
  const borrowed = await sent(() => ren.call(acceptLoan, { token }, keys.accept))
  const ended = await sent(() => ren.call(endLoan, { id: lent.id }, keys.end))
  await restart
  deepEqual(await mika.call(lendCopy, body, keys.lend), lent)
  deepEqual(await ren.call(acceptLoan, { token }, keys.accept), borrowed)
  deepEqual(await ren.call(endLoan, { id: lent.id }, keys.end), ended)
  deepEqual(
    (await mika.call(listLoans, {})).items.map(({ status, partner }) => [status, partner]),
    [['returned', ren.name]],
  )
}
