import { sql } from 'kysely'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { byKeys } from '#core/database/prepared.ts'
import { shares } from '#core/money.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import { dealOffered, priceFields } from '#src/sales/deal/deal.shared.ts'
import { copyDealKinds, rateOnOffer } from '#src/sales/deal/deals.ts'
import type { calculateProfit, getProfitOfOffer, Profit } from './listing.shared.ts'

type Query = BodyOf<typeof calculateProfit>

/**
 * Splits a price into the shares of a sale or rental: by the caller, of a title; of a copy; or of the
 * first sale of a title that is still being created. Rentals have a royalty rate of their own. The rate is
 * the one that a copy listed now would keep. A top-up has that of a sale, or the one of the listing by which
 * the copy is open to trade, if it is lower.
 */
export async function profit(ctx: Ctx, { kid, asset_token_id, kind, price }: Query) {
  if (!kid && !asset_token_id) return profitOf(ctx, price, true, null)
  const caller = ctx.person?.account_id ?? null
  const row = await titlesOf(ctx)
    .leftJoin('serial', 'serial.kid', 'asset.kid')
    .leftJoin('listing', (open) =>
      open
        .onRef('listing.asset_token_id', '=', 'serial.asset_token_id')
        .on('listing.kind', '=', 'trade')
        .on('listing.status', 'in', ['preparing', 'open'])
        .on(sql<boolean>`${kind === 'trade' && asset_token_id !== undefined}`),
    )
    .select('serial.owner')
    .select([rateOnOffer('royalty_rate_bp'), rateOnOffer('rental_royalty_rate_bp')])
    .where(asset_token_id ? 'serial.asset_token_id' : 'asset.kid', '=', asset_token_id ?? kid!)
    .limit(1)
    .executeTakeFirst()
  const title = row ?? fail('not_found')
  const seller = asset_token_id ? title.owner : caller
  const rate = copyDealKinds[kind === 'trade' ? 'sale' : kind].royaltyRate(title)
  return profitOf(ctx, price, seller === title.creator, rate)
}

/** Splits the price at which a copy is offered now. Anybody who may open the title may know. */
export async function profitOfOffer(ctx: Ctx, { id, number }: BodyOf<typeof getProfitOfOffer>) {
  const offer = await titlesOf(ctx)
    .modifyFront(byKeys)
    .innerJoin('serial', 'serial.kid', 'asset.kid')
    .innerJoin('listing', 'listing.asset_token_id', 'serial.asset_token_id')
    .select(['serial.owner', 'sale_price', 'rent_price'])
    .select([rateOnOffer('royalty_rate_bp'), rateOnOffer('rental_royalty_rate_bp')])
    .where('asset.kid', '=', id)
    .where('serial.number', '=', number)
    .where(sql<boolean>`listing.status in ('preparing', 'open')`) // as its index says
    .executeTakeFirst()
  if (!offer) fail('not_found')
  const kind = dealOffered(offer)
  const price = offer[priceFields[kind]] ?? fail('not_found')
  const rate = copyDealKinds[kind].royaltyRate(offer)
  return profitOf(ctx, price, offer.owner === offer.creator, rate)
}

const titlesOf = ({ db, person }: Ctx) =>
  db.selectFrom('asset').select('asset.creator').where(isVisibleTo(person))

async function profitOf(
  ctx: Ctx,
  price: number,
  is_primary: boolean,
  royaltyRateBp: number | null,
): Promise<Profit> {
  const settings = await settingsFor(ctx)
  const parts = shares(price, ratesFor(settings, is_primary, royaltyRateBp))
  const needs_balance = price < settings.card_minimum
  return { ...parts, creator_royalty: parts.royalty, is_primary, needs_balance }
}

/** Returns the rates of a sale or a rental. A primary one pays no royalty: the creator is the seller. */
export const ratesFor = (settings: Settings, isPrimary: boolean, royaltyRateBp: number | null) =>
  isPrimary
    ? { feeRateBp: settings.platform_fee_primary_bp, royaltyRateBp: 0 }
    : { feeRateBp: settings.platform_fee_secondary_bp, royaltyRateBp: royaltyRateBp ?? 0 }
