import { open } from '#src/sales/listing/listing.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { DAY_SECONDS } from '#src/catalog/rental-period/rental-period.shared.ts'
import { brands } from './brands.ts'
import type { Host } from './host.ts'
import type { PersonKey } from './people.ts'
import type { Out } from './trade.ts'
import { parseRanges } from './works/work.ts'
import { type WorkKey, works } from './works/works.ts'

/** Copies that the creator of a title rents out: yen, and for how many days. */
interface Offered {
  work: WorkKey
  numbers: string
  price: number
  period: number
}
/** One rental, begun so many days before today; it ended since, or goes on. */
interface Rented {
  days: number
  work: WorkKey
  number: number
  renter: PersonKey
}

export const forRent: Offered[] = [
  { work: 'plough', numbers: '40-49', price: 400, period: 3 },
  { work: 'otaru', numbers: '45-49', price: 500, period: 3 },
  { work: 'typhoon', numbers: '100-119', price: 300, period: 7 },
  { work: 'swimmer', numbers: '45-49', price: 350, period: 3 },
]

export const rentals: Rented[] = [
  { days: 20, work: 'plough', number: 41, renter: 'ren' },
  { days: 9, work: 'otaru', number: 45, renter: 'kazuo' },
  { days: 8, work: 'swimmer', number: 46, renter: 'kazuo' },
  { days: 2, work: 'typhoon', number: 118, renter: 'nami' },
  { days: 1, work: 'otaru', number: 47, renter: 'nami' },
  { days: 1, work: 'swimmer', number: 48, renter: 'ren' },
  { days: 1, work: 'plough', number: 44, renter: 'jun' },
]

/** Puts these copies of a title up for rent, since it came out. */
export async function lend(host: Host, { work, numbers, price, period }: Offered, out: Out) {
  const { items } = await host.ask(undefined, listSerials, { id: out.kid })
  const wanted = new Set(parseRanges(numbers))
  const body = {
    listing_type: 'rental',
    asset_token_ids: items
      .filter(({ number }) => wanted.has(number))
      .map(({ asset_token_id }) => asset_token_id),
    rent_price: price,
    rental_period_seconds: period * DAY_SECONDS,
  } as const
  const when = { at: out.at, key: `demo rental of ${work}` }
  const { batch } = await host.ask(
    brands[works.get(work)!.brand].owner,
    listSerialsForSale,
    body,
    when,
  )
  await open(host.ctxOf(undefined, when), { batch })
}

/** Somebody rents a number from balance; done before, it is left alone. */
export async function rent(host: Host, { days, work, number, renter }: Rented, out: Out) {
  const copy = await host.ask(undefined, getSerial, { id: out.kid, number })
  const { price, period } = forRent.find((one) => one.work === work)!
  const { asset_token_id } = copy
  const owner_account_id = host.account(brands[works.get(work)!.brand].owner)
  const body = { asset_token_id, owner_account_id, kid: out.kid, balance_to_use: price }
  const terms = { asset_rent_price: price, rental_period_seconds: period * DAY_SECONDS }
  const when = { at: host.daysAgo(days), key: `demo rental ${work} ${number} ${renter}` }
  await host.ask(renter, rentForFree, { ...body, ...terms }, when)
}
