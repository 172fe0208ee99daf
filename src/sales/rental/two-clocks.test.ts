import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { START_WITHIN_SECONDS } from '#src/catalog/rental-period/rental-period.shared.ts'
import { startPeriod } from '#src/catalog/rental-period/rental-period.ts'
import { listNotifications } from '#src/platform/notifications/notification.shared.ts'
import { listExtras } from '#src/media/extras/extra.shared.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { getRentalTerms } from '#src/sales/listing/rental-terms.shared.ts'
import { addExtra, extraOutcome, pdfFile } from '../../../test/extras.ts'
import { waitForChangeFeed } from '../../../test/live-listeners.ts'
import { makePlayable, mediaAccess } from '../../../test/playback-fixtures.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { countOutcomes, tenTimes, testApp, travelTo } from '../../../test/test-app.ts'
import { getRental, rentForFree, startRental } from './rental.shared.ts'
import { REMIND_SECONDS } from '#src/sales/deal/start-mail.shared.ts'

const DAYS = 3

/** Opens a test app with Mika's title, whose rentals count from the first play, and Ren's rental. */
async function clockFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [
    await here.person('Ren', { balance: 2_000 }),
    await here.person('Aoi', { balance: 2_000 }),
  ]
  const clock = 'first_play' as const
  const film = await rentalTitle(here, mika, { copies: 2, days: DAYS, rental_clock: clock })
  await makePlayable(here, film.kid)
  const rented = await ren.call(rentForFree, film.rent(1, 300))
  equal(rented.error, undefined)
  await waitForChangeFeed(here)
  const id = rented.rental_id
  const watch = async (who = ren) => {
    const { error, as } = await who.call(createDrmToken, { kid: film.kid })
    return error?.code ?? as
  }
  return { here, mika, ren, aoi, film, id, watch }
}

test('RN-05 a rental that counts from the first play waits for it, and then runs its period', async (t) => {
  const { here, ren, aoi, film, id, watch } = await clockFixtures(t)
  const paid = here.clock.now
  const window = addSeconds(paid, START_WITHIN_SECONDS).toISOString()
  const before = await ren.call(getRental, { id })
  deepEqual(
    [before.status, before.rental_clock, before.start_by, before.started_at, before.ends_at],
    ['active', 'first_play', window, null, window],
  )
  equal(await watch(), 'rental_not_started')
  const latest = addSeconds(paid, START_WITHIN_SECONDS + DAYS * DAY_SECONDS).toISOString()
  const copyFor = async ({ call }: Pick<typeof ren, 'call'>) => {
    const { rented_until, start_by } = await call(getSerial, { id: film.kid, number: 1 })
    return [rented_until, start_by]
  }
  deepEqual([await copyFor(ren), await copyFor(aoi)], [[latest, window], [latest, null]]) // oxfmt-ignore
  equal((await ren.call(getAsset, { id: film.kid })).my_start_by, window)
  equal((await aoi.call(rentForFree, film.rent(1, 300))).error?.code, 'rented_by_another')
  equal((await aoi.call(startRental, { id })).error?.code, 'not_found')

  await travelTo(here, addSeconds(paid, 10 * DAY_SECONDS))
  const end = addSeconds(here.clock.now, DAYS * DAY_SECONDS)
  equal((await ren.call(startRental, { id })).ends_at, end.toISOString())
  equal(await watch(), 'renter')
  const { started_at, ends_at } = await ren.call(getRental, { id })
  deepEqual([started_at, ends_at], [here.clock.now.toISOString(), end.toISOString()])
  deepEqual(await copyFor(ren), [end.toISOString(), null])
  equal((await ren.call(getAsset, { id: film.kid })).my_start_by, null)
  await travelTo(here, end)
  equal(await watch(), 'rental_ended')
  ok(!(await aoi.call(rentForFree, film.rent(1, 300))).error) // before any job has run
})

test('RN-05 ten first plays at once start a rental once', async (t) => {
  const { here, ren, id } = await clockFixtures(t)
  const starts = await Promise.all(tenTimes(() => ren.call(startRental, { id })))
  equal(countOutcomes(starts).done, 10)
  deepEqual(new Set(starts.map(({ ends_at }) => ends_at)).size, 1)
  await travelTo(here, addSeconds(here.clock.now, 3_600))
  equal((await ren.call(startRental, { id })).ends_at, starts[0]!.ends_at)
})

test('RN-05 NT-01 a renter is reminded of a rental that waits, three days before its window ends', async (t) => {
  const { here, ren, aoi, film, id } = await clockFixtures(t)
  const other = await aoi.call(rentForFree, film.rent(2, 300))
  const due = addSeconds(here.clock.now, START_WITHIN_SECONDS - REMIND_SECONDS)
  const reminder = sql`payload->>'mail' = 'rental_start'`
  const { rows } = await sql<{ run_at: string }>`
    select run_at from graphile_worker._private_jobs where ${reminder}
  `.execute(here.app.db)
  deepEqual(
    rows.map(({ run_at }) => new Date(run_at).toISOString()),
    [due.toISOString(), due.toISOString()],
  )
  await travelTo(here, addSeconds(due, -DAY_SECONDS))
  equal((await aoi.call(startRental, { id: other.rental_id })).error, undefined)
  await travelTo(here, due)
  await sql`update graphile_worker._private_jobs set run_at = now() where ${reminder}`.execute(
    here.app.db,
  )
  await here.app.runDueJobs()
  const reminders = async ({ call }: typeof ren) => {
    const { items } = await call(listNotifications, {})
    return items.filter(({ path }) => path.endsWith('/start')).map(({ path }) => path)
  }
  deepEqual([await reminders(ren), await reminders(aoi)], [[`/rentals/${id}/start`], []])
})

test('RN-05 the window for the first play ends a rental that was never started', async (t) => {
  const { here, ren, id, watch } = await clockFixtures(t)
  await travelTo(here, addSeconds(here.clock.now, START_WITHIN_SECONDS - 1))
  equal(await watch(), 'rental_not_started')
  await travelTo(here, addSeconds(here.clock.now, 1))
  const [started] = await Promise.all([ren.call(startRental, { id }), here.run('rental.end')])
  equal(started.error?.code, 'rental_ended')
  equal(await watch(), 'rental_ended')
  equal((await ren.call(getRental, { id })).status, 'ended')
})

test('RN-05 a rental started in the last second of its window runs its whole period', async (t) => {
  const { here, ren, film, id, watch } = await clockFixtures(t)
  await travelTo(here, addSeconds(here.clock.now, START_WITHIN_SECONDS - 1))
  const { ends_at } = await ren.call(startRental, { id })
  equal(ends_at, addSeconds(here.clock.now, DAYS * DAY_SECONDS).toISOString())
  await travelTo(here, addSeconds(here.clock.now, DAY_SECONDS))
  await here.run('rental.end')
  equal(await watch(), 'renter')
  const { token } = await ren.call(createDrmToken, { kid: film.kid })
  deepEqual(new Set(await mediaAccess(here, ren, { kid: film.kid, token })), new Set(['open']))
})

test('RN-05 EX-03 the extras of a rental open with its first play', async (t) => {
  const { here, mika, ren, film, id } = await clockFixtures(t)
  const extra = await addExtra(mika, film.kid, pdfFile(), { for_renters: true })
  equal(await extraOutcome(here, extra, ren), 'rental_not_started')
  deepEqual((await ren.call(listExtras, { id: film.kid })).items[0]!.can_open, false)
  equal((await ren.call(startRental, { id })).error, undefined)
  equal(await extraOutcome(here, extra, ren), 'done')
})

test('RN-05 the job that ends rentals leaves one that was started while it waited', async (t) => {
  const { here, ren, film, id, watch } = await clockFixtures(t)
  const { db } = here.app
  const lastSecond = addSeconds(here.clock.now, START_WITHIN_SECONDS - 1)
  const period = DAYS * DAY_SECONDS
  await travelTo(here, lastSecond)
  await whileLocked(db, {
    lock: sql`select from asset_offer where kid = ${film.kid} for update`,
    action: () => {
      here.clock.now = addSeconds(lastSecond, 1)
      return here.run('rental.end')
    },
    change: (tx) => startPeriod(tx, { id, renter: ren.account_id, period }, lastSecond),
  })
  const { status, ends_at } = await ren.call(getRental, { id })
  deepEqual([status, ends_at], ['active', addSeconds(lastSecond, period).toISOString()])
  equal(await watch(), 'renter')
})

test('RN-05 who saw the other clock is refused, and a title has one clock', async (t) => {
  const { mika, aoi, film } = await clockFixtures(t)
  const other = { ...film.rent(2, 300), rental_clock: 'payment' as const }
  equal((await aoi.call(rentForFree, other)).error?.code, 'rental_period_changed')
  const asset_token_ids = [film.tokens.get(2)!]
  const terms = { rent_price: 300, rental_period_seconds: DAYS * DAY_SECONDS }
  const listing = { listing_type: 'rental' as const, asset_token_ids, ...terms, reprice: true }
  equal((await mika.call(listSerialsForSale, listing)).error?.code, 'rental_terms_differ')
  const { terms: shown } = await mika.call(getRentalTerms, { id: film.kid })
  equal(shown?.rental_clock, 'first_play')
})
