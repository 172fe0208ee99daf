import { DAY_SECONDS } from '#core/durations.shared.ts'
import { open } from '#src/sales/listing/listing.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { RentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'
import { brands } from './brands.ts'
import type { DemoClient } from './client.ts'
import type { PersonKey } from './people.ts'
import type { PublishedTitle } from './trade.ts'
import { parseRanges } from './works/work.ts'
import { type WorkKey, works } from './works/works.ts'

/** Copies that a creator offers for rent: the price in yen and the period in days. */
interface RentalOffer {
  work: WorkKey
  numbers: string
  price: number
  period: number
  clock?: RentalClock
}
/** A rental that began some days before today, and is over or still running. */
interface DemoRental {
  days: number
  work: WorkKey
  number: number
  renter: PersonKey
}

export const forRent: RentalOffer[] = [
  { work: 'plough', numbers: '40-49', price: 400, period: 3 },
  { work: 'otaru', numbers: '45-49', price: 500, period: 3 },
  { work: 'typhoon', numbers: '100-119', price: 300, period: 7, clock: 'first_play' },
  { work: 'swimmer', numbers: '45-49', price: 350, period: 3 },
]

export const rentals: DemoRental[] = [
  { days: 20, work: 'plough', number: 41, renter: 'ren' },
  { days: 9, work: 'otaru', number: 45, renter: 'kazuo' },
  { days: 8, work: 'swimmer', number: 46, renter: 'kazuo' },
  { days: 2, work: 'typhoon', number: 118, renter: 'nami' },
  { days: 1, work: 'otaru', number: 47, renter: 'nami' },
  { days: 1, work: 'swimmer', number: 48, renter: 'ren' },
  { days: 1, work: 'plough', number: 44, renter: 'jun' },
]

/** Offers copies of a title for rent since its publication. */
export async function offerRental(
  client: DemoClient,
  { work, numbers, price, period, clock = 'payment' }: RentalOffer,
  published: PublishedTitle,
) {
  const { items } = await client.call(undefined, listSerials, { id: published.kid })
  const wanted = new Set(parseRanges(numbers))
  const body = {
    listing_type: 'rental',
    asset_token_ids: items
      .filter(({ number }) => wanted.has(number))
      .map(({ asset_token_id }) => asset_token_id),
    rent_price: price,
    rental_period_seconds: period * DAY_SECONDS,
    rental_clock: clock,
  } as const
  const when = { at: published.at, key: `demo rental of ${work}` }
  const { batch } = await client.call(
    brands[works.get(work)!.brand].owner,
    listSerialsForSale,
    body,
    when,
  )
  await open(client.ctxOf(undefined, when), { batch })
}

/** Rents a copy, paid with points. A repeated call changes nothing. */
export async function rent(
  client: DemoClient,
  { days, work, number, renter }: DemoRental,
  published: PublishedTitle,
) {
  const copy = await client.call(undefined, getSerial, { id: published.kid, number })
  const { price, period, clock = 'payment' } = forRent.find((one) => one.work === work)!
  const { asset_token_id } = copy
  const owner_account_id = client.account(brands[works.get(work)!.brand].owner)
  const body = { asset_token_id, owner_account_id, kid: published.kid, balance_to_use: price }
  const terms = {
    asset_rent_price: price,
    rental_period_seconds: period * DAY_SECONDS,
    rental_clock: clock,
  }
  const when = { at: client.daysAgo(days), key: `demo rental ${work} ${number} ${renter}` }
  await client.call(renter, rentForFree, { ...body, ...terms }, when)
}
