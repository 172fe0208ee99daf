import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import {
  addPeople,
  createAllowlist,
  listAllowlists,
  listPeople,
  removePeople,
} from '#src/catalog/allowlist/allowlist.shared.ts'
import { findFreeRental } from '#src/catalog/free-rental/free-rental.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { getReceipt } from '#src/finance/receipt/receipt.shared.ts'
import { putSuspension } from '#src/admin/users/suspension.shared.ts'
import { differencesIn } from '#src/finance/reconciliation/invariants.ts'
import { listPointDetails } from '#src/finance/transactions/history.shared.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import {
  delistSerials,
  listSerialsForSale,
  withdrawAsset,
} from '#src/sales/listing/listing.shared.ts'
import { getRental, getRented, listRented, rentForFree } from '#src/sales/rental/rental.shared.ts'
import { caller } from '../../../test/call.ts'
import { deleteWithCode } from '../../../test/deletions.ts'
import {
  freeRent,
  freeRentalFixtures,
  lendForFree,
  lentForFree,
  PERIOD,
  progressOf,
  rentFree,
} from '../../../test/free-rentals.ts'
import { ADDRESSES, behindProxy } from '../../../test/geoip.ts'
import { mailAbout } from '../../../test/gifts.ts'
import { moveTo } from '../../../test/moves.ts'
import { mediaAccess, makePlayable } from '../../../test/playback-fixtures.ts'
import { listForRent, rentalTitle } from '../../../test/rentals.ts'
import { countOutcomes, tenTimes, travelTo } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import {
  endFreeRental,
  exportRenters,
  getFreeRental,
  getFreeRentalOffer,
  listFreeRentals,
  listRenters,
  rentersFile,
} from './free-rental.shared.ts'

test('FR-01 EN-09 AP-09 a free rental keeps its copies, period, people and times, and names wrong lines', async (t) => {
  const { here, mika, yuki, ren, film } = await freeRentalFixtures(t)
  const ends_at = addSeconds(here.clock.now, 9 * DAY_SECONDS).toISOString()
  const people = ['Ren@Example.test', 'ren@example.test', 'a@example.test\nb@example.test']
  const terms = { allowed_asset_renters: people, ends_at, lang: 'ja' as const }
  const made = await lentForFree(mika, film, [1, 2, 4], terms)
  const { status, numbers, copies, seats_left, rental_period_seconds } = made
  deepEqual(
    { status, numbers, copies, seats_left, rental_period_seconds },
    { status: 'open', numbers: '1-2,4', copies: 3, seats_left: 3, rental_period_seconds: PERIOD },
  )
  deepEqual([made.people, made.lang, made.ends_at], [3, 'ja', ends_at])
  deepEqual(await mika.call(getFreeRental, { id: made.id }), made)
  deepEqual((await mika.call(listFreeRentals, {})).items, [made])
  equal((await yuki.call(getFreeRental, { id: made.id })).error?.code, 'not_found')

  const lines = ['a@example.test', 'no address', 'b@example.test', '@@'].join('\n')
  const wrong = await lendForFree(mika, film, [3], { allowed_asset_renters: [lines] })
  deepEqual(wrong.error, { code: 'people_unknown', params: { lines: '2, 4', count: 2 } })
  const crowd = [
    'email,name',
    ...Array.from({ length: 1_000 }, (_, i) => `fan${i}@example.test,Fan`),
  ]
  const many = await lentForFree(mika, film, [3], { allowed_asset_renters: [crowd.join('\n')] })
  equal(many.people, 1_000)
  equal((await ren.call(listRented, {})).total, 0)
})

test('FR-01 who may not lend for free, or not so, is refused with the reason', async (t) => {
  const { here, mika, yuki, ren, film } = await freeRentalFixtures(t)
  const code = async (
    who: typeof mika,
    numbers: number[],
    terms: Parameters<typeof lendForFree>[3] = {},
    title = film,
  ) => (await lendForFree(who, title, numbers, terms)).error
  equal((await code(ren, [1]))?.code, 'creators_only')
  equal((await code(yuki, [1]))?.code, 'not_owner')
  const empty = { allowed_asset_renters: [' \n '] }
  deepEqual(await code(mika, [1], empty), {
    code: 'input_invalid',
    params: { field: 'allowed_asset_renters' },
  })
  for (const seconds of [DAY_SECONDS + 1, 366 * DAY_SECONDS])
    equal(
      (await code(mika, [1], { rental_period_seconds: seconds }))?.code,
      'rental_days_out_of_bounds',
    )
  const now = here.clock.now
  const at = (seconds: number) => addSeconds(now, seconds).toISOString()
  equal((await code(mika, [1], { ends_at: at(0) }))?.params?.['field'], 'ends_at')
  const reversed = { starts_at: at(60), ends_at: at(60) }
  equal((await code(mika, [1], reversed))?.params?.['field'], 'ends_at')
  const far = { starts_at: at(366 * DAY_SECONDS) }
  equal((await code(mika, [1], far))?.params?.['field'], 'starts_at')
  const other = await createTitle(here, mika, { copies: 1 })
  const both = { ...film, tokens: new Map([...film.tokens, [99, other.tokens.get(1)!]]) }
  equal((await code(mika, [1, 99], {}, both))?.code, 'copies_of_one_title')
  await listForRent(here, mika, { tokens: new Map([[1, film.tokens.get(1)!]]) }, LENT)
  deepEqual(await code(mika, [1, 2]), { code: 'already_listed', params: { number: 1 } })
  ok(!(await code(mika, [2])))
  deepEqual(await code(mika, [3, 2]), { code: 'already_listed', params: { number: 2 } })
  const asset_token_ids = [film.tokens.get(2)!]
  const listing = { listing_type: 'sale' as const, asset_token_ids, sale_price: 900 }
  equal((await mika.call(listSerialsForSale, listing)).error?.code, 'already_listed')
})

const LENT = { rent_price: 300, days: 3 }

test('FR-01 EN-09 named people are told by mail and rent for 0 yen; others see nothing of it', async (t) => {
  const { here, mika, ren, aoi, film } = await freeRentalFixtures(t)
  const offer = await lentForFree(mika, film, [1, 2])
  const { kid } = film
  match(await mailAbout(here, 'ren@example.test', /for free/), /\/free_rentals\/[0-9a-f-]{36}/)

  const seen = await ren.call(findFreeRental, { id: kid })
  deepEqual(seen.free_rental, {
    id: offer.id,
    rental_period_seconds: PERIOD,
    ends_at: null,
    seats_left: 2,
  })
  for (const who of [here, aoi, mika])
    equal((await who.call(findFreeRental, { id: kid })).free_rental, null)
  equal((await ren.call(getFreeRentalOffer, { id: offer.id })).number, 1)
  for (const who of [aoi, mika])
    equal((await who.call(getFreeRentalOffer, { id: offer.id })).error?.code, 'not_found')
  equal((await here.call(getFreeRentalOffer, { id: offer.id })).error?.code, 'not_signed_in')
  const copies = await here.call(listSerials, { id: kid })
  deepEqual(new Set(copies.items.map(({ status }) => status)), new Set(['not_listed']))
  const { batch, rental_period_seconds, free_rental_id } = await aoi.call(getSerial, {
    id: kid,
    number: 1,
  })
  deepEqual([batch, rental_period_seconds, free_rental_id], [null, null, null])
  const own = await mika.call(getSerial, { id: kid, number: 1 })
  deepEqual([own.status, own.free_rental_id], ['not_available', offer.id])

  equal((await rentFree(aoi, film, 1)).error?.code, 'not_for_rent')
  equal((await here.call(rentForFree, freeRent(film, 1))).error?.code, 'not_signed_in')
  equal((await rentFree(mika, film, 1)).error?.code, 'own_serial')
  const { rental_id, status } = await rentFree(ren, film, 2)
  equal(status, 'active')
  const rental = await ren.call(getRental, { id: rental_id })
  const until = addSeconds(here.clock.now, PERIOD).toISOString()
  deepEqual([rental.number, rental.price, rental.ends_at], [2, 0, until])
  deepEqual([await ren.balance(), await mika.balance()], [1_000, 0])
  match(await mailAbout(here, 'ren@example.test', /You rented No\. 2/), /costs you nothing/)
  equal((await ren.call(listPointDetails, {})).total, 1) // the balance that the test began with
  equal((await ren.call(getReceipt, { purchase_id: rental_id })).error?.code, 'not_found')
  const { history } = await here.call(getSerial, { id: kid, number: 2 })
  deepEqual([history[0]?.kind, history[0]?.price], ['rental', null])
  deepEqual((await ren.call(getRented, { id: kid })).rentals.length, 1)
  deepEqual(await progressOf(mika, offer), {
    status: 'open',
    seats_left: 1,
    renters: 1,
    rentals: 1,
    running: 1,
  })
})

test('FR-01 ER-03 a free rental refuses another price, period, seller, region and a second rental', async (t) => {
  const { here, mika, ren, aoi, film } = await freeRentalFixtures(t)
  await lentForFree(mika, film, [1, 2])
  const rent = (body: Partial<ReturnType<typeof freeRent>>) =>
    ren.call(rentForFree, { ...freeRent(film, 1), ...body })
  deepEqual((await rent({ balance_to_use: 1 })).error, {
    code: 'input_invalid',
    params: { field: 'balance_to_use' },
  })
  deepEqual((await rent({ rental_period_seconds: DAY_SECONDS })).error, {
    code: 'rental_period_changed',
    params: { days: 3 },
  })
  equal((await rent({ owner_account_id: aoi.account_id })).error?.code, 'seller_changed')
  equal((await rent({ asset_token_id: film.tokens.get(3)! })).error?.code, 'not_for_rent')
  equal((await rent({ kid: aoi.account_id })).error?.code, 'not_for_rent')
  const priced = { asset_rent_price: 300, balance_to_use: 300 }
  equal((await rent(priced)).error?.code, 'not_for_rent') // it is no paid rental
  ok(!(await rent({})).error)
  equal((await rent({ asset_token_id: film.tokens.get(2)! })).error?.code, 'already_renting')

  const paid = await rentalTitle(here, mika, { copies: 3 })
  await ren.call(rentForFree, paid.rent(1, 300))
  const free = await createTitle(here, mika, { copies: 1, only_japan_accessible: true })
  await lentForFree(mika, free, [1])
  await behindProxy(t, here)
  const rentFrom = (address: string) =>
    caller(here.url, { authorization: `Bearer ${ren.token}`, 'x-forwarded-for': address })(
      rentForFree,
      freeRent(free, 1),
    )
  equal((await rentFrom(ADDRESSES.GB)).error?.code, 'region_unavailable')
  ok(!(await rentFrom(ADDRESSES.JP)).error)
})

test('FR-01 of ten people who take one free seat at once, one rents it', async (t) => {
  const { here, mika, film } = await freeRentalFixtures(t)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const named = { allowed_asset_renters: people.map(({ name }) => name) }
  const offer = await lentForFree(mika, film, [1], named)
  const answers = await Promise.all(people.map((who) => rentFree(who, film, 1)))
  deepEqual(countOutcomes(answers), { done: 1, all_rented: 9 })
  equal((await progressOf(mika, offer)).rentals, 1)
})

test('FR-01 ten requests of one person for many seats rent one', async (t) => {
  const { mika, ren, film } = await freeRentalFixtures(t)
  const offer = await lentForFree(mika, film, [1, 2, 3, 4, 5])
  const answers = await Promise.all(tenTimes((i) => rentFree(ren, film, 1 + (i % 5))))
  deepEqual(countOutcomes(answers), { done: 1, already_renting: 9 })
  equal((await progressOf(mika, offer)).seats_left, 4)
})

test('FR-01 ten people share the seats: each gets another copy than those that are taken', async (t) => {
  const { here, mika, film } = await freeRentalFixtures(t)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const named = { allowed_asset_renters: [people.map(({ name }) => name).join('\n')] }
  const offer = await lentForFree(mika, film, [1, 2, 3, 4, 5], named)
  const answers = await Promise.all(people.map((who) => rentFree(who, film, 3)))
  deepEqual(countOutcomes(answers), { done: 5, all_rented: 5 })
  deepEqual(await progressOf(mika, offer), {
    status: 'open',
    seats_left: 0,
    renters: 5,
    rentals: 5,
    running: 5,
  })
})

test('FR-01 RN-04 a free rental ends by itself, can be repeated, and a repeated request is the first one', async (t) => {
  const { here, mika, ren, film } = await freeRentalFixtures(t)
  const offer = await lentForFree(mika, film, [1])
  await makePlayable(here, film.kid)
  const first = await rentFree(ren, film, 1, 'one click')
  await travelTo(here, addSeconds(here.clock.now, PERIOD - 1))
  const leave = { ...(await ren.call(createDrmToken, { kid: film.kid })), kid: film.kid }
  equal(leave.as, 'renter')
  equal((await mediaAccess(here, ren, leave))[0], 'open')
  equal((await rentFree(ren, film, 1)).error?.code, 'already_renting')
  await travelTo(here, addSeconds(here.clock.now, 1))
  equal((await mediaAccess(here, ren, leave))[0], 'rental_ended')
  deepEqual(await rentFree(ren, film, 1, 'one click'), first) // not a second rental
  const renewals = await Promise.all(tenTimes(() => rentFree(ren, film, 1)))
  deepEqual(countOutcomes(renewals), { done: 1, already_renting: 9 })
  equal((await ren.call(createDrmToken, { kid: film.kid })).as, 'renter')
  const { rentals, renters, running } = await progressOf(mika, offer)
  deepEqual({ rentals, renters, running }, { rentals: 2, renters: 1, running: 1 })
})

test('FR-01 a free rental opens at its start and ends at its end; running rentals go on', async (t) => {
  const { here, mika, ren, aoi, film } = await freeRentalFixtures(t)
  const [start, end] = [DAY_SECONDS, 2 * DAY_SECONDS].map((s) => addSeconds(here.clock.now, s))
  const offer = await lentForFree(mika, film, [1, 2], {
    starts_at: start!.toISOString(),
    ends_at: end!.toISOString(),
    allowed_asset_renters: ['ren@example.test', 'aoi@example.test'],
  })
  equal(offer.status, 'scheduled')
  await here.run('free_rental.look_after')
  equal((await ren.call(findFreeRental, { id: film.kid })).free_rental, null)
  equal((await ren.call(getFreeRentalOffer, { id: offer.id })).error?.code, 'not_found')
  equal((await rentFree(ren, film, 1)).error?.code, 'not_for_rent')
  deepEqual(await here.inbox('ren@example.test'), [])
  await travelTo(here, start!)
  await here.run('free_rental.look_after')
  await mailAbout(here, 'ren@example.test', /for free/)
  ok(!(await rentFree(ren, film, 1)).error)
  await travelTo(here, end!)
  equal((await ren.call(getFreeRentalOffer, { id: offer.id })).reason, 'already_renting')
  equal((await rentFree(aoi, film, 2)).error?.code, 'free_rental_closed') // before the job
  equal((await aoi.call(getFreeRentalOffer, { id: offer.id })).reason, 'free_rental_closed')
  equal((await aoi.call(findFreeRental, { id: film.kid })).free_rental, null)
  await here.run('free_rental.look_after')
  equal((await rentFree(aoi, film, 2)).error?.code, 'free_rental_closed')
  deepEqual(await progressOf(mika, offer), {
    status: 'ended',
    seats_left: 0,
    renters: 1,
    rentals: 1,
    running: 1,
  })
  const { items } = await mika.call(listSerials, { id: film.kid })
  deepEqual(
    items.map(({ status }) => status),
    ['being_rented', 'not_listed', 'not_listed', 'not_listed', 'not_listed'],
  )
  equal((await ren.call(createDrmToken, { kid: film.kid })).error?.code, 'not_ready_to_watch')
})

test('FR-01 RT-18 a creator follows the renters, exports them and ends the offer once', async (t) => {
  const { here, mika, ren, yuki, film } = await freeRentalFixtures(t)
  const offer = await lentForFree(mika, film, [1, 2], {
    allowed_asset_renters: ['ren@example.test\naoi\nnobody@example.test'],
  })
  await rentFree(ren, film, 1)
  const { items, total } = await mika.call(listRenters, { id: offer.id })
  deepEqual(
    [total, items.map(({ email, username, rentals }) => [email, username, rentals])],
    [
      3,
      [
        ['ren@example.test', null, 1],
        [null, 'Aoi', 0],
        ['nobody@example.test', null, 0],
      ],
    ],
  )
  const file = await fetch(here.url + rentersFile(offer.id), {
    headers: { authorization: `Bearer ${mika.token}` },
  })
  match(await file.text(), /ren@example\.test,,1,/)
  for (const call of [listRenters, exportRenters, endFreeRental])
    equal((await yuki.call(call, { id: offer.id })).error?.code, 'not_found')

  const ends = await Promise.all(tenTimes(() => mika.call(endFreeRental, { id: offer.id })))
  deepEqual(countOutcomes(ends), { done: 1, free_rental_closed: 9 })
  const frees = await mika.call(listSerials, { id: film.kid, status: 'not_listed' })
  deepEqual(
    frees.items.map(({ number }) => number),
    [2, 3, 4, 5],
  )
  await lentForFree(mika, film, [2]) // the freed copy can be lent again
  equal((await lendForFree(mika, film, [1])).error?.code, 'serial_rented')
  ok((await here.app.db.selectFrom('free_rental').selectAll().execute()).length === 2)
})

test('FR-01 of an end and ten renters at once, nobody rents after the end', async (t) => {
  const { here, mika, film } = await freeRentalFixtures(t)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const named = { allowed_asset_renters: people.map(({ name }) => name) }
  const offer = await lentForFree(mika, film, [1, 2, 3, 4, 5], named)
  const [ended, ...answers] = await Promise.all([
    mika.call(endFreeRental, { id: offer.id }),
    ...people.map((who) => rentFree(who, film, 1)),
  ])
  ok(!ended.error)
  const { done = 0, ...refused } = countOutcomes(answers)
  ok(Object.keys(refused).every((code) => /all_rented|free_rental_closed/.test(code)))
  equal((await progressOf(mika, offer)).rentals, done)
  equal((await rentFree(people[0]!, film, 1)).error !== undefined, true)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from rental join free_rental offer using (kid)
    where began_at > offer.closed_at + interval '1 second'
  `.execute(here.app.db)
  equal(rows[0]!.n, 0)
})

test('FR-01 copies that are taken off leave the offer, which ends with the last one', async (t) => {
  const { here, mika, ren, film } = await freeRentalFixtures(t)
  const offer = await lentForFree(mika, film, [1, 2])
  const off = (number: number) =>
    mika.call(delistSerials, { asset_token_ids: [film.tokens.get(number)!] })
  ok(!(await off(1)).error)
  equal((await progressOf(mika, offer)).seats_left, 1)
  const { rental_id } = await rentFree(ren, film, 1)
  equal((await ren.call(getRental, { id: rental_id })).number, 2)
  equal((await off(2)).error?.code, 'serial_rented')
  await here.run('free_rental.look_after')
  equal((await progressOf(mika, offer)).status, 'open')
  equal((await mika.call(withdrawAsset, { kid: film.kid })).error?.code, 'serial_rented')
  await travelTo(here, addSeconds(here.clock.now, PERIOD))
  ok(!(await mika.call(withdrawAsset, { kid: film.kid })).error)
  equal((await rentFree(ren, film, 2)).error?.code, 'not_for_rent')
  await here.run('free_rental.look_after')
  equal((await progressOf(mika, offer)).status, 'ended')
})

test('FR-01 LI-08 a free rental by the creator does not keep owners from renting out', async (t) => {
  const { here, mika, ren, aoi } = await freeRentalFixtures(t)
  const owned = await createTitle(here, mika, {
    copies: 2,
    secondary_rental_enabled: true,
  })
  await here.app.db
    .updateTable('serial')
    .set({ owner: ren.account_id })
    .where('asset_token_id', '=', owned.tokens.get(2)!)
    .execute()
  await lentForFree(mika, owned, [1], { allowed_asset_renters: ['aoi'] })
  ok(!(await rentFree(aoi, owned, 1)).error)
  await listForRent(here, ren, { tokens: new Map([[2, owned.tokens.get(2)!]]) }, LENT)
})

/** Rents number 1 for free as Ren, and lets the rental end. */
async function endedRental(t: TestContext) {
  const fixtures = await freeRentalFixtures(t)
  const { here, mika, aoi, film } = fixtures
  const ren = await here.person('Rin') // without a balance, which stands in the way of a deletion
  const offer = await lentForFree(mika, film, [1, 2], { allowed_asset_renters: ['rin', 'aoi'] })
  ok(!(await rentFree(ren, film, 1)).error)
  ok(!(await rentFree(aoi, film, 2)).error)
  await travelTo(here, addSeconds(here.clock.now, PERIOD))
  await here.run('rental.end')
  return { ...fixtures, ren, offer }
}

test('FR-01 AC-03 a renter of a free rental deletes their account, and payouts go on', async (t) => {
  const { here, ren } = await endedRental(t)
  deepEqual((await deleteWithCode(here, ren)).error, undefined)
  deepEqual(await differencesIn(here.app.db), [])
})

test('FR-01 the list of a free rental is none of the lists that reserve copies', async (t) => {
  const { mika, film } = await freeRentalFixtures(t)
  const { id } = await mika.call(createAllowlist, { kid: film.kid, name: 'Members' })
  await lentForFree(mika, film, [1, 2], { allowed_asset_renters: ['aoi'] })
  const { items } = await mika.call(listAllowlists, { kid: film.kid })
  deepEqual(
    items.map((list) => list.id),
    [id],
  )
})

test('FR-01 a renter is taken off the list of a free rental, and payouts go on', async (t) => {
  const { here, mika, ren, film, offer } = await endedRental(t)
  const id = offer.allowlist_id
  const { items } = await mika.call(listPeople, { id })
  const [first] = items
  ok(!(await mika.call(removePeople, { id, people: [first!.id] })).error)
  deepEqual(await differencesIn(here.app.db), [])
  const text = 'yuki'
  equal((await mika.call(addPeople, { id, text, replace: true })).removed_count, 1)
  deepEqual(await differencesIn(here.app.db), [])
  equal((await rentFree(ren, film, 1)).error?.code, 'not_for_rent')
})

test('FR-01 a person who is named by address and moves is told at the new one, and rents', async (t) => {
  const { here, mika, film } = await freeRentalFixtures(t)
  const starts_at = addSeconds(here.clock.now, DAY_SECONDS)
  const allowed_asset_renters = ['kei@example.test']
  await lentForFree(mika, film, [1], { allowed_asset_renters, starts_at: starts_at.toISOString() })
  const kei = await here.person('Kei')
  await moveTo(here, kei, 'kei@new.example')
  const next = await moveTo(here, await here.person('Next'), 'kei@example.test')
  await travelTo(here, starts_at)
  await here.run('free_rental.look_after')

  await mailAbout(here, 'kei@new.example', /for free/)
  const old = await here.inbox('kei@example.test')
  deepEqual(
    old.filter(({ subject }) => /for free/.test(subject)),
    [],
  )
  equal((await rentFree(next, film, 1)).error?.code, 'not_for_rent')
  equal((await deleteWithCode(here, next)).error, undefined) // which deletes nobody else’s place
  ok(!(await rentFree(kei, film, 1)).error)
})

test('FR-01 SU-02 a copy whose free rental ends after its creator was suspended is not rented again', async (t) => {
  const { here, mika, ren, aoi, film } = await freeRentalFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await lentForFree(mika, film, [1], { allowed_asset_renters: ['ren', 'aoi'] })
  equal((await rentFree(ren, film, 1)).error, undefined)
  await sora.call(putSuspension, { id: mika.account_id, suspended: true, reason: 'copied' })
  await travelTo(here, addSeconds(here.clock.now, PERIOD))
  equal((await rentFree(aoi, film, 1)).error?.code, 'not_for_rent') // before a job has delisted it
})
