import { randomUUID } from 'node:crypto'
import { addSeconds } from '#core/clock.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import {
  claimCoupon,
  createCoupons,
  getBatch,
  listBatches,
  listClaims,
  occupyCarried,
  occupyCoupon,
  takeBackClaim,
} from '#src/sales/coupon/coupon.shared.ts'
import { randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { joinWaitingRoom, leaveWaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import { titleInBrand } from './brand-fixtures.ts'
import { controlProvider, payAt } from './card-purchase.ts'
import { CARDS } from './card-fixtures.ts'
import type { MarketFixtures } from './market-fixtures.ts'
import { openDispute } from './disputes.ts'
import { pick, type Random } from './random.ts'
import { NOTHING, type Outcome } from './random-actions.ts'
import { createTitle, type Title } from './titles.ts'

const PRICE = 500
const WEEK_SECONDS = 7 * 86_400

/** A market with a creator's group to draw from, copies to give away and a title with a waiting room. */
export interface TitleFixtures extends MarketFixtures {
  group_id: string
  gifts: Title
  queued: Title
  /** The codes of coupons that nobody has tried yet. */
  codes: string[]
  /** The disputes that the bank has not decided. */
  disputes: string[]
}
type Action = (market: TitleFixtures, random: Random) => Promise<Outcome>

/** Adds to a market what `titleActions` need. Its creator is the first of its people. */
export async function addTitles(market: MarketFixtures, startsIn = 2): Promise<TitleFixtures> {
  const { here, people } = market
  const mika = people[0]!
  const name = randomUUID().slice(0, 8)
  const { id } = await mika.call(createBrand, { name, account: `b-${name}` })
  const sorted_contents = [
    await titleInBrand(here, mika, id, 20),
    await titleInBrand(here, mika, id, 20),
  ]
  const group = await mika.call(createGroup, { name, brand_id: id, sorted_contents })
  const sale_starting_at = addSeconds(here.clock.now, startsIn).toISOString()
  const queue = { price: PRICE, copies: 20, sale_starting_at, waiting_room: true }
  const added = {
    group_id: group.encrypted_id,
    gifts: await createTitle(here, mika, { copies: 40 }),
    queued: await createTitle(here, mika, queue),
    codes: [],
    disputes: [],
  }
  return Object.assign(market, added)
}

/** Actions with coupons, draws, waiting rooms and disputes, beside those of `actions`. */
export const titleActions: Record<string, Action> = {
  'issue coupons for copies': async (market, random) => {
    const { here, people, gifts } = market
    const asset_token_ids = [pick([...gifts.tokens.values()], random)]
    const batch = { expires_at: nextWeek(here), asset_token_ids, festival: random(2) === 0 }
    return issueCoupons(market, people[0]!, batch)
  },
  'issue coupons for points': async (market, random) => {
    const { here, sora } = market
    const gift = { points: 100 + random(400), count: 3 }
    return issueCoupons(market, sora, { expires_at: nextWeek(here), ...gift })
  },
  'take a coupon': async ({ codes, people }, random) => {
    const id = random(3) === 0 ? codes[0] : codes.shift()
    return id ? pick(people, random).call(occupyCoupon, { id }) : NOTHING
  },
  'claim a code with an address': async ({ here, codes, people }, random) => {
    if (codes.length === 0) return NOTHING
    return here.call(claimCoupon, { id: pick(codes, random), email: pick(people, random).email })
  },
  'take what an address has claimed': async ({ people }, random) => {
    const answer = await pick(people, random).call(occupyCarried, {})
    return answer.error || answer.coupon ? answer : NOTHING
  },
  'take a claim back': async ({ people }, random) => {
    const mika = people[0]!
    const { items } = await mika.call(listBatches, {})
    const waiting = items.filter(({ occupied }) => occupied > 0)
    if (waiting.length === 0) return NOTHING
    const claims = await mika.call(listClaims, { id: pick(waiting, random).id })
    return claims.total > 0 ? mika.call(takeBackClaim, { id: claims.items[0]!.id }) : NOTHING
  },
  'draw from a group': async ({ group_id, people }, random) => {
    const number_of_purchases = 1 + random(2)
    const draw = { group_id, number_of_purchases, balance_to_use: number_of_purchases * PRICE }
    return pick(people, random).call(randomlyPurchase, draw)
  },
  'draw from a group by card': async ({ group_id, people }, random) => {
    const draw = { group_id, number_of_purchases: 2, balance_to_use: random(400) }
    const answer = await pick(people, random).call(randomlyPurchase, draw)
    if (!answer.error) await payAt(answer.url!, CARDS.pays)
    return answer
  },
  'join a waiting room': ({ people, queued }, random) =>
    pick(people, random).call(joinWaitingRoom, { id: queued.kid }),
  'leave a waiting room': ({ people, queued }, random) =>
    pick(people, random).call(leaveWaitingRoom, { id: queued.kid }),
  'buy in turn': async ({ people, queued }, random) => {
    const order = queued.order(1 + random(queued.tokens.size), PRICE)
    return pick(people, random).call(purchaseForFree, order)
  },
  'dispute a payment': async ({ here, disputes }, random) => {
    const { events } = await controlProvider(here, {})
    const paid = events.filter(({ type }) => type === 'payment_intent.succeeded')
    if (paid.length === 0) return NOTHING
    const { id } = pick(paid, random).object as { id: string }
    const opened = await openDispute(here, id).catch(() => undefined) // it has one already
    if (!opened) return NOTHING
    disputes.push(opened)
    return undefined
  },
  'decide a dispute': async ({ here, disputes }, random) => {
    const dispute = disputes.shift()
    if (!dispute) return NOTHING
    await controlProvider(here, { do: random(2) === 0 ? 'win' : 'lose', dispute })
    return undefined
  },
  'edit a title': ({ film, people }, random) =>
    people[0]!.call(updateAsset, { kid: film.kid, description: `Edition ${random(1_000)}` }),
}

const nextWeek = ({ clock }: TitleFixtures['here']) =>
  addSeconds(clock.now, WEEK_SECONDS).toISOString()

async function issueCoupons(
  { codes }: TitleFixtures,
  who: TitleFixtures['sora'],
  batch: Omit<InputOf<typeof createCoupons>, 'name'>,
): Promise<Outcome> {
  const issued = await who.call(createCoupons, { name: 'Thank you', ...batch })
  if (issued.error) return issued
  const { items } = await who.call(getBatch, { id: issued.id, limit: 100 })
  codes.push(...items.map(({ code }) => code))
  return issued
}
