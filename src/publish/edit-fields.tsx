import { z } from 'zod'
import type { InputOf } from '#core/endpoint.ts'
import { type Asset, updateAsset } from '#src/asset/asset.shape.ts'
import { clockInJapan, momentOf } from '#src/ui/japan-clock.ts'

/** What of a title can still be changed; times are those of a clock in Japan, empty for none. */
export const editFields = updateAsset.body.omit({ kid: true, edited_at: true }).extend({
  sale_starting_at: z.string(),
  sale_ending_at: z.string(),
})
export type EditFields = InputOf<{ body: typeof editFields }>

export function fieldsOf(asset: Asset): EditFields {
  const { creator_royalty_rate, rental_creator_royalty_rate, min_sellable_price } = asset
  return {
    title: asset.title,
    description: asset.description,
    brand_id: asset.brand_id,
    obi: asset.obi,
    creator_royalty_rate: creator_royalty_rate ?? undefined,
    rental_creator_royalty_rate: rental_creator_royalty_rate ?? undefined,
    min_sellable_price: min_sellable_price ?? undefined,
    holding_limit: asset.holding_limit,
    sale_starting_at: clockInJapan(asset.sale_starting_at),
    sale_ending_at: clockInJapan(asset.sale_ending_at),
    secondary_sale_enabled: asset.secondary_sale_enabled,
    trade_enabled: asset.trade_enabled,
    secondary_rental_enabled: asset.secondary_rental_enabled,
    download_enabled: asset.download_enabled,
    only_japan_accessible: asset.only_japan_accessible,
  }
}

export const changesOf = (said: EditFields) => ({
  ...said,
  sale_starting_at: momentOf(said.sale_starting_at),
  sale_ending_at: momentOf(said.sale_ending_at),
})
