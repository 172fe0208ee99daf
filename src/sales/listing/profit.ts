import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { shares } from '#core/money.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import { copyDealKinds } from '#src/sales/deal/deals.ts'
import type { calculateProfit } from './listing.shared.ts'

type Query = BodyOf<typeof calculateProfit>

/**
 * Splits a price into the shares of a sale or rental: by the caller, of a title; of a copy; or of the
 * first sale of a title that is still being created. Rentals have a royalty rate of their own.
 */
export async function profit(ctx: Ctx, body: Query) {
  const settings = await settingsFor(ctx)
  const { is_primary, rate_bp } = await dealOf(ctx, body)
  const parts = shares(body.price, ratesFor(settings, is_primary, rate_bp))
  return {
    ...parts,
    creator_royalty: parts.royalty,
    is_primary,
    needs_balance: body.price < settings.card_minimum,
  }
}

async function dealOf(ctx: Ctx, { kid, asset_token_id, kind }: Query) {
  if (!kid && !asset_token_id) return { is_primary: true, rate_bp: null }
  const caller = ctx.person?.account_id ?? null
  const row = await ctx.db
    .selectFrom('asset')
    .leftJoin('serial', 'serial.kid', 'asset.kid')
    .select(['asset.creator', 'royalty_rate_bp', 'rental_royalty_rate_bp', 'serial.owner'])
    .where(asset_token_id ? 'serial.asset_token_id' : 'asset.kid', '=', asset_token_id ?? kid!)
    .where(isVisibleTo(ctx.person))
    .limit(1)
    .executeTakeFirst()
  const title = row ?? fail('not_found')
  const seller = asset_token_id ? title.owner : caller
  return { is_primary: seller === title.creator, rate_bp: copyDealKinds[kind].royaltyRate(title) }
}

/** Returns the rates of a sale or a rental. A primary one pays no royalty: the creator is the seller. */
export const ratesFor = (settings: Settings, isPrimary: boolean, royaltyRateBp: number | null) =>
  isPrimary
    ? { feeRateBp: settings.platform_fee_primary_bp, royaltyRateBp: 0 }
    : { feeRateBp: settings.platform_fee_secondary_bp, royaltyRateBp: royaltyRateBp ?? 0 }
