import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import type { rentForFree } from '#src/sales/rental/rental.shared.ts'
import type { RentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'
import type { RunningApp, Person } from './people.ts'
import { listCopies, listForSale, type Title, createTitle, type TitleOptions } from './titles.ts'

export interface RentalTitle extends Title {
  /** Returns a renter's request for one number, with the part paid from balance. */
  rent(number: number, balance: number): InputOf<typeof rentForFree>
}

/** Creates a published title: the first `for_sale` copies for sale, all others for rent. */
export async function rentalTitle(
  here: Pick<RunningApp, 'app' | 'clock'>,
  creator: Person,
  {
    rent_price = 300,
    days = 3,
    rental_clock = 'payment',
    for_sale = 0,
    price = 1_000,
    ...options
  }: TitleOptions & {
    rent_price?: number
    days?: number
    for_sale?: number
    rental_clock?: RentalClock
  },
): Promise<RentalTitle> {
  const film = await createTitle(here, creator, options)
  const numbers = [...film.tokens].toSorted(([a], [b]) => a - b)
  const sold = numbers.slice(0, for_sale).map(([, token]) => token)
  if (for_sale > 0) await listForSale(here, creator, sold, price)
  const lent = { tokens: new Map(numbers.slice(for_sale)) }
  await listForRent(here, creator, lent, { rent_price, days, rental_clock })
  return {
    ...film,
    order: (number, balance) => ({ ...film.order(number, balance), asset_sale_price: price }),
    rent: (number, balance) => ({
      kid: film.kid,
      asset_token_id: film.tokens.get(number)!,
      owner_account_id: creator.account_id,
      asset_rent_price: rent_price,
      rental_period_seconds: days * DAY_SECONDS,
      rental_clock,
      balance_to_use: balance,
      lang: 'en' as const,
    }),
  }
}

/** Lists copies for rent and waits until the listings are open. */
export async function listForRent(
  { app }: Pick<RunningApp, 'app'>,
  owner: Person,
  { tokens }: Pick<Title, 'tokens'>,
  terms: { rent_price: number; days: number; rental_clock?: RentalClock },
) {
  const { rent_price, days, rental_clock } = terms
  await listCopies({ app }, owner, {
    listing_type: 'rental',
    asset_token_ids: [...tokens.values()],
    rent_price,
    rental_period_seconds: days * DAY_SECONDS,
    rental_clock,
  })
}
