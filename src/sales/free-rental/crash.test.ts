import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { acrossCrash, type CrashApp, crashSuite } from '../../../test/crash-app.ts'
import { freeRent, PERIOD } from '../../../test/free-rentals.ts'
import { createTitle } from '../../../test/titles.ts'
import { createFreeRental, getFreeRental } from './free-rental.shared.ts'

// oxfmt-ignore
const whileLending = [
  ['free_rental.creating', 'before an offer is written'],
  ['free_rental.created', 'with an offer written and the reply not sent'],
  ['free_rental.renting', 'before a rental is written'],
  ['free_rental.rented', 'with a rental written and the reply not sent'],
] as const

void describe('the process is killed', () => {
  const open = crashSuite()
  for (const [failpoint, when] of whileLending)
    test(`FR-01 a copy is lent for free and rented once if the process is killed ${when}`, async (t) =>
      lendAcrossCrash(await open(t, failpoint)))
})

/** Lends a copy and rents it across a crash; each request is repeated with its key. */
async function lendAcrossCrash(here: CrashApp) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 1 })
  const { sent, restart } = acrossCrash(here)
  const keys = { lend: randomUUID(), rent: randomUUID() }
  const body = {
    asset_token_ids: [film.tokens.get(1)!],
    rental_period_seconds: PERIOD,
    allowed_asset_renters: [ren.name],
  }
  const lent = await sent(() => mika.call(createFreeRental, body, keys.lend))
  const rented = await sent(() => ren.call(rentForFree, freeRent(film, 1), keys.rent))
  await restart
  deepEqual(await mika.call(createFreeRental, body, keys.lend), lent)
  deepEqual(await ren.call(rentForFree, freeRent(film, 1), keys.rent), rented)
  const { rentals, running, copies } = await mika.call(getFreeRental, { id: lent.id })
  deepEqual({ rentals, running, copies }, { rentals: 1, running: 1, copies: 1 })
}
