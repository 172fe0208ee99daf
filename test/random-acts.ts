import { requestOf } from '#core/http/endpoint.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import * as payout from '#src/finance/payout/payout.shared.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { DAY_SECONDS } from '#src/catalog/rental-period/rental-period.shared.ts'
import { control, payAt } from './card-purchase.ts'
import { CARDS } from './card-world.ts'
import type { Dice } from './dice.ts'
import type { Somebody } from './people.ts'
import type { Title } from './titles.ts'
import type { TestApp } from './test-app.ts'

const LINE = 122 // bytes of a record in the bank's file
const RESULT_AT = 113 // in a data record, where the bank writes its digit

/** Where people act at random, and what they have in hand. */
export interface MarketFixtures {
  here: TestApp
  film: Title
  copies: number
  people: Somebody[]
  /** Those of them who have a bank account. */
  banked: Somebody[]
  sora: Somebody
  /** Copies held at the provider's pages. */
  held: { buyer: Somebody; number: number; url: string }[]
  files: Buffer[]
  asked: { who: Somebody; id: string }[]
}
type Outcome = { error?: { code: string } | undefined } | undefined
type Action = (market: MarketFixtures, dice: Dice) => Promise<Outcome>

/** There was nothing to do it with. */
const NOTHING: Outcome = { error: { code: 'nothing' } }
const one = <T>(of: readonly T[], dice: Dice): T => of[dice(of.length)]!

/** What anybody may try at any moment; most of it is refused for good reasons. */
export const actions: Record<string, Action> = {
  'buy from balance': async (market, dice) => {
    const { buyer, order } = await wish(market, dice)
    return buyer.call(purchaseForFree, { ...order, balance_to_use: order.asset_sale_price })
  },
  'buy by card': async (market, dice) => {
    return holds(market, await wish(market, dice), 0)
  },
  'buy by balance and card': async (market, dice) => {
    return holds(market, await wish(market, dice), 1 + dice(900))
  },
  'pay at the provider': async ({ held }, dice) => {
    const page = held.at(-1 - dice(8))
    if (!page) return NOTHING
    await payAt(page.url, dice(5) === 0 ? CARDS.declined : CARDS.pays)
    return undefined
  },
  'hear an event again': async ({ here }, dice) => {
    const { events } = await control(here, {})
    const again = events.slice(-8).map(({ id }) => id)
    if (again.length === 0) return NOTHING
    await control(here, { do: 'deliver', events: [one(again, dice), one(again, dice)] })
    return undefined
  },
  'hear nothing for a while': async ({ here }, dice) => {
    await control(here, { do: dice(3) === 0 ? 'pause' : 'resume' })
    return undefined
  },
  'turn back': ({ held, film }, dice) => {
    const hold = held.at(-1 - dice(8))
    if (!hold) return Promise.resolve(NOTHING)
    return hold.buyer.call(cancelPurchase, { kid: film.kid, serial_number: hold.number })
  },
  'sell on': async (market, dice) => {
    const { seller, token } = await wish(market, dice)
    const other = market.film.tokens.get(1 + dice(market.copies))!
    return seller.call(listSerialsForSale, { ...priced(dice), asset_token_ids: [token, other] })
  },
  'rent out': async (market, dice) => {
    const { seller, token } = await wish(market, dice)
    const lent = { listing_type: 'rental', rent_price: 300, ...PERIOD } as const
    return seller.call(listSerialsForSale, { ...lent, asset_token_ids: [token] })
  },
  'rent from balance': async (market, dice) => {
    const { buyer, rental } = await wish(market, dice)
    return buyer.call(rentForFree, { ...rental, balance_to_use: rental.asset_rent_price })
  },
  'rent by card': async (market, dice) => {
    const { buyer, number, rental } = await wish(market, dice)
    const answer = await buyer.call(rentSerial, { ...rental, balance_to_use: dice(200) })
    if (!answer.error) market.held.push({ buyer, number, url: answer.url })
    return answer
  },
  'take back': async (market, dice) => {
    const { seller, token } = await wish(market, dice)
    return seller.call(delistSerials, { asset_token_ids: [token] })
  },
  'ask for another price': async (market, dice) => {
    const { seller, token } = await wish(market, dice)
    const taken = await seller.call(delistSerials, { asset_token_ids: [token] })
    if (taken.error) return taken
    return seller.call(listSerialsForSale, { ...priced(dice), asset_token_ids: [token] })
  },
  'ask for a payout': async ({ banked, asked }, dice) => {
    const who = one(banked, dice)
    const answer = await who.call(payout.requestPayout, { amount: 1_000 + dice(3_000) })
    if (!answer.error) asked.push({ who, id: answer.id })
    return answer
  },
  'cancel a payout': ({ asked }, dice) => {
    const mine = asked.at(-1 - dice(5))
    return mine ? mine.who.call(payout.cancelPayout, { id: mine.id }) : Promise.resolve(NOTHING)
  },
  'end payouts': async ({ sora }, dice) => {
    const { items } = await sora.call(payout.listPayouts, { all: 'true', status: 'reserved' })
    const ids = items.map(({ id }) => id).slice(0, 1 + dice(4))
    const status = one(['processed', 'failed', 'failed_and_charged'] as const, dice)
    if (ids.length === 0) return NOTHING
    return sora.call(payout.updatePayouts, { ids, status, reason: 'so the bank' })
  },
  'give the bank its file': async ({ here, sora, files }) => {
    const lastMonth = new Date(here.clock.now.getTime() - 31 * 86_400_000)
    const month = lastMonth.toISOString().slice(0, 7)
    const { url } = requestOf(payout.exportPayouts, { format: 'zengin', month })
    const headers = { authorization: `Bearer ${sora.token}` }
    const response = await fetch(here.url + url, { headers })
    if (!response.ok) return (await response.json()) as Outcome
    files.push(Buffer.from(await response.arrayBuffer()))
    return undefined
  },
  'read what the bank did': ({ sora, files }, dice) => {
    const sent = files.at(-1 - dice(2))
    if (!sent) return Promise.resolve(NOTHING)
    const done = Buffer.from(sent)
    for (let line = 1; line < done.length / LINE - 2; line++)
      done[line * LINE + RESULT_AT] = dice(3) === 0 ? 0x32 : 0x30 // no such account, or paid
    const file = done.toString('base64')
    return sora.call(payout.readBankResults, { file, reason: 'the results of the bank' })
  },
}

const PERIOD = { rental_period_seconds: 2 * DAY_SECONDS }

const priced = (dice: Dice) => ({
  listing_type: 'sale' as const,
  sale_price: 900 + 50 * dice(5),
})

/** A copy as it stands on its page, whose it is (or somebody who is not), and who wants it. */
async function wish({ here, film, copies, people }: MarketFixtures, dice: Dice) {
  const number = 1 + dice(copies)
  const seen = await here.call(getSerial, { id: film.kid, number })
  const held = await here.app.db
    .selectFrom('serial')
    .select('owner')
    .where('asset_token_id', '=', seen.asset_token_id)
    .executeTakeFirstOrThrow()
  const copy = { ...film.order(number, 0), owner_account_id: held.owner }
  const { asset_sale_price: _, ...lent } = copy
  const order = { ...copy, asset_sale_price: seen.sale_price ?? 1_000 }
  const rental = { ...lent, ...PERIOD, asset_rent_price: seen.rent_price ?? 300 }
  const owner = people.find(({ account_id }) => account_id === held.owner)
  const seller = dice(4) === 0 ? one(people, dice) : (owner ?? one(people, dice))
  return {
    number,
    token: film.tokens.get(number)!,
    seller,
    buyer: one(people, dice),
    order,
    rental,
  }
}

async function holds(
  { held }: MarketFixtures,
  { buyer, number, order }: Awaited<ReturnType<typeof wish>>,
  balance_to_use: number,
) {
  const answer = await buyer.call(purchaseSerial, { ...order, balance_to_use })
  if (!answer.error) held.push({ buyer, number, url: answer.url })
  return answer
}
