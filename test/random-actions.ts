import { ok } from 'node:assert/strict'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { type InputOf, requestOf } from '#core/http/endpoint.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import * as distributions from '#src/sales/distribution/distribution.shared.ts'
import * as freeRentals from '#src/sales/free-rental/free-rental.shared.ts'
import * as downloads from '#src/media/downloads/download.shared.ts'
import * as gifts from '#src/sales/gift/gift.shared.ts'
import * as loans from '#src/sales/loan/loan.shared.ts'
import * as payout from '#src/finance/payout/payout.shared.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import {
  getRented,
  listRented,
  rentForFree,
  rentSerial,
  startRental,
} from '#src/sales/rental/rental.shared.ts'
import * as matches from '#src/sales/matching/matching.shared.ts'
import * as wishes from '#src/sales/wish/wish.shared.ts'
import * as trades from '#src/sales/trade/trade.shared.ts'
import { controlProvider, payAt } from './card-purchase.ts'
import { CARDS } from './card-fixtures.ts'
import type { MarketFixtures } from './market-fixtures.ts'
import { pick, type Random } from './random.ts'
import {
  PERIOD,
  randomDeal,
  randomDownload,
  randomGift,
  randomLoan,
  randomOffer,
  randomRental,
} from './random-picks.ts'

const LINE = 122 // bytes of a record in the bank's file
const RESULT_AT = 113 // in a data record, where the bank writes its digit

export type Outcome = { error?: { code: string } | undefined } | undefined
export type Action = (market: MarketFixtures, random: Random) => Promise<Outcome>

/** The outcome of an action without an object. */
export const NOTHING: Outcome = { error: { code: 'nothing' } }

/** Actions that anyone may try at any moment; most are refused for good reasons. */
export const actions: Record<string, Action> = {
  'buy from balance': async (market, random) => {
    const { buyer, order } = await randomDeal(market, random)
    return buyer.call(purchaseForFree, { ...order, balance_to_use: order.asset_sale_price })
  },
  'buy by card': async (market, random) => {
    return startCheckout(market, await randomDeal(market, random), 0)
  },
  'buy by balance and card': async (market, random) => {
    return startCheckout(market, await randomDeal(market, random), 1 + random(900))
  },
  'pay at the provider': async ({ held }, random) => {
    const page = held.at(-1 - random(8))
    if (!page) return NOTHING
    await payAt(page.url, random(5) === 0 ? CARDS.declined : CARDS.pays)
    return undefined
  },
  'deliver an event again': async ({ here }, random) => {
    const { events } = await controlProvider(here, {})
    const again = events.slice(-8).map(({ id }) => id)
    if (again.length === 0) return NOTHING
    await controlProvider(here, {
      do: 'deliver',
      events: [pick(again, random), pick(again, random)],
    })
    return undefined
  },
  'pause or resume events': async ({ here }, random) => {
    await controlProvider(here, { do: random(3) === 0 ? 'pause' : 'resume' })
    return undefined
  },
  'cancel a checkout': ({ held, film }, random) => {
    const hold = held.at(-1 - random(8))
    if (!hold) return Promise.resolve(NOTHING)
    return hold.buyer.call(cancelPurchase, { kid: film.kid, serial_number: hold.number })
  },
  'list for sale': async (market, random) => {
    const { seller, token } = await randomDeal(market, random)
    const other = market.film.tokens.get(1 + random(market.copies))!
    return seller.call(listSerialsForSale, { ...priced(random), asset_token_ids: [token, other] })
  },
  'give a copy away': async (market, random) => {
    const { number, token, seller } = await randomDeal(market, random)
    const made = await seller.call(distributions.createDistribution, { asset_token_ids: [token] })
    if (made.error) return made
    await seller.call(delistSerials, { asset_token_ids: [token] })
    const balance_to_use = random(2) * made.fee
    const answer = await seller.call(distributions.payDistribution, { id: made.id, balance_to_use })
    if (answer.url) market.held.push({ buyer: seller, number, url: answer.url })
    return answer
  },
  'end a distribution': async ({ people }, random) => {
    const [creator] = people // the only one who can have any
    const { items } = await creator!.call(distributions.listDistributions, { limit: 100 })
    const live = items.filter(({ status }) => status === 'done' || status === 'awaiting_payment')
    if (live.length === 0) return NOTHING
    const { id, status } = pick(live, random)
    const { cancelDistribution, endDistribution } = distributions
    return creator!.call(status === 'done' ? endDistribution : cancelDistribution, { id })
  },
  'claim a free copy': async ({ people }, random) => {
    const [creator, ...others] = people
    const { items } = await creator!.call(distributions.listDistributions, { limit: 100 })
    const open = items.filter(({ status }) => status === 'done')
    if (open.length === 0) return NOTHING
    const buyer = pick(others, random)
    const offer = await buyer.call(distributions.getOffer, { id: pick(open, random).id })
    if (offer.error || offer.asset_token_id === null) return NOTHING
    const { kid, asset_token_id, creator_account_id: owner_account_id } = offer
    const free = { asset_sale_price: 0, balance_to_use: 0, lang: 'en' } as const
    return buyer.call(purchaseForFree, { ...free, kid, asset_token_id, owner_account_id })
  },
  'lend to a friend': async (market, random) => {
    const { seller, token } = await randomDeal(market, random)
    const email = random(2) === 0 ? `guest${random(100)}@example.test` : null
    const loan = { from_name: 'A friend', days: 1 + random(5), email }
    return seller.call(loans.lendCopy, { ...loan, asset_token_id: token })
  },
  'accept a loan': async ({ people }, random) => {
    const found = await randomLoan(people, random, 'open')
    if (!found) return NOTHING
    return pick(people, random).call(loans.acceptLoan, {
      token: found.path!.slice('/loans/'.length),
    })
  },
  'end a loan': async ({ people, here }, random) => {
    const found = await randomLoan(people, random, pick(['open', 'running'] as const, random))
    if (!found) return NOTHING
    const { path, id, who } = found
    if (path && random(3) === 0)
      return here.call(loans.declineLoan, { token: path.slice('/loans/'.length) })
    return who.call(loans.endLoan, { id })
  },
  'lend for free': async (market, random) => {
    const { token } = await randomDeal(market, random)
    const [creator, ...others] = market.people
    const soon = new Date(market.here.clock.now.getTime() + DAY_SECONDS * 1_000).toISOString()
    return creator!.call(freeRentals.createFreeRental, {
      ...PERIOD,
      asset_token_ids: [token],
      allowed_asset_renters: others.map(({ account_id }) => account_id),
      starts_at: random(3) === 0 ? soon : null,
    })
  },
  'end a free rental': async ({ people }, random) => {
    const [creator] = people // the only one who can have any
    const { items } = await creator!.call(freeRentals.listFreeRentals, { limit: 100 })
    const live = items.filter(({ status }) => status !== 'ended')
    if (live.length === 0) return NOTHING
    return creator!.call(freeRentals.endFreeRental, { id: pick(live, random).id })
  },
  'take a seat of a free rental': async ({ people }, random) => {
    const [creator, ...others] = people
    const { items } = await creator!.call(freeRentals.listFreeRentals, { limit: 100 })
    const open = items.filter(({ status }) => status === 'open')
    if (open.length === 0) return NOTHING
    const renter = pick(others, random)
    const offer = await renter.call(freeRentals.getFreeRentalOffer, { id: pick(open, random).id })
    if (offer.error || offer.asset_token_id === null) return NOTHING
    const { kid, asset_token_id, owner_account_id, rental_period_seconds } = offer
    const body = { kid, asset_token_id, owner_account_id, rental_period_seconds }
    return renter.call(rentForFree, { ...body, asset_rent_price: 0, balance_to_use: 0 })
  },
  'rent out': async (market, random) => {
    const { seller, token } = await randomDeal(market, random)
    await seller.call(delistSerials, { asset_token_ids: [token] })
    const lent = { listing_type: 'rental', rent_price: 300, ...PERIOD } as const
    const rental_clock = random(2) === 0 ? 'payment' : 'first_play'
    return seller.call(listSerialsForSale, { ...lent, rental_clock, asset_token_ids: [token] })
  },
  'start a rental': async ({ people }, random) => {
    const renter = pick(people, random)
    const { items } = await renter.call(listRented, { limit: 100 })
    const waiting = items.find(({ my_start_by }) => my_start_by !== null)
    if (!waiting) return NOTHING
    const { rentals } = await renter.call(getRented, { id: waiting.kid })
    const { id } = rentals.find(({ status }) => status === 'active')!
    return renter.call(startRental, { id })
  },
  'rent from balance': async (market, random) => {
    const { buyer, rental } = await randomRental(market, random)
    return buyer.call(rentForFree, { ...rental, balance_to_use: rental.asset_rent_price })
  },
  'rent by card': async (market, random) => {
    const { buyer, number, rental } = await randomRental(market, random)
    const answer = await buyer.call(rentSerial, { ...rental, balance_to_use: random(200) })
    if (!answer.error) market.held.push({ buyer, number, url: answer.url })
    return answer
  },
  delist: async (market, random) => {
    const { seller, token } = await randomDeal(market, random)
    return seller.call(delistSerials, { asset_token_ids: [token] })
  },
  'change a price': async (market, random) => {
    const { seller, token } = await randomDeal(market, random)
    const taken = await seller.call(delistSerials, { asset_token_ids: [token] })
    if (taken.error) return taken
    return seller.call(listSerialsForSale, { ...priced(random), asset_token_ids: [token] })
  },
  'open to trade': async (market, random) => {
    const { seller, token } = await randomDeal(market, random)
    return seller.call(listSerialsForSale, { listing_type: 'trade', asset_token_ids: [token] })
  },
  'offer a trade': async ({ people, film }, random) => {
    const who = pick(people, random)
    const [own, open] = [
      await who.call(trades.listTradingAssets, { limit: 100 }),
      await who.call(trades.listTradeSerials, { id: film.kid, limit: 100 }),
    ]
    const others = open.items.filter((copy) => copy.owner_account_id !== who.account_id)
    if (own.items.length === 0 || others.length === 0) return NOTHING
    const [mine, theirs] = [pick(own.items, random), pick(others, random)]
    return who.call(trades.offerTrade, {
      my_trading_serial_id: mine.asset_token_id,
      requested_serial_id: theirs.asset_token_id,
      requested_serial_owner_account_id: theirs.owner_account_id,
      ...(random(3) === 0 && {
        top_up: { paid_by: pick(['offeror', 'owner'] as const, random), price: 1 + random(2_000) },
      }),
    })
  },
  'accept a trade': async (market, random) => {
    const found = await randomOffer(market, 'received', random)
    if (!found) return NOTHING
    const { who, offer } = found
    return who.call(trades.acceptTrade, {
      my_trading_asset_token_id: offer.requested.asset_token_id,
      offering_serial_token_id: offer.submitted.asset_token_id,
      offering_serial_owner_account_id: offer.submitted.owner_account_id,
      ...(offer.top_up && {
        top_up: { paid_by: offer.top_up.paid_by, price: offer.top_up.price },
      }),
    })
  },
  'answer a trade with another': async (market, random) => {
    const found = await randomOffer(market, 'received', random)
    if (!found) return NOTHING
    const { who, offer } = found
    const { items } = await who.call(trades.listTradingAssets, { limit: 100 })
    if (items.length === 0) return NOTHING
    return who.call(trades.offerTrade, {
      my_trading_serial_id: pick(items, random).asset_token_id,
      requested_serial_id: offer.submitted.asset_token_id,
      requested_serial_owner_account_id: offer.submitted.owner_account_id,
      counters: offer.id,
    })
  },
  'end a trade offer': async (market, random) => {
    const direction = pick(['sent', 'received'] as const, random)
    const found = await randomOffer(market, direction, random)
    if (!found) return NOTHING
    const end = direction === 'sent' ? trades.withdrawTradeOffer : trades.declineTradeOffer
    return found.who.call(end, { id: found.offer.id })
  },
  'give a gift': async (market, random) => {
    const { seller, token } = await randomDeal(market, random)
    const days = 1 + random(7)
    const soon = new Date(market.here.clock.now.getTime() + random(3) * DAY_SECONDS * 1_000)
    const deliver_at = random(3) === 0 ? soon.toISOString() : null
    const emails = random(2) === 0 ? [`guest${random(100)}@example.test`] : []
    const gift = { from_name: 'A friend', days, deliver_at, emails }
    return seller.call(gifts.giveCopies, { ...gift, asset_token_ids: [token] })
  },
  'buy a gift from balance': async (market, random) => {
    const { buyer, order } = await randomDeal(market, random)
    const paid = { ...order, balance_to_use: order.asset_sale_price }
    return buyer.call(purchaseForFree, { ...paid, gift: { from_name: 'A friend' } })
  },
  'buy a gift by card': async (market, random) => {
    const deal = await randomDeal(market, random)
    const gift = { from_name: 'A friend', days: 1 + random(5) }
    return startCheckout(market, { ...deal, order: { ...deal.order, gift } }, 0)
  },
  'claim a gift': async (market, random) => {
    const found = await randomGift(market, random)
    if (!found) return NOTHING
    return pick(market.people, random).call(gifts.claimGift, { token: found.token })
  },
  'end a gift': async (market, random) => {
    const found = await randomGift(market, random)
    if (!found) return NOTHING
    if (random(3) === 0) return market.here.call(gifts.declineGift, { token: found.token })
    return found.giver.call(gifts.withdrawGift, { id: found.id })
  },
  'download a copy': async (market, random) => {
    const { seller, token } = await randomDeal(market, random)
    return seller.call(downloads.createDownload, { asset_token_id: token })
  },
  'use the address of a download': async (market, random) => {
    const found = await randomDownload(market, random)
    if (!found?.url) return NOTHING
    const range = random(2) === 0 ? { range: 'bytes=0-9' } : undefined
    const answer = await fetch(found.url, { ...(range && { headers: range }) })
    if (answer.ok) return void (await answer.arrayBuffer())
    return (await answer.json()) as { error: { code: string } }
  },
  'release a download': async (market, random) => {
    const found = await randomDownload(market, random)
    if (!found) return NOTHING
    return found.owner.call(downloads.releaseDownload, { id: found.id, is_deleted: true })
  },
  'want a number': async (market, random) => {
    const { buyer, number } = await randomDeal(market, random)
    const wanted = random(3) === 0 ? null : number
    return buyer.call(wishes.addWish, { kid: market.film.kid, number: wanted })
  },
  'stop wanting a number': async ({ people }, random) => {
    const who = pick(people, random)
    const { items } = await who.call(wishes.listWishes, {})
    return items.length > 0 ? who.call(wishes.removeWish, { id: pick(items, random).id }) : NOTHING
  },
  'accept a proposed trade': async ({ people }, random) => {
    const who = pick(people, random)
    const { items } = await who.call(matches.listProposals, { status: 'open' })
    if (items.length === 0) return NOTHING
    return who.call(matches.acceptProposal, { id: pick(items, random).id })
  },
  'decline a proposed trade': async ({ people }, random) => {
    const who = pick(people, random)
    const { items } = await who.call(matches.listProposals, { status: 'open' })
    if (items.length === 0) return NOTHING
    return who.call(matches.declineTradeProposal, { id: pick(items, random).id })
  },
  'request a payout': async ({ banked, payouts }, random) => {
    const who = pick(banked, random)
    const answer = await who.call(payout.requestPayout, { amount: 1_000 + random(3_000) })
    if (!answer.error) payouts.push({ who, id: answer.id })
    return answer
  },
  'cancel a payout': async ({ sora, payouts }, random) => {
    const { items } = await sora.call(payout.listPayouts, { all: 'true', status: 'reserved' })
    const open = new Set(items.filter((one) => one.is_cancelable).map(({ id }) => id))
    const mine = payouts.findLast(({ id }) => open.has(id))
    // The newest one, or any: those that cannot be cancelled are refused.
    const { who, id } = mine ?? payouts.at(-1 - random(5)) ?? {}
    return who ? who.call(payout.cancelPayout, { id: id! }) : NOTHING
  },
  'end payouts': async ({ sora }, random) => {
    const { items } = await sora.call(payout.listPayouts, { all: 'true', status: 'reserved' })
    const ids = items.map(({ id }) => id).slice(0, 1 + random(4))
    const status = pick(['processed', 'failed', 'failed_and_charged'] as const, random)
    if (ids.length === 0) return NOTHING
    return sora.call(payout.updatePayouts, { ids, status, reason: 'as the bank reported' })
  },
  'export the bank file': async ({ here, sora, files }) => {
    const lastMonth = new Date(here.clock.now.getTime() - 31 * 86_400_000)
    const month = lastMonth.toISOString().slice(0, 7)
    const { url } = requestOf(payout.exportPayouts, { format: 'zengin', month })
    const headers = { authorization: `Bearer ${sora.token}` }
    const response = await fetch(here.url + url, { headers })
    if (!response.ok) return (await response.json()) as Outcome
    files.push(Buffer.from(await response.arrayBuffer()))
    return undefined
  },
  'import bank results': ({ sora, files }, random) => {
    const sent = files.at(-1 - random(2))
    if (!sent) return Promise.resolve(NOTHING)
    const done = Buffer.from(sent)
    for (let line = 1; line < done.length / LINE - 2; line++)
      done[line * LINE + RESULT_AT] = random(3) === 0 ? 0x32 : 0x30 // no such account, or paid
    const file = done.toString('base64')
    return sora.call(payout.readBankResults, { file, reason: 'the results of the bank' })
  },
}

const priced = (random: Random) => ({
  listing_type: 'sale' as const,
  sale_price: 900 + 50 * random(5),
})

/** Performs one of the named actions, counts it in `done` and returns true, unless it was refused. */
export async function performAny(
  names: readonly string[],
  market: MarketFixtures,
  random: Random,
  done: Map<string, number>,
): Promise<boolean> {
  const name = pick(names, random)
  const outcome = await actions[name]!(market, random)
  ok(outcome?.error?.code !== 'bug', `it should not fail to ${name}`)
  if (outcome?.error) return false
  done.set(name, (done.get(name) ?? 0) + 1)
  return true
}

async function startCheckout(
  { held }: MarketFixtures,
  {
    buyer,
    number,
    order,
  }: Pick<Awaited<ReturnType<typeof randomDeal>>, 'buyer' | 'number'> & {
    order: InputOf<typeof purchaseSerial>
  },
  balance_to_use: number,
) {
  const answer = await buyer.call(purchaseSerial, { ...order, balance_to_use })
  if (!answer.error) held.push({ buyer, number, url: answer.url })
  return answer
}
