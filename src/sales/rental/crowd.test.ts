import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { controlProvider, payAt } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { seededRandom, shuffled } from '../../../test/random.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { waitUntil, tenTimes, testApp } from '../../../test/test-app.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { getRental, rentSerial } from './rental.shared.ts'

const [SOLD, RENTED] = [3, 4]

test('RN-02 SL-04 ten renters and ten buyers by card, with repeated and reordered events, get each copy once', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await rentalTitle(here, mika, { copies: SOLD + RENTED, for_sale: SOLD })
  const people = await Promise.all(Array.from({ length: 20 }, (_, i) => here.person(`P${i}`)))
  const replies = await Promise.all(
    tenTimes((i) => [
      people[i]!.call(purchaseSerial, film.order(1 + (i % SOLD), 0)),
      people[10 + i]!.call(rentSerial, film.rent(SOLD + 1 + (i % RENTED), 0)),
    ]).flat(),
  )
  const pages = replies.flatMap((reply) => (reply.error ? [] : [reply.url]))
  equal(pages.length, SOLD + RENTED)
  await controlProvider(here, { do: 'pause' })
  await Promise.all(pages.map((url) => payAt(url, CARDS.pays)))
  const { events } = await controlProvider(here, {})
  const ids = shuffled(
    [...events, ...events].map(({ id }) => id),
    seededRandom(7),
  )
  await controlProvider(here, { do: 'deliver', events: ids })
  await controlProvider(here, { do: 'resume' })

  const rentals = () =>
    here.app.db.selectFrom('rental').select(['number', 'status']).orderBy('number').execute()
  const begun = await waitUntil(rentals, ({ length }) => length === RENTED)
  deepEqual(
    begun.map(({ number, status }) => [number, status]),
    [4, 5, 6, 7].map((number) => [number, 'active']),
  )
  await waitUntil(
    () => mika.balance(),
    (yen) => yen === SOLD * 900 + RENTED * 270,
  )
  equal(await mika.balance(), SOLD * 900 + RENTED * 270)
  const seen = await here.call(getAsset, { id: film.kid })
  deepEqual([seen.rentable_copies_count, seen.sale_listing_copies_count], [0, 0])
})

test('RN-01 a rental that is paid while webhooks are lost still begins', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await rentalTitle(here, mika, { copies: 1 })
  const { rental_id: id, url } = await ren.call(rentSerial, film.rent(1, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(url, CARDS.pays)
  equal((await ren.call(getRental, { id })).status, 'reserved')
  await here.run('books.look_for_payments')
  const begun = await waitUntil(
    () => ren.call(getRental, { id }),
    ({ status }) => status === 'active',
  )
  equal(begun.status, 'active')
  equal(await mika.balance(), 270)
})
