import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { shares } from '#core/money.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import type { calculateProfit, getRentalTerms } from './listing.shared.ts'
import { rentalsOf } from './rental-terms.ts'

type Asked = BodyOf<typeof calculateProfit>

/**
 * Who would get what of a price, for a title of one's own or a copy that one holds; of neither, for
 * the first sale of a title that is not there yet. What is rented out has a royalty of its own.
 */
export async function profit(ctx: Ctx, body: Asked) {
  const settings = await settingsOf(ctx.db)
  const { is_primary, rate_bp } = await dealOf(ctx, body)
  const parts = shares(body.price, ratesFor(settings, is_primary, rate_bp))
  return {
    ...parts,
    creator_royalty: parts.royalty,
    is_primary,
    needs_balance: body.price < settings.card_minimum,
  }
}

async function dealOf(ctx: Ctx, { kid, asset_token_id, kind }: Asked) {
  if (!kid && !asset_token_id) return { is_primary: true, rate_bp: null }
  const { account_id } = currentPerson(ctx)
  const row = await ctx.db
    .selectFrom('asset')
    .leftJoin('serial', 'serial.kid', 'asset.kid')
    .select(['asset.creator', 'royalty_rate_bp', 'rental_royalty_rate_bp', 'serial.owner'])
    .where(asset_token_id ? 'serial.asset_token_id' : 'asset.kid', '=', asset_token_id ?? kid!)
    .where((or) => or.or([or('published_at', 'is not', null), or('creator', '=', account_id)]))
    .limit(1)
    .executeTakeFirst()
  const { creator, royalty_rate_bp, rental_royalty_rate_bp, owner } = row ?? fail('not_found')
  const seller = asset_token_id ? owner : account_id
  const rate_bp = kind === 'rental' ? rental_royalty_rate_bp : royalty_rate_bp
  return { is_primary: seller === creator, rate_bp }
}

/** What a title is rented out for by its creator, and whether holders may rent it out now. */
export async function getTerms({ db, now }: Ctx, { id }: BodyOf<typeof getRentalTerms>) {
  const isOut = await db
    .selectFrom('asset')
    .select('kid')
    .where('kid', '=', id)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  const { terms, is_running, secondary } =
    (isOut && (await rentalsOf(db, [id], [], now)).get(id)) ?? fail('not_found')
  return { terms: terms ?? null, is_running, secondary_listings: secondary.length }
}

/** The rates of a sale or a rental: on a primary one the creator offers, so there is no royalty. */
export const ratesFor = (settings: Settings, isPrimary: boolean, royaltyRateBp: number | null) =>
  isPrimary
    ? { feeRateBp: settings.platform_fee_primary_bp, royaltyRateBp: 0 }
    : { feeRateBp: settings.platform_fee_secondary_bp, royaltyRateBp: royaltyRateBp ?? 0 }
