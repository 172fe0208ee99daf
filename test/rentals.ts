import type { InputOf } from '#core/http/endpoint.ts'
import type { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { DAY_SECONDS } from '#src/catalog/rental-period/rental-period.shared.ts'
import type { Place, Somebody } from './people.ts'
import { offered, onSale, type Title, title, type TitleOptions } from './titles.ts'

export interface RentalTitle extends Title {
  /** What a renter sends for one number, with its balance part. */
  rent(number: number, balance: number): InputOf<typeof rentForFree>
}

/** A title that is out, every copy of it for rent but the first ones, which are for sale. */
export async function rentalTitle(
  here: Pick<Place, 'app' | 'clock'>,
  creator: Somebody,
  {
    rent_price = 300,
    days = 3,
    for_sale = 0,
    price = 1_000,
    ...options
  }: TitleOptions & { rent_price?: number; days?: number; for_sale?: number },
): Promise<RentalTitle> {
  const film = await title(here, creator, options)
  const numbers = [...film.tokens].toSorted(([a], [b]) => a - b)
  const sold = numbers.slice(0, for_sale).map(([, token]) => token)
  if (for_sale > 0) await onSale(here, creator, sold, price)
  const lent = { tokens: new Map(numbers.slice(for_sale)) }
  await toRent(here, creator, lent, { rent_price, days })
  return {
    ...film,
    order: (number, balance) => ({ ...film.order(number, balance), asset_sale_price: price }),
    rent: (number, balance) => ({
      kid: film.kid,
      asset_token_id: film.tokens.get(number)!,
      owner_account_id: creator.account_id,
      asset_rent_price: rent_price,
      rental_period_seconds: days * DAY_SECONDS,
      balance_to_use: balance,
      lang: 'en',
    }),
  }
}

/** Offers copies for rent and waits until their offers are open. */
export async function toRent(
  { app }: Pick<Place, 'app'>,
  owner: Somebody,
  { tokens }: Pick<Title, 'tokens'>,
  { rent_price, days }: { rent_price: number; days: number },
) {
  await offered({ app }, owner, {
    listing_type: 'rental',
    asset_token_ids: [...tokens.values()],
    ...{ rent_price, rental_period_seconds: days * DAY_SECONDS },
  })
}
