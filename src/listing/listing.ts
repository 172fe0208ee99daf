import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTx, type Tx } from '#core/db.ts'
import type { BodyOf } from '#core/endpoint.ts'
import { type ErrorCode, type ErrorParams, fail } from '#core/errors.ts'
import { enter, type Mover, moveAll } from '#core/events.ts'
import { type Ctx, me } from '#core/http.ts'
import { job, later } from '#core/jobs.ts'
import { shares } from '#core/money.ts'
import { once } from '#core/once.ts'
import { lockSerials } from '../serial/give.ts'
import { settingsOf } from '../settings/settings.ts'
import type { Settings } from '../settings/settings.shape.ts'
import { type ListingOutcomes, listingMoves } from './listing.shape.ts'
import type { calculateProfit, delistSerials, listSerialsForSale } from './listing.shape.ts'

export const openListings = job<{ batch: string }>('listing.open')

interface Copy {
  asset_token_id: string
  kid: string
  owner: string
  creator: string
  brand_id: string | null
  royalty_rate_bp: number | null
  min_sellable_price: number | null
  secondary_sale_enabled: boolean
  published_at: string | null
  downloaded_at: string | null
  listing_id: string | null
  being_purchased: boolean
  is_reserved: boolean
}
type No = { code: ErrorCode; params?: ErrorParams } | undefined

/**
 * Prepares one listing a copy and answers for each; the batch opens a moment later, by a job. With
 * `reprice`, copies on offer get the new price under the same lock that a buyer decides under: each
 * is sold at the price that its buyer was shown, or not at all.
 */
export function list(ctx: Ctx, body: BodyOf<typeof listSerialsForSale>) {
  if (body.listing_type !== 'sale') fail('kind_unavailable')
  const price = body.sale_price ?? fail('input_invalid', { field: 'sale_price' })
  const seller = me(ctx).account_id
  if (me(ctx).role === 'ADMIN') fail('forbidden')
  const ids = [...new Set(body.asset_token_ids)]
  return once(ctx, body, async (tx): Promise<ListingOutcomes> => {
    const settings = await settingsOf(tx)
    const { price_min: minimum, price_max: maximum } = settings
    if (price < minimum || price > maximum) fail('price_out_of_bounds', { minimum, maximum })
    const copies = await lockCopies(tx, ids)
    const batch = body.batch ?? randomUUID()
    const noes = ids.map((id) => whyNot(copies.get(id), body, seller, price))
    if (!body.batch) refuseAll(noes)
    const free = ids.filter((_, i) => !noes[i])
    const owner = { by: 'owner', account: seller, at: ctx.now } as const
    await takeOff(tx, copies, free, owner)
    const rows = free.map((asset_token_id) => ({
      id: randomUUID(),
      kind: 'sale',
      asset_token_id,
      kid: copies.get(asset_token_id)!.kid,
      ...{ seller, sale_price: price, batch },
      created_at: ctx.now.toISOString(),
    }))
    await enter(tx, 'listing', listingMoves, rows, 'prepare', owner)
    await later(tx, openListings, { batch })
    return outcomes(batch, ids, noes, 'preparing')
  })
}

/** Takes copies off; a copy that somebody is paying for stays. */
export function delist(ctx: Ctx, body: BodyOf<typeof delistSerials>) {
  const seller = me(ctx).account_id
  const ids = [...new Set(body.asset_token_ids)]
  return once(ctx, body, async (tx): Promise<ListingOutcomes> => {
    const copies = await lockCopies(tx, ids)
    const noes = ids.map((id): No => {
      const copy = copies.get(id)
      if (copy?.owner !== seller) return { code: 'not_owner' }
      if (!copy.listing_id) return { code: 'not_listed' }
      return copy.being_purchased ? { code: 'serial_being_purchased' } : undefined
    })
    if (!body.batch) refuseAll(noes)
    const free = ids.filter((_, i) => !noes[i])
    await takeOff(tx, copies, free, { by: 'owner', account: seller, at: ctx.now })
    return outcomes(body.batch ?? randomUUID(), ids, noes, 'delisted')
  })
}

/** Step: ends what listing each of these copies has, their locks being held. */
async function takeOff(tx: Tx, copies: Map<string, Copy>, ids: string[], owner: Mover<'owner'>) {
  const listings = ids.flatMap((id) => copies.get(id)?.listing_id ?? [])
  const closed = { closed_at: owner.at.toISOString() }
  await moveAll(tx, 'listing', listingMoves, listings, 'delist', owner, closed)
}

/** Opens a batch that was prepared. The second time it finds nothing to do. */
export function open(ctx: Ctx, { batch }: { batch: string }) {
  return inTx(ctx, async (tx) => {
    const rows = await tx.selectFrom('listing').select('id').where('batch', '=', batch).execute()
    const ids = rows.map(({ id }) => id)
    const opened = { opened_at: ctx.now.toISOString() }
    await moveAll(tx, 'listing', listingMoves, ids, 'open', { by: 'house', at: ctx.now }, opened)
  })
}

/** Step: these are sold, their copies being locked already. One that is not open aborts the sale. */
export async function sell(tx: Tx, ids: string[], at: Date) {
  const [house, closed] = [{ by: 'house', at } as const, { closed_at: at.toISOString() }]
  const sold = await moveAll(tx, 'listing', listingMoves, ids, 'sell', house, closed)
  if (sold.length < ids.length) throw new Error('a purchase without an open listing')
}

/**
 * Who would get what of a price, for a title of one's own or a copy that one holds; of neither, for
 * the first sale of a title that is not there yet.
 */
export async function profit(ctx: Ctx, body: BodyOf<typeof calculateProfit>) {
  const settings = await settingsOf(ctx.db)
  const { is_primary, royalty_rate_bp } = await soldOf(ctx, body)
  const parts = shares(body.price, ratesFor(settings, is_primary, royalty_rate_bp))
  return {
    ...parts,
    creator_royalty: parts.royalty,
    is_primary,
    needs_balance: body.price < settings.card_minimum,
  }
}

async function soldOf(ctx: Ctx, { kid, asset_token_id }: BodyOf<typeof calculateProfit>) {
  if (!kid && !asset_token_id) return { is_primary: true, royalty_rate_bp: null }
  const { account_id } = me(ctx)
  const row = await ctx.db
    .selectFrom('asset')
    .leftJoin('serial', 'serial.kid', 'asset.kid')
    .select(['asset.creator', 'royalty_rate_bp', 'serial.owner'])
    .where(asset_token_id ? 'serial.asset_token_id' : 'asset.kid', '=', asset_token_id ?? kid!)
    .where((or) => or.or([or('published_at', 'is not', null), or('creator', '=', account_id)]))
    .limit(1)
    .executeTakeFirst()
  const { creator, royalty_rate_bp, owner } = row ?? fail('not_found')
  const seller = asset_token_id ? owner : account_id
  return { is_primary: seller === creator, royalty_rate_bp }
}

/** The rates of a sale: on a primary one the creator sells, so there is no royalty. */
export const ratesFor = (settings: Settings, isPrimary: boolean, royaltyRateBp: number | null) =>
  isPrimary
    ? { feeRateBp: settings.platform_fee_primary_bp, royaltyRateBp: 0 }
    : { feeRateBp: settings.platform_fee_secondary_bp, royaltyRateBp: royaltyRateBp ?? 0 }

/** Locks the copies first and looks after: what is read while waiting for a lock is old. */
async function lockCopies(tx: Tx, ids: string[]): Promise<Map<string, Copy>> {
  await lockSerials(tx, ids)
  const { rows } = await sql<Copy>`
    select serial.asset_token_id, serial.kid, serial.owner, asset.creator, asset.brand_id,
      asset.royalty_rate_bp, asset.min_sellable_price, asset.secondary_sale_enabled,
      asset.published_at, serial.downloaded_at, listing.id as listing_id,
      exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
        and status = 'reserved') as being_purchased,
      exists (select from coupon where coupon.asset_token_id = serial.asset_token_id
        and status in ('valid', 'occupied')) as is_reserved
    from serial join asset using (kid)
    left join listing on listing.asset_token_id = serial.asset_token_id
      and listing.status in ('preparing', 'open')
    where serial.asset_token_id = any(${ids}::uuid[])
  `.execute(tx)
  return new Map(rows.map((row) => [row.asset_token_id, row]))
}

function whyNot(
  copy: Copy | undefined,
  { reprice }: BodyOf<typeof listSerialsForSale>,
  seller: string,
  price: number,
): No {
  if (copy?.owner !== seller) return { code: 'not_owner' }
  if (!copy.published_at) return { code: 'serial_preparing' }
  if (!copy.brand_id) return { code: 'not_in_brand' }
  const minimum = copy.min_sellable_price
  if (copy.royalty_rate_bp === null || minimum === null)
    return { code: 'royalty_or_minimum_missing' }
  if (copy.listing_id && !reprice) return { code: 'already_listed' }
  if (copy.being_purchased) return { code: 'serial_being_purchased' }
  if (copy.is_reserved) return { code: 'serial_reserved' }
  if (copy.downloaded_at) return { code: 'serial_downloaded' }
  if (copy.creator !== seller && !copy.secondary_sale_enabled)
    return { code: 'secondary_sale_disabled' }
  return price < minimum ? { code: 'price_below_minimum', params: { minimum } } : undefined
}

/**
 * Where nothing at all can be done, the call itself is refused, for the first copy's reason; a call
 * that is part of a batch answers for each copy all the same.
 */
function refuseAll(noes: No[]) {
  const [first] = noes
  if (first && noes.every((no) => no !== undefined)) fail(first.code, first.params)
}

function outcomes(
  batch: string,
  ids: string[],
  noes: No[],
  outcome: 'preparing' | 'delisted',
): ListingOutcomes {
  const items = ids.map((asset_token_id, i) => {
    const code = noes[i]?.code ?? null
    return { asset_token_id, outcome: code ? ('refused' as const) : outcome, code }
  })
  return { batch, items }
}
