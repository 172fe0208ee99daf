import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { acrossCrash, crashApp } from '../../../test/crash-app.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { getRental, rentForFree, startRental } from './rental.shared.ts'

test('RN-05 a rental starts once if the process is killed before the start is written', async (t) => {
  const here = await crashApp(t, { failpoint: 'rental.starting' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 300 })
  const film = await rentalTitle(here, mika, { copies: 1, rental_clock: 'first_play' })
  const { sent, restart } = acrossCrash(here)
  const { rental_id: id } = await ren.call(rentForFree, film.rent(1, 300))
  const key = randomUUID()
  const started = await sent(() => ren.call(startRental, { id }, key))
  await restart
  deepEqual(await ren.call(startRental, { id }, key), started)
  const { started_at, ends_at } = await ren.call(getRental, { id })
  equal(ends_at, started.ends_at)
  equal(
    Date.parse(ends_at) - Date.parse(started_at!),
    film.rent(1, 300).rental_period_seconds * 1_000,
  )
})
