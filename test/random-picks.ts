import { DAY_SECONDS } from '#core/durations.shared.ts'
import * as downloads from '#src/media/downloads/download.shared.ts'
import * as gifts from '#src/sales/gift/gift.shared.ts'
import * as loans from '#src/sales/loan/loan.shared.ts'
import * as trades from '#src/sales/trade/trade.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import type { MarketFixtures } from './market-fixtures.ts'
import type { Person } from './people.ts'
import { pick, type Random, shuffled } from './random.ts'
import { waitUntil } from './test-app.ts'

const PREPARED_SECONDS = 3 // the time for the file of a download
export const PERIOD = { rental_period_seconds: 2 * DAY_SECONDS }

/** Picks a copy with its current offer, a seller (three times in four its owner) and a buyer. */
export async function randomDeal(
  { here, film, copies, people }: MarketFixtures,
  random: Random,
  number = 1 + random(copies),
) {
  const seen = await here.call(getSerial, { id: film.kid, number })
  const held = await here.app.db
    .selectFrom('serial')
    .select('owner')
    .where('asset_token_id', '=', seen.asset_token_id)
    .executeTakeFirstOrThrow()
  const copy = { ...film.order(number, 0), owner_account_id: held.owner }
  const { asset_sale_price: _, ...lent } = copy
  const order = { ...copy, asset_sale_price: seen.sale_price ?? 1_000 }
  const terms = {
    asset_rent_price: seen.rent_price ?? 300,
    rental_clock: seen.rental_clock ?? ('payment' as const),
  }
  const rental = { ...lent, ...PERIOD, ...terms }
  const owner = people.find(({ account_id }) => account_id === held.owner)
  const seller = random(4) === 0 ? pick(people, random) : (owner ?? pick(people, random))
  return {
    number,
    token: film.tokens.get(number)!,
    seller,
    buyer: pick(people, random),
    order,
    rental,
  }
}

/** Picks, four times in five, a copy that is for rent; otherwise any. */
export async function randomRental(market: MarketFixtures, random: Random) {
  const offered = await market.here.app.db
    .selectFrom('listing')
    .innerJoin('serial', 'serial.asset_token_id', 'listing.asset_token_id')
    .select('serial.number')
    .where('listing.kind', '=', 'rental')
    .where('listing.status', '=', 'open')
    .orderBy('serial.number')
    .execute()
  const aimed = offered.length > 0 && random(5) > 0
  return randomDeal(market, random, aimed ? pick(offered, random).number : undefined)
}

/** Picks a person with open offers to trade, and one of these. */
export async function randomOffer(
  { people }: MarketFixtures,
  direction: 'sent' | 'received',
  random: Random,
) {
  const open = { direction, status: 'awaiting_acceptance', limit: 100 } as const
  for (const who of shuffled(people, random)) {
    const { items } = await who.call(trades.listTradeOffers, open)
    if (items.length > 0) return { who, offer: pick(items, random) }
  }
  return undefined
}

/** Picks a copy with a download that locks it, and its owner. */
export async function randomDownload({ here, people }: MarketFixtures, random: Random) {
  const live = await here.app.db
    .selectFrom('download')
    .select(['id', 'owner', 'asset_token_id'])
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .execute()
  if (live.length === 0) return undefined
  const { id, owner, asset_token_id } = pick(live, random)
  const who = people.find(({ account_id }) => account_id === owner)!
  const { status, url = null } = (await preparedDownload(who, asset_token_id, id)) ?? {}
  return { id, owner: who, url: status === 'ready' || status === 'opened' ? url : null }
}

/** Returns a download as its owner sees it, in the usual case once it is prepared. */
const preparedDownload = (who: Person, asset_token_id: string, id: string) =>
  waitUntil(
    async () => {
      const { downloads: all } = await who.call(downloads.listDownloads, { asset_token_id })
      return all?.find((one) => one.id === id)
    },
    (found) => found?.status !== 'preparing',
    PREPARED_SECONDS,
  )

/** Picks a person who has given copies that wait to be claimed, and one of these gifts. */
export async function randomGift({ people }: MarketFixtures, random: Random) {
  for (const giver of shuffled(people, random)) {
    const { items } = await giver.call(gifts.listGifts, { limit: 100 })
    const live = items.flatMap(({ id, path }) => (path === null ? [] : { id, path }))
    if (live.length === 0) continue
    const { id, path } = pick(live, random)
    return { giver, id, token: path.replace('/gifts/', '') }
  }
  return undefined
}

/** Picks a person and one of their loans in this state, lent or borrowed. */
export async function randomLoan(
  people: MarketFixtures['people'],
  random: Random,
  status: 'open' | 'running',
) {
  const who = pick(people, random)
  const direction = status === 'open' ? 'lent' : pick(['lent', 'borrowed'] as const, random)
  const { items } = await who.call(loans.listLoans, { direction, limit: 100 })
  const live = items.filter((loan) => loan.status === status)
  return live.length === 0 ? undefined : { ...pick(live, random), who }
}
