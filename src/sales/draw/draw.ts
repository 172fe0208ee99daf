import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, fail, isRefusal } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { earlierReply } from '#core/http/idempotency.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import { formatRanges } from '#src/catalog/asset/ranges.shared.ts'
import { cachedForGuests } from '#src/platform/guest-cache/answer-cache.ts'
import { openCheckout, refuseWhileDown } from '#src/sales/purchase/checkout.ts'
import { orderOf } from '#src/sales/purchase/offers.ts'
import { type Placed, placeOrder } from '#src/sales/purchase/order.ts'
import { commitmentOf } from '#src/sales/commitment/commitment.shared.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { getDraw, getDrawResult, randomlyPurchase } from './draw.shared.ts'
import {
  countedLots,
  countParts,
  countRemaining,
  type DrawGroup,
  groupAt,
  lotsOf,
  obstacleTo,
  titlesIn,
  uniformPrice,
} from './lots.ts'
import { drawCopies, type Lot } from './draw-copies.shared.ts'

/**
 * Returns what can be drawn, with the commitment to the seed of the caller's next draw. The counts are
 * the same for all guests; what depends on their country and on the time is decided anew.
 */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getDraw>) {
  const { db, now, country, person } = ctx
  const group = await groupAt(ctx, id)
  const buyer = person?.account_id
  const { parts } = await cachedForGuests(ctx, { id }, async (reader) => ({
    parts: await countParts(reader.db, group, buyer),
  }))
  const found = countedLots(parts, { country, at: now })
  const { lots } = found
  const { copies_per_draw: most } = await settingsOf(db)
  return {
    group_key: group.key,
    name: group.name,
    obstacle: obstacleTo(group, found, now),
    price: uniformPrice(lots),
    most,
    remaining: countRemaining(lots),
    lots: lots.map(({ kid, title, copies_count, remaining }) => ({
      kid,
      title,
      copies_count,
      remaining,
    })),
    commitment: buyer ? await commitmentOf((await nextSeed(ctx, group, buyer)).seed) : null,
  }
}

// Another order may take a drawn copy before it is locked. Then the draw is repeated with what is left.
const TRIES = 10
const LOST_COPY_CODES: ErrorCode[] = [
  'another_user_purchasing',
  'seller_changed',
  'not_for_sale',
  'price_changed',
  'own_serial',
]

type Body = BodyOf<typeof randomlyPurchase>

/**
 * Draws copies and buys them. Refuses with the group's obstacle, `random_not_offered`,
 * `not_enough_copies`, `price_changed`, `draw_changed` or `draw_unpaid`.
 */
export async function buyRandomly(ctx: Ctx, body: Body): Promise<ReplyOf<typeof randomlyPurchase>> {
  const before = await earlierReply<Placed>(ctx, body)
  const { purchase_id, status } = before ?? (await drawAndPlace(ctx, body))
  const { commitment } = await getResult(ctx, { id: purchase_id })
  if (status === 'settled')
    return { purchase_id, status, commitment, id: null, key: null, url: null, held_until: null }
  await openCheckout(ctx, purchase_id)
  const {
    checkout_id: id,
    checkout_url: url,
    held_until,
  } = (await orderOf(ctx.db, purchase_id))[0]!
  if (!id || !url) fail('purchase_closed')
  return { purchase_id, status, commitment, id, key: purchase_id, url, held_until }
}

async function drawAndPlace(ctx: Ctx, body: Body, tries = TRIES): Promise<Placed> {
  const { account_id: buyer } = currentPerson(ctx)
  const group = await groupAt(ctx, body.group_id)
  const next = await nextSeed(ctx, group, buyer)
  await checkSeedIsNext(ctx.db, group.key, buyer, next.n)
  const commitment = await commitmentOf(next.seed)
  if (body.commitment !== undefined && body.commitment !== commitment) fail('draw_changed')
  const client_seed = next.client_seed ?? body.client_seed ?? ctx.key ?? fail('bug')
  const seeds = { seed: next.seed, client_seed }
  const { copies, lots, price } = await drawNow(ctx, group, body, seeds)
  const draw = { ...next, client_seed, lots, buyer, group, copies: copies.length }
  const order = {
    deal: 'sale' as const,
    copies,
    isDrawn: true,
    from_balance: body.balance_to_use,
    isPaidFromBalance: body.balance_to_use === price * copies.length,
    lang: body.lang,
    alsoWrite: (tx: Tx, order_id: string, at: Date) => insertDraw(tx, order_id, draw, at),
  }
  if (!order.isPaidFromBalance) await refuseWhileDown(ctx, body)
  try {
    return await placeOrder(ctx, body, order)
  } catch (error) {
    const isLost = isRefusal(error) && LOST_COPY_CODES.includes(error.code)
    if (!isLost || tries <= 1) throw error
    return drawAndPlace(ctx, body, tries - 1)
  }
}

async function drawNow(
  ctx: Ctx,
  group: DrawGroup,
  body: Body,
  seeds: { seed: string; client_seed: string },
) {
  const { number_of_purchases: count } = body
  const { account_id: buyer } = currentPerson(ctx)
  const found = await lotsOf(ctx.db, group, buyer, { country: ctx.country, at: ctx.now })
  const obstacle = obstacleTo(group, found, ctx.now)
  if (obstacle === 'prices_differ') fail('random_not_offered')
  if (obstacle && obstacle !== 'nothing_left') fail(obstacle)
  const { lots } = found
  const price = uniformPrice(lots) ?? fail('not_enough_copies', { remaining: 0 })
  if (body.price !== undefined && body.price !== price) fail('price_changed', { price })
  const lotOf = new Map(lots.map((lot) => [lot.kid, lot]))
  const allLots = (await titlesIn(ctx.db, group)).map(({ kid, all }): Lot => {
    const { numbers = [], at_most = null } = lotOf.get(kid) ?? {}
    return { kid, numbers: formatRanges(numbers), at_most, all }
  })
  const drawn = await drawCopies({ ...seeds, lots: allLots, copies: count })
  if (drawn.length < count) fail('not_enough_copies', { remaining: drawn.length })
  const copies = drawn.map(({ kid, number }) => {
    const { numbers, tokens, owner } = lotOf.get(kid)!
    const asset_token_id = tokens[numbers.indexOf(number)]!
    return { kid, asset_token_id, owner_account_id: owner, price }
  })
  return { copies, lots: allLots, price }
}

interface NextSeed {
  n: number
  seed: string
  /** The client seed of an earlier unpaid draw with this seed. */
  client_seed: string | undefined
}

/**
 * Returns the seed of a buyer's next draw in a group. The seed is derived from the SECRET and the
 * number of draws the buyer has paid there, so the platform cannot choose it. An unpaid draw is
 * repeated with the same seeds and gives the same copies if they are left, so a buyer cannot repeat
 * draws until they like the result.
 */
async function nextSeed(ctx: Ctx, { key }: DrawGroup, buyer: string): Promise<NextSeed> {
  const n = await countPaid(ctx.db, key, buyer)
  const seed = keyedHash(ctx.config.secret, 'draw seed', key, buyer, String(n))
  return { n, seed, client_seed: await earlierClientSeed(ctx.db, key, buyer, n) }
}

/** Returns the client seed of earlier unpaid draws with this seed. */
async function earlierClientSeed(db: Db | Tx, group_key: string, buyer: string, n: number) {
  const before = await db
    .selectFrom('draw')
    .select('client_seed')
    .where('buyer', '=', buyer)
    .where('group_key', '=', group_key)
    .where('n', '=', n)
    .limit(1)
    .executeTakeFirst()
  return before?.client_seed
}

/**
 * Refuses with `draw_changed` if the seed's draw was paid meanwhile, and with `draw_unpaid` while its
 * copies are being paid for.
 */
async function checkSeedIsNext(db: Db | Tx, group_key: string, buyer: string, n: number) {
  if ((await countPaid(db, group_key, buyer)) !== n) fail('draw_changed')
  const reserved = await drawsOf(db, group_key, buyer, 'reserved')
    .select(['kid', 'number'])
    .executeTakeFirst()
  if (reserved) fail('draw_unpaid', reserved)
}

async function countPaid(db: Db | Tx, group_key: string, buyer: string) {
  const { n } = await drawsOf(db, group_key, buyer, 'settled')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const drawsOf = (db: Db | Tx, group_key: string, buyer: string, status: string) =>
  db
    .selectFrom('draw')
    .innerJoin('purchase', 'purchase.id', 'draw.order_id')
    .where('draw.buyer', '=', buyer)
    .where('group_key', '=', group_key)
    .where('status', '=', status)

interface DrawRecord {
  n: number
  seed: string
  client_seed: string
  lots: Lot[]
  copies: number
  buyer: string
  group: DrawGroup
}

/** Inserts the draw with its purchase, under the buyer's lock. A seed is never used with two client seeds. */
async function insertDraw(tx: Tx, order_id: string, draw: DrawRecord, at: Date) {
  const { n, seed, client_seed, lots, copies, buyer, group } = draw
  await checkSeedIsNext(tx, group.key, buyer, n)
  const earlier = await earlierClientSeed(tx, group.key, buyer, n)
  if (earlier !== undefined && earlier !== client_seed) fail('draw_changed')
  await tx
    .insertInto('draw')
    .values({
      order_id,
      n,
      seed,
      client_seed,
      copies,
      buyer,
      lots: JSON.stringify(lots),
      group_key: group.key,
      group_name: group.name,
      drawn_at: at.toISOString(),
    })
    .execute()
}

/** Matches titles that were hidden after a report and that a person may not open. */
const isHiddenFrom = (person: Ctx['person']) =>
  sql<boolean>`((hidden_at is not null or brand_hidden_at is not null) and not ${isVisibleTo(person)})`

/**
 * Returns a draw with everything needed to repeat it. Refuses with `not_found`, also people other than its
 * buyer while a title of it is hidden from them.
 */
export async function getResult({ db, person }: Ctx, { id }: BodyOf<typeof getDrawResult>) {
  const draw = await db
    .selectFrom('draw')
    .innerJoin('purchase', 'purchase.id', 'draw.order_id')
    .selectAll('draw')
    .select('status')
    .where('draw.order_id', '=', id)
    .executeTakeFirst()
  if (!draw) fail('not_found')
  const { group_name, drawn_at, status, seed, client_seed, copies } = draw
  const kept = draw.lots as Lot[]
  const titles = await db
    .selectFrom('asset')
    .select(['kid', 'title', isHiddenFrom(person).as('is_hidden')])
    .where(sql<boolean>`kid = any(${kept.map(({ kid }) => kid)}::uuid[])`)
    .execute()
  if (draw.buyer !== person?.account_id && titles.some(({ is_hidden }) => is_hidden))
    fail('not_found')
  const titleOf = new Map(titles.map(({ kid, title }) => [kid, title]))
  const lots = kept.map((lot) => ({ ...lot, title: titleOf.get(lot.kid)! }))
  const drawn = await db
    .selectFrom('purchase')
    .select(['kid', 'number'])
    .where('order_id', '=', id)
    .orderBy('kid')
    .orderBy('number')
    .execute()
  const commitment = await commitmentOf(seed)
  const shown = status === 'settled' ? seed : null
  return {
    id,
    group_name,
    drawn_at,
    status,
    commitment,
    seed: shown,
    client_seed,
    copies,
    lots,
    drawn,
  }
}
