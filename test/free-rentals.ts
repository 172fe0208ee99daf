import type { TestContext } from 'node:test'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { createFreeRental, getFreeRental } from '#src/sales/free-rental/free-rental.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import type { Person } from './people.ts'
import { testApp } from './test-app.ts'
import { createTitle, type Title } from './titles.ts'

export const PERIOD = 3 * DAY_SECONDS

type Terms = Partial<Omit<InputOf<typeof createFreeRental>, 'asset_token_ids'>>

/** Opens a test app with Mika's title of five copies and three people. */
export async function freeRentalFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, yuki] = [
    await here.person('Ren', { balance: 1_000 }),
    await here.person('Aoi', { balance: 1_000 }),
    await here.person('Yuki', { role: 'ORH' }),
  ]
  const film = await createTitle(here, mika, { copies: 5 })
  return { here, mika, ren, aoi, yuki, film }
}

/** Lends these numbers for free to Ren, or to the named people. */
export const lendForFree = (who: Person, { tokens }: Title, numbers: number[], terms: Terms = {}) =>
  who.call(createFreeRental, {
    rental_period_seconds: PERIOD,
    allowed_asset_renters: ['ren@example.test'],
    ...terms,
    asset_token_ids: numbers.map((number) => tokens.get(number)!),
  })

/** Lends for free and returns the offer; throws if it is refused. */
export async function lentForFree(who: Person, film: Title, numbers: number[], terms: Terms = {}) {
  const { error, ...offer } = await lendForFree(who, film, numbers, terms)
  if (error) throw new Error(error.code)
  return offer
}

/** Returns a request to rent one number of a free rental. */
export const freeRent = (film: Title, number: number) => ({
  kid: film.kid,
  asset_token_id: film.tokens.get(number)!,
  owner_account_id: film.order(number, 0).owner_account_id,
  asset_rent_price: 0,
  balance_to_use: 0,
  rental_period_seconds: PERIOD,
})

/** Rents one number of a free rental. */
export const rentFree = (who: Person, film: Title, number: number, key?: string) =>
  who.call(rentForFree, freeRent(film, number), key)

/** Returns the seats, renters and running rentals of a free rental, as its creator sees them. */
export async function progressOf(who: Person, { id }: { id: string }) {
  const { status, seats_left, renters, rentals, running } = await who.call(getFreeRental, { id })
  return { status, seats_left, renters, rentals, running }
}
