import { randomUUID } from 'node:crypto'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import {
  createFreeRental,
  getFreeRentalOffer,
  listFreeRentals,
} from '#src/sales/free-rental/free-rental.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { brands } from './brands.ts'
import type { DemoClient } from './client.ts'
import { people, type PersonKey } from './people.ts'
import type { PublishedTitle } from './trade.ts'
import { parseRanges } from './works/work.ts'
import { type WorkKey, works } from './works/works.ts'

/** Copies that a creator lets people rent for free; `renters` have done so. */
interface DemoFreeRental {
  work: WorkKey
  numbers: string
  days: number
  invited: PersonKey[]
  renters: PersonKey[]
}

export const freeRentals: DemoFreeRental[] = [
  {
    work: 'plough',
    numbers: '50-54',
    days: 3,
    invited: ['ren', 'aoi', 'emi', 'ruth'],
    renters: ['emi'],
  },
]

/** Lets people rent copies for free. A repeated call makes no second offer. */
export async function lendForFree(
  client: DemoClient,
  { work, numbers, days, invited, renters }: DemoFreeRental,
  { kid }: PublishedTitle,
) {
  const { owner } = brands[works.get(work)!.brand]
  const { items } = await client.call(undefined, listSerials, { id: kid })
  const wanted = new Set(parseRanges(numbers))
  const rental_period_seconds = days * DAY_SECONDS
  const body = {
    asset_token_ids: items
      .filter(({ number }) => wanted.has(number))
      .map(({ asset_token_id }) => asset_token_id),
    rental_period_seconds,
    allowed_asset_renters: invited.map((who) => people[who].email),
  }
  const made = await client.call(owner, listFreeRentals, {})
  const { id } =
    made.items.find((one) => one.kid === kid) ??
    (await client.call(owner, createFreeRental, body, { key: randomUUID() }))
  for (const who of renters) {
    const offer = await client.call(who, getFreeRentalOffer, { id })
    if (offer.reason !== null || offer.asset_token_id === null) continue
    const { asset_token_id, owner_account_id } = offer
    const copy = { kid, asset_token_id, owner_account_id, rental_period_seconds }
    const free = { ...copy, asset_rent_price: 0, balance_to_use: 0 }
    await client.call(who, rentForFree, free, { key: `demo free rental ${work} ${who}` })
  }
}
